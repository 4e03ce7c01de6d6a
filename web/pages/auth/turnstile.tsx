/** The check against robots in forms that send an email, and in the demo. Without a site key nothing is loaded and nothing is shown. */
import { useEffect, useRef, useState } from "react";
import { TURNSTILE_ORIGIN, type TurnstileAction } from "#contract/turnstile.ts";
import { useTheme } from "../../ui/theme.ts";

const SCRIPT = `${TURNSTILE_ORIGIN}/turnstile/v0/api.js?render=explicit`;

/** https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
interface Turnstile {
  render(
    element: HTMLElement,
    options: {
      sitekey: string;
      action: TurnstileAction;
      theme: "auto" | "light" | "dark";
      size: "flexible";
      callback: (token: string) => void;
      "expired-callback": () => void;
      "error-callback": () => void;
    },
  ): string;
  reset(widgetId: string): void;
  remove(widgetId: string): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** The build sets it from wrangler.toml. */
function siteKey(): string {
  return String(import.meta.env.VITE_TURNSTILE_SITE_KEY ?? "");
}

let loading: Promise<void> | null = null;

async function load(): Promise<Turnstile> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SCRIPT;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Turnstile's script did not load."));
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  await loading;
  if (!window.turnstile) throw new Error("no turnstile");
  return window.turnstile;
}

const WAIT = "Please complete the check that you are human, then try again.";
const BLOCKED =
  "The check that you are human did not work. Turn off content blockers for this page, or try another browser.";

/** `box` is the place of the check in the form. */
export function useTurnstile(action: TurnstileAction) {
  const key = siteKey();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  const widget = useRef<{ turnstile: Turnstile; id: string } | null>(null);
  const [token, setToken] = useState<string | null>(null);
  const [isBlocked, setBlocked] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!key || !element) return;
    let isGone = false;
    load()
      .then((turnstile) => {
        if (isGone) return;
        const id = turnstile.render(element, {
          sitekey: key,
          action,
          theme: theme === "system" ? "auto" : theme,
          size: "flexible",
          callback: (made) => {
            setBlocked(false);
            setToken(made);
          },
          "expired-callback": () => setToken(null),
          "error-callback": () => setBlocked(true),
        });
        widget.current = { turnstile, id };
      })
      .catch(() => {
        if (!isGone) setBlocked(true);
      });
    return () => {
      isGone = true;
      widget.current?.turnstile.remove(widget.current.id);
      widget.current = null;
      setToken(null);
    };
  }, [key, action, theme]);

  /** The fields for the request, or what is missing. A token works once, so the check then begins again. */
  function prove(): { fields: { turnstile_token?: string } } | { missing: string } {
    if (!key) return { fields: {} };
    if (token === null) return { missing: isBlocked ? BLOCKED : WAIT };
    setToken(null);
    widget.current?.turnstile.reset(widget.current.id);
    return { fields: { turnstile_token: token } };
  }

  return { prove, box: key ? <div ref={box} className="min-h-[65px]" /> : null };
}
