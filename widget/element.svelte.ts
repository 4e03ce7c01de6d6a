/** `<platen-button>`: configured by attributes, which properties mirror, and rendered by Svelte in a shadow root. */
import { mount, unmount } from "svelte";
import Button from "./button.svelte";
import { languageOf } from "./languages.ts";
import type { Look } from "./look.ts";
import { NAMES, readSetting } from "./settings.ts";
import style from "./style.css?inline";

const sheet = new CSSStyleSheet();
sheet.replaceSync(style);

export class PlatenButton extends HTMLElement {
  static observedAttributes = [...NAMES.map(({ attribute }) => attribute), "lang"];

  #look = $state.raw<Look>({ outputType: "pdf", text: "", lang: "" });
  #view: { component: object; abort: AbortController } | undefined;
  /** Updates the texts when the page changes its `lang`. */
  readonly #pageLanguage = new MutationObserver(() => this.attributeChangedCallback());

  constructor() {
    super();
    // A page's Content-Security-Policy can block a <style> element, but not a constructed style sheet.
    this.attachShadow({ mode: "open", delegatesFocus: true }).adoptedStyleSheets = [sheet];
  }

  get look(): Look {
    return this.#look;
  }

  attributeChangedCallback(): void {
    this.#look = {
      outputType: readSetting(this, "output-type") === "pdf" ? "pdf" : "screenshot",
      text: String(readSetting(this, "button-text")),
      lang: languageOf(this),
    };
  }

  connectedCallback(): void {
    this.#adoptEarlyProperties();
    this.attributeChangedCallback();
    this.#pageLanguage.observe(document.documentElement, { attributeFilter: ["lang"] });
    if (!this.shadowRoot || this.#view) return;
    const abort = new AbortController();
    const component = mount(Button, {
      target: this.shadowRoot,
      props: { host: this, removed: abort.signal },
    });
    this.#view = { component, abort };
  }

  disconnectedCallback(): void {
    // A move within the page disconnects and reconnects in one task, also of what Turbo keeps. The job continues then.
    setTimeout(() => {
      if (this.isConnected || !this.#view) return;
      this.#pageLanguage.disconnect();
      this.#view.abort.abort();
      void unmount(this.#view.component);
      this.#view = undefined;
    });
  }

  /** Applies properties that the page set before this script ran. As own properties they hide the accessors. */
  #adoptEarlyProperties(): void {
    for (const { property } of NAMES) {
      const early = Object.getOwnPropertyDescriptor(this, property);
      if (!early) continue;
      Reflect.deleteProperty(this, property);
      Reflect.set(this, property, early.value);
    }
  }
}

for (const { attribute, property } of NAMES) {
  Object.defineProperty(PlatenButton.prototype, property, {
    get(this: PlatenButton) {
      return readSetting(this, attribute);
    },
    set(this: PlatenButton, value: unknown) {
      if (value == null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, String(value));
    },
    enumerable: true,
    configurable: true,
  });
}
