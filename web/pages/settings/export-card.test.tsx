import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { PROFILE } from "../../test-profile.ts";
import { ExportCard } from "./export-card.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the data is saved as a file, after the password if the sign-in is too old", async () => {
  let isFresh = false;
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.endsWith("/user/profile")) return Response.json({ profile: PROFILE });
    if (url.endsWith("/user/export") && isFresh) return new Response('{"jobs":[]}');
    if (url.endsWith("/user/export"))
      return Response.json({ code: "reauthentication_required", error: "Please confirm" }, { status: 403 });
    isFresh = true;
    return new Response(null, { status: 204 });
  });
  let saved: { name: string; file: Blob } | undefined;
  let file = new Blob();
  vi.spyOn(URL, "createObjectURL").mockImplementation((made) => {
    if (made instanceof Blob) file = made;
    return "blob:file";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved = { name: this.download, file };
  });
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ExportCard />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole("button", { name: "Export data" }));
  await user.type(await screen.findByLabelText("Your password"), "correct horse");
  await user.click(
    screen.getAllByRole("button", { name: "Export data", hidden: true }).at(-1) ?? document.body,
  );
  await waitFor(() => expect(saved?.name).toBe("platen-account.json"));
  expect(await saved?.file.text()).toBe('{"jobs":[]}');
});
