/** The page's script of the local Turnstile. It runs in the page by its source text, so it uses nothing outside itself. */

interface Options {
  sitekey: string;
  callback: (token: string) => void;
  "error-callback"?: (code: string) => void;
}

interface Widget {
  element: HTMLElement;
  options: Options;
}

/** Cloudflare's test site keys: 1x… passes, 2x… blocks, 3x… waits for a click. */
export function pageScript(): void {
  const TOKEN = "XXXX.DUMMY.TOKEN.XXXX";
  const RESPONSE_MS = 50;
  const widgets = new Map<string, Widget>();

  function run({ element, options }: Widget): void {
    element.textContent = "";
    if (options.sitekey.startsWith("3x")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Verify you are human";
      button.addEventListener("click", () => {
        element.textContent = "Success!";
        options.callback(TOKEN);
      });
      element.append(button);
    } else if (options.sitekey.startsWith("2x")) {
      setTimeout(() => options["error-callback"]?.("300030"), RESPONSE_MS);
    } else {
      element.textContent = "Success!";
      setTimeout(() => options.callback(TOKEN), RESPONSE_MS);
    }
  }

  const turnstile = {
    render(element: HTMLElement, options: Options): string {
      const id = `widget-${widgets.size}`;
      const widget = { element, options };
      widgets.set(id, widget);
      run(widget);
      return id;
    },
    reset(id: string): void {
      const widget = widgets.get(id);
      if (widget) run(widget);
    },
    remove(id: string): void {
      widgets.get(id)?.element.replaceChildren();
      widgets.delete(id);
    },
  };
  Object.assign(window, { turnstile });
}
