import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { Journal } from "./journal.ts";

test("a job's warnings stay small, whatever the length of the addresses in the page", () => {
  const journal = new Journal(() => undefined);
  for (let index = 0; index < LIMITS.warnings * 2; index += 1) {
    const url = `data:image/png;base64,${index}${"A".repeat(1_400_000)}`;
    journal.warn({ code: "resource_failed", message: "m".repeat(1_000), url });
  }
  expect(journal.warnings).toHaveLength(LIMITS.warnings);
  expect(JSON.stringify(journal.warnings).length).toBeLessThan(50_000);
});

test("a warning about the whole page is kept beside any number of warnings about resources", () => {
  const journal = new Journal(() => undefined);
  for (let index = 0; index < LIMITS.warnings; index += 1) {
    journal.warn({
      code: "resource_failed",
      message: "A resource failed.",
      url: `https://example.com/${index}`,
    });
  }
  journal.warn({ code: "page_cut", message: "The rest was left out." });
  expect(journal.warnings.map(({ code }) => code)).toContain("page_cut");
});

test("the same warning for the same address is kept once", () => {
  const journal = new Journal(() => undefined);
  const warning = {
    code: "image_late",
    message: "An image did not arrive in time.",
    url: "https://example.com/a.png",
  };
  for (let times = 0; times < 3; times += 1) journal.warn(warning);
  expect(journal.warnings).toEqual([warning]);
});
