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

test("a Python request has lists, null and booleans as Python literals", () => {
  const body = { hosts: ["a.example", "b.example"], limit: null, items: [{ on: true }], none: [] };
  const code = snippet("Python", { method: "POST", path: "/none", body }, "sk_live_own", BASE);
  expect(code).toContain(`    json={
        "hosts": [
            "a.example",
            "b.example",
        ],
        "limit": None,
        "items": [
            {
                "on": True,
            },
        ],
        "none": [],
    },
`);
});

test("a shell does not read the query of a curl request's address as commands", () => {
  const code = snippet("curl", { method: "GET", path: "/jobs?limit=1&total=true" }, "sk_live_own", BASE);
  expect(code).toContain(`curl '${BASE}/jobs?limit=1&total=true' `);
});

test.for(["JavaScript", "Python"] as const)("a %s request prints an empty response too", (language) => {
  const code = snippet(language, { method: "DELETE", path: "/public-keys/none" }, "sk_live_own", BASE);
  expect(code).not.toContain("json()");
});
