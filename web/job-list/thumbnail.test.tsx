import { fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { JobView } from "#contract/job/view.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** A screenshot whose thumbnail has this token. */
function jobWith(token: string): JobView {
  return JobView.parse({
    jobId: "job_1",
    status: "completed",
    input: "url",
    url: "https://example.com/",
    outputType: "screenshot",
    options: { outputType: "screenshot", screenshotOptions: { thumbnail: 88 } },
    message: "",
    source: "api",
    keyId: null,
    test: false,
    startedOn: null,
    progress: 100,
    stage: "done",
    createdAt: "2026-01-01T00:00:00.000Z",
    finishedOn: "2026-01-01T00:00:01.000Z",
    result: {
      type: "url",
      url: "https://platen.test/api/v1/files/job_1?token=a",
      thumbnailUrl: `https://platen.test/api/v1/files/job_1/thumbnail?token=${token}`,
      contentType: "image/png",
      bytes: 90_000_000,
      filename: "page.png",
      expiresAt: "2026-01-02T00:00:00.000Z",
      expired: false,
      deleted: false,
    },
    error: null,
    warnings: [],
    timings: {},
  });
}

test("a screenshot's own thumbnail is shown, however large its result is", () => {
  const job = jobWith("b");
  const { container } = render(<Thumbnail job={job} />);
  expect(container.querySelector("img")?.getAttribute("src")).toBe("/api/v1/files/job_1/thumbnail?token=b");
});

test("a thumbnail that cannot be loaded is tried with a newer link, then replaced by an icon", () => {
  const { container, rerender } = render(<Thumbnail job={jobWith("b")} />);
  rerender(<Thumbnail job={jobWith("c")} />);
  const image = () => container.querySelector("img");
  function fail() {
    const shown = image();
    if (shown) fireEvent.error(shown);
  }
  expect(image()?.src).toContain("token=b");
  fail();
  expect(image()?.src).toContain("token=c");
  fail();
  expect(image()).toBeNull();
  expect(container.querySelector("svg")).not.toBeNull();
});
