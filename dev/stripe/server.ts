/**
 * A local Stripe: the calls, pages and webhooks that billing uses. Its state is in memory and in one file.
 * The types of Stripe's SDK check every response and event (wire.ts), and the parameters of every call. A request with
 * any other parameter is refused (call.ts).
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import Stripe from "stripe";
import { sentence } from "../../tools/sentence.ts";
import { type StripeCatalog, setUpStripe } from "../../tools/stripe-setup.ts";
import { respond } from "./api.ts";
import { nextDue } from "./clock.ts";
import { advance, type Controls, control, mustFail, whilePaused } from "./control.ts";
import { startDelivery } from "./deliver.ts";
import { readForm } from "./form.ts";
import { layout, type PageResponse, page } from "./pages.ts";
import { loadState, State, saveState } from "./state.ts";
import { StripeFault, shifted, type World } from "./world.ts";

const HOST = "127.0.0.1";
const SAVE_AFTER_MS = 50;
const SAVE_AGAIN_MS = 5_000;
const TICK_MS = 30_000;
const BODY_BYTES = 1_000_000;

export interface StripeOptions {
  /** 0: any free port. */
  port: number;
  /** Keeps the state across restarts. Null: in memory only. */
  stateFile: string | null;
  /** Null: no event is sent, but all can be listed. */
  webhookUrl: string | null;
  webhookSecret: string;
}

export interface RunningStripe {
  baseUrl: string;
  /** The value for STRIPE_PRICES. */
  prices: StripeCatalog;
  /** Lets the process end while it still listens. */
  unref(): void;
  close(): Promise<void>;
}

/** Starts it and makes the plans' products and prices. Accepts any secret key that begins with `sk_`. */
export async function startStripe(options: StripeOptions): Promise<RunningStripe> {
  const { stateFile, webhookUrl, webhookSecret } = options;
  const state = stateFile ? loadState(stateFile) : State.parse({});
  let saving: NodeJS.Timeout | undefined;
  let isSaved = true;
  const save = () => {
    saving = undefined;
    if (!stateFile) return;
    try {
      saveState(stateFile, state);
      isSaved = true;
    } catch (error) {
      if (isSaved)
        console.error(`dev/stripe keeps its state in memory, because it cannot be saved. ${sentence(error)}`);
      isSaved = false;
      saving = setTimeout(save, SAVE_AGAIN_MS);
      saving.unref();
    }
  };
  const changed = () => {
    saving ??= setTimeout(save, SAVE_AFTER_MS);
  };

  const webhook = webhookUrl ? { url: webhookUrl, secret: webhookSecret } : null;
  const delivery = startDelivery(state, webhook, changed);
  /** While a due item runs, the clock shows the time at which it was due. */
  let dueAt: number | null = null;
  const world: World = {
    state,
    baseUrl: "",
    now: (customer) => dueAt ?? shifted(state, Date.now(), customer),
    emit: (type, object, customer) => delivery.emit(type, object, customer, world.now(customer)),
  };

  async function catchUp(): Promise<void> {
    for (let due = nextDue(world); due; due = nextDue(world)) {
      dueAt = due.at;
      due.run(world);
      dueAt = null;
      await delivery.flush();
    }
    changed();
  }

  const controls: Controls = { state, delivery, failures: [], pauses: [], catchUp };
  const server = createServer((request, response) => {
    handle(world, controls, request, response)
      .catch((error: unknown) => {
        console.error("dev/stripe:", error);
        send(response, 500, { error: { type: "api_error", message: String(error) } });
      })
      .finally(changed);
  });
  await new Promise<void>((ready) => server.listen(options.port, HOST, ready));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  world.baseUrl = `http://${HOST}:${port}`;
  const ticking = setInterval(() => catchUp().catch((error) => console.error("dev/stripe:", error)), TICK_MS);
  ticking.unref();

  const client = new Stripe("sk_test_dev", { host: HOST, port, protocol: "http" });
  const prices = await setUpStripe(client);
  return {
    baseUrl: world.baseUrl,
    prices,
    unref() {
      server.unref();
    },
    async close() {
      clearInterval(ticking);
      clearTimeout(saving);
      delivery.close();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      save();
      clearTimeout(saving);
    },
  };
}

async function handle(
  world: World,
  controls: Controls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const method = request.method ?? "GET";
  const url = new URL(request.url ?? "/", world.baseUrl);
  const body = await readBody(request);
  if (url.pathname.startsWith("/_dev/")) {
    const done = await control(controls, method, url.pathname, body === "" ? {} : JSON.parse(body));
    send(response, done === null ? 404 : 200, done ?? {});
    return;
  }
  if (url.pathname.startsWith("/v1/")) {
    const text = `${url.pathname} ${url.search} ${decodeURIComponent(body)}`;
    if (mustFail(controls.failures, text)) {
      send(response, 500, {
        error: { type: "api_error", message: "This request fails because a test asked for it." },
      });
      return;
    }
    const made = respond(world, {
      method,
      path: url.pathname,
      form: [url.search.slice(1), body].filter((part) => part !== "").join("&"),
      authorization: request.headers.authorization,
      apiVersion: headerText(request.headers["stripe-version"]),
      idempotencyKey: headerText(request.headers["idempotency-key"]),
    });
    await whilePaused(controls.pauses, text);
    if (made.replayed) response.setHeader("Idempotent-Replayed", "true");
    send(response, made.status, made.body);
    return;
  }
  const shown = await showPage(world, url.pathname, method === "POST" ? readForm(body) : null);
  if (shown.advance) await advance(controls, shown.advance.days, shown.advance.customer);
  if (shown.location) response.setHeader("Location", shown.location);
  const type = shown.pdf ? "application/pdf" : "text/html; charset=utf-8";
  response.writeHead(shown.status, { "Content-Type": type }).end(shown.pdf ?? shown.html ?? "");
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

async function showPage(world: World, path: string, form: unknown): Promise<PageResponse> {
  const nothing = { status: 404, html: layout("Nothing here", "") };
  try {
    return (await page(world, path, form)) ?? nothing;
  } catch (error) {
    if (error instanceof StripeFault) return nothing;
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > BODY_BYTES) throw new Error("the body is too large");
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString("utf8");
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}
