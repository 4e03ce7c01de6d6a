import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Switch } from "./switch.tsx";

test("a busy switch keeps the focus and ignores clicks", () => {
  const onChange = vi.fn();
  const overage = (busy: boolean) => (
    <Switch label="Overage" checked={false} busy={busy} onChange={onChange} />
  );
  const { rerender } = render(overage(false));
  const control = screen.getByRole("switch");
  control.focus();
  rerender(overage(true));
  expect(document.activeElement).toBe(control);
  expect(control.hasAttribute("disabled")).toBe(false);
  fireEvent.click(control);
  expect(onChange).not.toHaveBeenCalled();
  rerender(overage(false));
  fireEvent.click(control);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});
