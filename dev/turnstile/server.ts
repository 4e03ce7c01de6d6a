/**
 * A local Turnstile: `siteverify` and the page's script, with Cloudflare's documented test keys and response format.
 * https://developers.cloudflare.com/turnstile/troubleshooting/testing/
 * Its own secret LOCAL_SECRET takes tokens that `POST /tokens` makes, each once, as a production key does.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { json, text } from "node:stream/consumers";
import { z } from "zod";
import { pageScript } from "./page-script.ts";

const HOST = "127.0.0.1";
const DUMMY_TOKEN = "XXXX.DUMMY.TOKEN.XXXX";
const TEST_SECRETS = {
  passes: "1x0000000000000000000000000000000AA",
  fails: "2x0000000000000000000000000000000AA",
  spent: "3x0000000000000000000000000000000AA",
} as const;
const LOCAL_SECRET = "0x4AAAAAAALocalSecretKeyOfTheStandIn";
const SCRIPT = `(${pageScript})();`;

const Check = z.object({
  secret: z.string().default(""),
  response: z.string().default(""),
  remoteip: z.string().optional(),
  idempotency_key: z.uuid().optional(),
});
const Minted = z.object({ hostname: z.string(), action: z.string() });

interface Token extends z.infer<typeof Minted> {
  /** Idempotency key of the check that used the token; "" without one. */
  usedBy?: string;
}

function passed(hostname: string, action: string) {
  return {
    success: true,
    "error-codes": [],
    challenge_ts: new Date().toISOString(),
    hostname,
    action,
    cdata: "",
  };
}

const failed = (code: string) => ({ success: false, "error-codes": [code] });

function check(tokens: Map<string, Token>, { secret, response, idempotency_key }: z.infer<typeof Check>) {
  if (secret === "") return failed("missing-input-secret");
  if (response === "") return failed("missing-input-response");
  const isTestKey = Object.values<string>(TEST_SECRETS).includes(secret);
  if (!isTestKey && secret !== LOCAL_SECRET) return failed("invalid-input-secret");
  if (isTestKey && response !== DUMMY_TOKEN) return failed("invalid-input-secret");
  if (secret === TEST_SECRETS.fails) return failed("invalid-input-response");
  if (secret === TEST_SECRETS.spent) return failed("timeout-or-duplicate");
  if (isTestKey) return passed("localhost", "test");
  const token = tokens.get(response);
  if (!token) return failed("invalid-input-response");
  const isRepeated = token.usedBy !== undefined && token.usedBy !== "" && token.usedBy === idempotency_key;
  if (token.usedBy !== undefined && !isRepeated) return failed("timeout-or-duplicate");
  token.usedBy = idempotency_key ?? "";
  return passed(token.hostname, token.action);
}

export interface RunningTurnstile {
  baseUrl: string;
  /** Lets the process end while it still listens. */
  unref(): void;
  close(): void;
}

/** Listens on any free port. `?down=N` of `POST /control` breaks the connection of the next N checks. */
export async function startTurnstile(): Promise<RunningTurnstile> {
  const tokens = new Map<string, Token>();
  let down = 0;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${HOST}`);
    const send = (body: unknown) =>
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
    switch (`${request.method} ${url.pathname}`) {
      case "GET /turnstile/v0/api.js":
        response.writeHead(200, { "content-type": "text/javascript" }).end(SCRIPT);
        return;
      case "POST /turnstile/v0/siteverify": {
        const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded");
        const fields = isForm
          ? Object.fromEntries(new URLSearchParams(await text(request)))
          : await json(request);
        const parsed = Check.safeParse(fields);
        if (down > 0) {
          down -= 1;
          request.socket.destroy();
          return;
        }
        send(parsed.success ? check(tokens, parsed.data) : failed("bad-request"));
        return;
      }
      case "POST /tokens": {
        const token = `0.${randomBytes(32).toString("hex")}`;
        tokens.set(token, Minted.parse(await json(request)));
        send({ token });
        return;
      }
      case "POST /control":
        down = Number(url.searchParams.get("down"));
        send({ down });
        return;
      default:
        response.writeHead(404).end();
    }
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(400).end());
  });
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("Turnstile's stand-in has no port.");
  return {
    baseUrl: `http://${HOST}:${address.port}`,
    unref: () => server.unref(),
    close: () => server.close(),
  };
}
