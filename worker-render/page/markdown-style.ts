/** Style of pages from Markdown, for paper and screen. */
export const MARKDOWN_STYLE = `
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1.5rem; color: #1f2328; background: #fff;
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif;
  overflow-wrap: break-word; }
body > :first-child { margin-top: 0; }
body > :last-child { margin-bottom: 0; }
h1, h2, h3, h4, h5, h6 { margin: 1.6em 0 0.6em; line-height: 1.25; break-after: avoid; }
h1, h2 { padding-bottom: 0.3em; border-bottom: 1px solid #d1d9e0; }
h1 { font-size: 2em; } h2 { font-size: 1.5em; } h3 { font-size: 1.25em; } h4 { font-size: 1em; }
h5 { font-size: 0.875em; } h6 { font-size: 0.85em; color: #59636e; }
p, ul, ol, dl, table, pre, blockquote { margin: 0 0 1em; }
p { orphans: 3; widows: 3; }
ul, ol { padding-left: 2em; } li + li { margin-top: 0.25em; } li > ul, li > ol { margin-bottom: 0; }
li.task { list-style: none; } li.task input { margin: 0 0.3em 0.2em -1.5em; vertical-align: middle; }
a { color: #0969da; }
img, video, svg { max-width: 100%; height: auto; break-inside: avoid; }
.footnotes { font-size: 0.875em; } .footnotes p { margin-bottom: 0.5em; } .footnote-ref { line-height: 0; }
hr { height: 2px; margin: 1.5em 0; border: 0; background: #d1d9e0; }
blockquote { padding: 0 1em; border-left: 0.25em solid #d1d9e0; color: #59636e; }
.alert { border-color: var(--kind); color: inherit; } .alert > :last-child { margin-bottom: 0; }
.alert > :first-child > strong:first-child { color: var(--kind); }
.note { --kind: #0969da; } .tip { --kind: #1a7f37; } .important { --kind: #8250df; }
.warning { --kind: #9a6700; } .caution { --kind: #d1242f; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.875em; }
code { padding: 0.2em 0.4em; border-radius: 0.4em; background: #eff1f3; }
pre { padding: 1em; border-radius: 0.4em; background: #f6f8fa; line-height: 1.45; white-space: pre-wrap; }
pre code { padding: 0; background: none; font-size: inherit; }
table { border-collapse: collapse; max-width: 100%; }
th, td { padding: 0.4em 0.8em; border: 1px solid #d1d9e0; text-align: left; }
th { background: #f6f8fa; } tr, pre, blockquote { break-inside: avoid-page; } thead { display: table-header-group; }
@media print {
  body { max-width: none; padding: 0; }
  th, code, pre { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
