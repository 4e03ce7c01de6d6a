import { createServer, request as forward } from "node:http";
import { afterAll, expect, test, vi } from "vitest";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { listen } from "../../tools/listen.ts";
import { smoke } from "../../trials/smoke/smoke.ts";
import { npmRun } from "../stage/command.ts";
import { OwnService } from "../stage/own-service.ts";
import { pages } from "../stage/service.ts";

const PAGE = `${pages}/article.html`;

// Its health reports the last five minutes, in which no other test may have given it a fault.
const service = await OwnService.start("smoke");
afterAll(() => service.killAll());
const { baseUrl } = service;

/** The groups of the pattern's first match in the log of the service. Waits for it. */
function logged(pattern: RegExp): Promise<string[]> {
  return vi.waitFor(
    () => {
      const match = pattern.exec(service.log);
      if (!match) throw new Error(`The service has not logged ${pattern}.`);
      return match.slice(1);
    },
    { timeout: 20_000 },
  );
}

test("the smoke test registers, and finds a working service in order", async () => {
  const email = `smoke-${Date.now()}@example.com`;
  const askLink = async () => (await logged(new RegExp(`Mail to ${email}: .* (http\\S+)`)))[0] ?? "";
  const rows = await smoke({ origin: baseUrl, page: PAGE }, { email, password: null, askLink }, () => {});
  expect(rows.map(({ name, state, detail }) => [name, state === "ok" ? state : detail])).toEqual([
    ["health", "ok"],
    ["site", "ok"],
    ["account", "ok"],
    ["PDF", "ok"],
    ["tall screenshot", "ok"],
    ["blocked target", "ok"],
    ["browser", "ok"],
    ["button", "ok"],
    ["Stripe", "ok"],
    ["clean-up", "ok"],
  ]);
});

test("the command names the part that is broken, compares with its last run, and exits with 1", async () => {
  // The service without the button's script.
  const broken = createServer((request, response) => {
    if (request.url === WIDGET_PATH) {
      response.writeHead(502).end("bad gateway");
      return;
    }
    const { method, headers } = request;
    const passed = forward(baseUrl + request.url, { method, headers }, (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    });
    request.pipe(passed.on("error", () => response.destroy()));
  });
  const url = `http://127.0.0.1:${await listen(broken)}`;
  const [email = "", password = ""] = await logged(/Sign in +(\S+) +password (\S+)/);
  const command = ["--email", email, "--page", PAGE, "--compare"];
  const { code, stdout, stderr } = await npmRun("smoke", [url, ...command], { SMOKE_PASSWORD: password });
  expect(stderr).toContain("Failed: button.");
  expect(stdout).toContain(`button: GET ${url}${WIDGET_PATH} returned 502`);
  expect(code).toBe(1);
  broken.close();
});
