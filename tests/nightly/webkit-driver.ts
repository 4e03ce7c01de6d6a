/** WebKit, the engine of Safari, by WebDriver (https://www.w3.org/TR/webdriver2/). Debian has it as webkit2gtk-driver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, vi } from "vitest";
import { z } from "zod";
import { freePort } from "../../dev/process/ports.ts";

const DRIVER = "/usr/bin/WebKitWebDriver";
const DISPLAY = "/usr/bin/Xvfb";
const WAIT = { timeout: 60_000, interval: 100 };
const Response = z.object({ value: z.unknown() });
const Created = z.object({ sessionId: z.string() });
const Point = z.tuple([z.number(), z.number()]);
const Rect = z.object({ width: z.number(), height: z.number() });

/** What this machine lacks; null if it has all. */
export const missing = [DRIVER, DISPLAY].find((path) => !existsSync(path)) ?? null;

export class WebKit {
  readonly #processes: readonly ChildProcess[];
  readonly #session: string;

  private constructor(processes: readonly ChildProcess[], session: string) {
    this.#processes = processes;
    this.#session = session;
  }

  /** Starts a browser on a display of its own. It saves downloads in `home`. */
  static async start(home: string): Promise<WebKit> {
    const display = spawn(DISPLAY, ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [number] = await once(display.stdout, "data");
    const port = await freePort();
    const driver = spawn(DRIVER, [`--port=${port}`], {
      stdio: "ignore",
      env: {
        ...process.env,
        DISPLAY: `:${String(number).trim()}`,
        HOME: home,
        // Its sandbox needs namespaces, which root in a container may not have.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      },
    });
    const sessions = `http://127.0.0.1:${port}/session`;
    await vi.waitFor(() => fetch(sessions), WAIT);
    const created = await call(sessions, "POST", { capabilities: {} });
    return new WebKit([display, driver], `${sessions}/${Created.parse(created).sessionId}`);
  }

  async close(): Promise<void> {
    await call(this.#session, "DELETE");
    await Promise.all(
      this.#processes.map(async (child) => {
        child.kill();
        await once(child, "exit");
      }),
    );
  }

  async open(url: string): Promise<void> {
    await call(`${this.#session}/url`, "POST", { url });
  }

  /** Value of the JavaScript expression in the page. */
  async read(expression: string): Promise<unknown> {
    return call(`${this.#session}/execute/sync`, "POST", { script: `return ${expression}`, args: [] });
  }

  async sees(words: string): Promise<void> {
    await expect.poll(() => this.read("document.body.innerText"), WAIT).toContain(words);
  }

  /** Clicks the middle of the element that the expression finds, once it is there. */
  async click(element: string): Promise<void> {
    await expect.poll(() => this.read(`!!(${element})`), WAIT).toBe(true);
    await this.read(`(${element}).scrollIntoView({ block: "center", behavior: "instant" })`);
    const middle = await this.read(
      `(({ x, y, width, height }) => [x + width / 2, y + height / 2])((${element}).getBoundingClientRect())`,
    );
    const [x, y] = Point.parse(middle).map(Math.round);
    await call(`${this.#session}/actions`, "POST", {
      actions: [
        {
          type: "pointer",
          id: "mouse",
          actions: [
            { type: "pointerMove", x, y },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await call(`${this.#session}/actions`, "POST", { actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Makes the page as wide as that. The window is wider. */
  async resize(width: number): Promise<void> {
    const rect = Rect.parse(await call(`${this.#session}/window/rect`, "GET"));
    const inner = z.number().parse(await this.read("innerWidth"));
    await call(`${this.#session}/window/rect`, "POST", { ...rect, width: rect.width + width - inner });
    await expect.poll(() => this.read("innerWidth"), WAIT).toBe(width);
  }
}

async function call(url: string, method: "GET" | "POST" | "DELETE", body?: object): Promise<unknown> {
  const response = await fetch(url, { method, body: body && JSON.stringify(body) });
  const { value } = Response.parse(await response.json());
  if (!response.ok) throw new Error(`WebKit has refused ${method} ${url}: ${JSON.stringify(value)}`);
  return value;
}
