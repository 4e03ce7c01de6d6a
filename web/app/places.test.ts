import { expect, test } from "vitest";
import { mailedLinkOf, tokenIn } from "../pages/auth/mailed-links.ts";
import { lastTab, placeOf, rememberTab, titleOf } from "./places.ts";

test("the first segment of the path selects the screen", () => {
  expect(placeOf("/settings")).toBe("settings");
  expect(placeOf("/docs/anything")).toBe("docs");
  expect(placeOf("/embed")).toBe("embed");
  expect(placeOf("/")).toBe("landing");
  expect(placeOf("/status")).toBe("status");
  expect(placeOf("/dashboards")).toBe("missing");
  expect(placeOf("/jobs/job_1/")).toBe("jobs");
  expect(placeOf("/jobs/job_1/pages")).toBe("missing");
});

test("the usage history has a title of its own", () => {
  expect(titleOf("dashboard", "/dashboard/usage")).toBe("Usage · Platen");
  expect(titleOf("dashboard", "/dashboard")).toBe("Dashboard · Platen");
});

test("the last tab is remembered; an unknown one falls back to the dashboard", () => {
  expect(lastTab()).toBe("dashboard");
  rememberTab("widget");
  expect(lastTab()).toBe("widget");
  localStorage.setItem("platen.tab", "elsewhere");
  expect(lastTab()).toBe("dashboard");
});

test("a mailed link has its purpose in the path and its token in the fragment", () => {
  expect(mailedLinkOf("/auth/verify")).toBe("verify");
  expect(mailedLinkOf("/auth")).toBeNull();
  expect(mailedLinkOf("/docs/verify")).toBeNull();
  expect(tokenIn("#token=a-b_c")).toBe("a-b_c");
  expect(tokenIn("")).toBe("");
});
