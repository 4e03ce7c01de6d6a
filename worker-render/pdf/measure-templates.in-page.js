/**
 * Lays out headers and footers in a frame in which no script runs and nothing is loaded, as where Chromium draws them.
 * @param {string[]} templates HTML of one element each; empty for none
 * @param {number} widthPx
 * @returns {Promise<number[]>} the height of each in px
 */
export default async function measureTemplates(templates, widthPx) {
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const heightOf = async (template) => {
    if (template === "") return 0;
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-same-origin");
    frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><body style="margin:0">${template}`;
    frame.style.cssText = `all:initial!important;position:fixed!important;visibility:hidden!important;border:0!important;width:${widthPx}px!important;height:10px!important`;
    const loaded = new Promise((resolve) => {
      frame.onload = resolve;
    });
    document.documentElement.append(frame);
    try {
      await loaded;
      const drawn = frame.contentDocument?.body.firstElementChild;
      if (!drawn) return 0;
      const fill = (name, text) => {
        for (const element of drawn.getElementsByClassName(name)) element.textContent = text;
      };
      fill("title", document.title);
      fill("url", location.href);
      fill("pageNumber", "100");
      fill("totalPages", "100");
      return drawn.getBoundingClientRect().height;
    } finally {
      frame.remove();
    }
  };
  return Promise.all(templates.map(heightOf));
}
