/** Pages that imitate the HTML in which site builders put a pasted snippet. */

/** `words` is the page's text. */
type Page = (snippet: string, words: string) => string;

export const BUILDER_PAGES: readonly [builder: string, guide: string, page: Page][] = [
  [
    "a block theme of WordPress, in a Custom HTML block",
    "wordpress",
    (
      snippet,
      words,
    ) => `<body class="wp-singular single"><div class="wp-site-blocks"><main class="wp-block-group">
      <div class="entry-content wp-block-post-content is-layout-constrained"><p>${words}</p>
      ${snippet}
      </div></main></div>`,
  ],
  [
    "a classic theme of WordPress, in a Custom HTML widget",
    "wordpress",
    (
      snippet,
      words,
    ) => `<body class="single"><div id="content"><p>${words}</p></div><aside class="widget-area">
      <section id="custom_html-2" class="widget_text widget widget_custom_html">
      <div class="textwidget custom-html-widget">${snippet}</div></section></aside>`,
  ],
  [
    "the classic editor of WordPress, which adds paragraphs and line breaks",
    "wordpress",
    (snippet, words) => `<body class="single"><div class="entry-content"><p>${words}</p>
      <p>${snippet.replaceAll("\n", "<br />\n")}</p></div>`,
  ],
  [
    "Shopify, in a Custom Liquid section",
    "shopify",
    (snippet, words) => `<body><main id="MainContent" role="main">
      <div id="shopify-section-template--1__main" class="shopify-section"><p>${words}</p></div>
      <div id="shopify-section-template--1__custom_liquid" class="shopify-section">
      <div class="color-scheme-1 gradient"><div class="page-width">${snippet}</div></div></div></main>`,
  ],
  [
    "Webflow, in a Code Embed",
    "webflow",
    (snippet, words) => `<body class="body"><div class="section"><p>${words}</p>
      <div class="w-embed w-script">${snippet}</div></div>`,
  ],
  [
    "Squarespace, in a code block",
    "squarespace",
    (snippet, words) => `<body class="sqs-site"><article class="sections"><p>${words}</p>
      <div class="sqs-block code-block sqs-block-code" data-block-type="23">
      <div class="sqs-block-content"><div class="sqs-code-container">${snippet}</div></div></div></article>`,
  ],
  [
    "Ghost, in an HTML card",
    "ghost",
    (snippet, words) => `<body class="post-template"><section class="gh-content gh-canvas"><p>${words}</p>
      <!--kg-card-begin: html-->
${snippet}
<!--kg-card-end: html--></section>`,
  ],
  [
    "Ghost, with the script as site header and the tag in an HTML card",
    "ghost",
    (snippet, words) => {
      const [script, ...tag] = snippet.split("\n");
      return `<head>${script}</head><body><section class="gh-content"><p>${words}</p>
        <!--kg-card-begin: html-->${tag.join("\n")}<!--kg-card-end: html--></section>`;
    },
  ],
];

/**
 * Wix's Custom Element: scripts load the server URL, create the element deep in the page and set its attributes later.
 * Page code works with `$w`. As Wix documents it, pages cannot replace `fetch`.
 */
export function wixPage(fields: readonly [field: string, value: string][], pageCode: string, words: string) {
  const values = Object.fromEntries(fields);
  const attributes = fields.flatMap(([field, value]) => {
    const [, name] = /^Attribute (.+)$/.exec(field) ?? [];
    return name ? [[name, value]] : [];
  });
  return `<html lang="en"><head><title>Wix page</title><meta name="generator" content="Wix.com Website Builder">
    <style>body { margin: 0; font: 18px/1.5 Georgia, serif } #masterPage { padding: 40px 60px; max-width: 640px }
      #comp-l1 { height: 50px; margin-top: 24px }</style>
    <script>
      const secured = window.fetch.bind(window);
      Object.defineProperty(window, "fetch", { value: (...call) => secured(...call), writable: false, configurable: false });
    </script></head>
    <body><div id="SITE_CONTAINER"><div id="site-root"><div id="masterPage"><main id="PAGES_CONTAINER">
      <div id="SITE_PAGES"><div id="c1dmp"><h1>Sourdough for beginners</h1><p>${words}</p>
      <div id="comp-l1"></div></div></div></main></div></div></div>
    <script type="module">
      const script = Object.assign(document.createElement("script"), { src: ${JSON.stringify(values["Server URL"])} });
      const element = document.createElement(${JSON.stringify(values["Tag Name"])});
      document.head.append(script);
      document.getElementById("comp-l1").append(element);
      await new Promise((loaded) => script.addEventListener("load", loaded));
      for (const [name, value] of ${JSON.stringify(attributes)}) element.setAttribute(name, value);
      const $w = () => ({
        setAttribute: (name, value) => element.setAttribute(name, value),
        on: (type, listener) => element.addEventListener(type, listener),
      });
      $w.onReady = (callback) => callback();
      ${pageCode}
    </script>`;
}

/** Wix's Embed HTML: a frame of another origin with this sandbox, which leaves out `allow-downloads`. */
export function wixFramePage(frame: string, words: string): string {
  return `<html lang="en"><title>Wix frame</title><h1>Sourdough for beginners</h1><p>${words}</p>
    <iframe title="Embedded Content" name="htmlComp-iframe" width="100%" height="130" allow="fullscreen" src="${frame}"
      sandbox="allow-same-origin allow-forms allow-popups allow-scripts allow-pointer-lock"></iframe>`;
}
