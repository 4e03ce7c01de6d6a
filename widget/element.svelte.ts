/** `<platen-button>`: attributes are its only state, properties mirror them; the view is Svelte's, in a shadow root. */
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
  #view: { component: object; gone: AbortController } | undefined;
  /** A page may change its language while it stands. */
  readonly #pageLanguage = new MutationObserver(() => this.attributeChangedCallback());

  constructor() {
    super();
    // A constructed sheet needs no `style-src`, which a <style> element would.
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
    const gone = new AbortController();
    const component = mount(Button, { target: this.shadowRoot, props: { host: this, gone: gone.signal } });
    this.#view = { component, gone };
  }

  disconnectedCallback(): void {
    // A move within the page disconnects and connects at once: the job outlives it.
    queueMicrotask(() => {
      if (this.isConnected || !this.#view) return;
      this.#pageLanguage.disconnect();
      this.#view.gone.abort();
      void unmount(this.#view.component);
      this.#view = undefined;
    });
  }

  /** Properties that were set before this script had defined the element hide the accessors. */
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
