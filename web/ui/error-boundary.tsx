import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Shown in the place of what failed. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a failure where it happened. React offers this to classes only. */
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
