import { expect, test } from "vitest";
import { LANGUAGES, snippet } from "./languages.ts";

const BASE = "https://platen.example/api/v1";

test.for(LANGUAGES)("a %s request has the proof of its caller that the call needs", (language) => {
  const request = { method: "GET", path: "/health" } as const;
  expect(snippet(language, request, "sk_live_own", BASE)).toContain("sk_live_own");
  expect(snippet(language, { ...request, access: "token" }, "sk_live_own", BASE)).toContain(
    "Bearer YOUR_TOKEN",
  );
  const open = snippet(language, { ...request, access: "open" }, "sk_live_own", BASE);
  expect(open).not.toMatch(/sk_live_own|YOUR_TOKEN/);
});
