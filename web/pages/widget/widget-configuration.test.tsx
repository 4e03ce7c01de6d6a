import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { DEFAULT_LOOK } from "#contract/widget/look.ts";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { EmbedCodeCard } from "./embed-code-card.tsx";
import { WidgetConfiguration } from "./widget-configuration.tsx";

function Configured() {
  const [config, setConfig] = useState<ButtonConfig>({});
  return (
    <>
      <WidgetConfiguration config={config} onChange={(change) => setConfig({ ...config, ...change })} />
      <EmbedCodeCard publicKey="pk_live_test" config={config} look={DEFAULT_LOOK} />
    </>
  );
}

function code(): string {
  return document.querySelector("code")?.textContent ?? "";
}

test("the fields and the embed code follow the output type", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  expect(screen.getByLabelText("PDF format")).toHaveProperty("value", "A4");
  expect(screen.queryByLabelText("Image type")).toBeNull();
  await user.selectOptions(screen.getByLabelText("PDF format"), "Letter");
  expect(code()).toContain('pdf-format="Letter"');

  await user.click(screen.getByLabelText("Screenshot"));
  expect(screen.queryByLabelText("PDF format")).toBeNull();
  expect(screen.getByLabelText("Image type")).toHaveProperty("value", "png");
  await user.selectOptions(screen.getByLabelText("Image type"), "jpeg");
  expect(code()).toContain('screenshot-type="jpeg"');
  expect(code()).not.toContain("pdf-");
});

test("the code holds only what differs from the defaults", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  expect(code()).toContain('<platen-button\n  public-key="pk_live_test"\n></platen-button>');
  await user.clear(screen.getByLabelText("Top margin"));
  await user.type(screen.getByLabelText("Top margin"), "1cm");
  await user.click(screen.getByLabelText("Mobile"));
  expect(code()).toContain('public-key="pk_live_test"\n  form-factor="mobile"\n  pdf-margin-top="1cm"\n>');
});

test("the custom URL field is shown only for that source, and the code needs a valid one", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  expect(screen.queryByRole("textbox", { name: "Custom URL" })).toBeNull();
  await user.click(screen.getByRole("radio", { name: "Custom URL" }));
  expect(code()).toBe("");
  expect(screen.getByText("Enter the address of the page under Custom URL to get the code.")).toBeTruthy();
  await user.type(screen.getByRole("textbox", { name: "Custom URL" }), "https://example.com/a");
  expect(code()).toContain('custom-url="https://example.com/a"');
});

test("the label follows the output, and only a text of one's own is in the code", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  expect(screen.getByLabelText("Button text")).toHaveProperty("value", "Generate PDF");
  await user.click(screen.getByLabelText("Screenshot"));
  expect(screen.getByLabelText("Button text")).toHaveProperty("value", "Generate screenshot");
  expect(code()).not.toContain("button-text");
  await user.type(screen.getByLabelText("Button text"), " now");
  expect(code()).toContain('button-text="Generate screenshot now"');
  await user.clear(screen.getByLabelText("Button text"));
  expect(code()).not.toContain("button-text");
});

test("an invalid quality is reported, and the code keeps the last valid one", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  await user.click(screen.getByLabelText("Screenshot"));
  const quality = screen.getByLabelText("Quality");
  expect(quality).toMatchObject({ type: "number", min: "1", max: "100", value: "90" });
  await user.clear(quality);
  expect(quality).toHaveProperty("value", "");
  expect(screen.getByText("Enter a whole number from 1 to 100")).toBeTruthy();
  await user.type(quality, "100");
  expect(screen.queryByText("Enter a whole number from 1 to 100")).toBeNull();
  expect(code()).toContain('screenshot-quality="100"');
  await user.type(quality, "0");
  expect(screen.getByText("Enter a whole number from 1 to 100")).toBeTruthy();
  expect(code()).toContain('screenshot-quality="100"');
});

test("an invalid custom URL is reported while typing", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  await user.click(screen.getByRole("radio", { name: "Custom URL" }));
  const address = screen.getByRole("textbox", { name: "Custom URL" });
  expect(address.getAttribute("placeholder")).toMatch(/^https:/);
  expect(address.getAttribute("aria-invalid")).toBeNull();
  await user.type(address, "example.com/page");
  expect(screen.getByText("Enter a full address, such as https://example.com/page")).toBeTruthy();
  await user.clear(address);
  await user.type(address, "https://example.com/page");
  expect(address.getAttribute("aria-invalid")).toBeNull();
});

test("an invalid margin is reported while typing", async () => {
  const user = userEvent.setup();
  render(<Configured />);
  await user.type(screen.getByLabelText("Top margin"), "x");
  expect(screen.getByText("Enter a length, such as 50px or 2cm")).toBeTruthy();
  await user.clear(screen.getByLabelText("Left margin"));
  await user.type(screen.getByLabelText("Left margin"), "2001px");
  expect(screen.getByText("Enter at most 2000px")).toBeTruthy();
});
