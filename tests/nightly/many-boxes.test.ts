/** Pages with many boxes that scroll, such as manuals with code. */
import { expect, test } from "vitest";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { html } from "../render/pages.ts";

const COUNT = 48;
const WATCHES =
  "<script>new IntersectionObserver(() => {}).observe(document.body); setInterval(() => {}, 100)</script>";
const each = (write: (index: number) => string) =>
  Array.from({ length: COUNT }, (_, at) => write(at)).join("");

const { origin } = await open({
  "/code": html(
    "Code",
    `${each((at) => `<h2>Part ${at}</h2><pre>${"a long line of code ".repeat(20)}\nline\nline</pre>`)}${WATCHES}`,
    "pre{overflow:auto;width:600px}",
  ),
  "/lists": html(
    "Lists",
    `<main>${each((at) => `<div><p style="height:150px">List</p><p data-word="Word${at}.">…</p></div>`)}</main>
    ${WATCHES}<script>
      for (const box of document.querySelectorAll("div")) box.addEventListener("scroll", () => {
        const mark = box.querySelector("[data-word]");
        if (mark.getBoundingClientRect().top < box.getBoundingClientRect().bottom) mark.textContent = mark.dataset.word;
      });
    </script>`,
    "main{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}div{overflow:auto;height:60px}",
  ),
});

test("all code on a page is not scrolled to its end first", () =>
  withoutHaste(async () => {
    const { job, bytes } = await convert(`${origin}/code`, { outputType: "markdown" });
    expect(job.warnings ?? []).toEqual([]);
    expect(bytes.toString()).toContain(`Part ${COUNT - 1}`);
  }));

test("what comes into each of many boxes is there", () =>
  withoutHaste(async () => {
    const { job, bytes } = await convert(`${origin}/lists`, { outputType: "html" });
    expect(job.warnings ?? []).toEqual([]);
    const text = bytes.toString();
    for (let at = 0; at < COUNT; at += 1) expect(text).toContain(`>Word${at}.<`);
  }));
