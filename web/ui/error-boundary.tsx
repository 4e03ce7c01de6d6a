import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Shown instead of the children after a failure. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Limits a failure to its children. React supports error boundaries only as classes. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error("A part of the page failed.", error);
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
