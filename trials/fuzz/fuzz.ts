/** Sends requests to a running service, the same ones for the same seed, and reports what is wrong with the responses. */
import fc from "fast-check";
import { OPTION_MIX, TEXT_SAMPLES } from "../options/mix.ts";
import { brokenBytes } from "./broken.ts";
import { type Cast, gather } from "./cast.ts";
import { faultOf } from "./check-response.ts";
import { type Operation, readApi } from "./document.ts";
import { type Request, requestsOf } from "./requests.ts";
import { odd } from "./texts.ts";
import { Values } from "./values.ts";
import { bytesOf, isCut, type ReceivedResponse, send } from "./wire.ts";

const CONNECTIONS = 8;
const MIN_MEMBERS = 100;
/** The summary's name for requests that are not valid HTTP. */
const BROKEN = "broken HTTP";

interface Fault {
  name: string;
  what: string;
  requestId: string;
  /** The head of the request, and the start of its body. */
  sent: string;
}

export interface Report {
  /** By operation: how often each status came. 0 stands for no response. */
  counts: Map<string, Map<number, number>>;
  faults: Fault[];
}

interface Shot {
  name: string;
  method: string;
  /** Made when they are sent, because all requests together do not fit in memory. */
  bytes(): Buffer;
  halfClose: boolean;
  fault(response: ReceivedResponse | null): string | null;
}

/** Values for fields of these names, which a type alone does not give. */
function hintsOf(cast: Cast) {
  const { owner, members, mailedTokens, pages } = cast;
  const email = fc.oneof(
    fc.constantFrom(...members.map((member) => member.email)),
    fc.stringMatching(/^[a-z0-9]{1,12}$/).map((name) => `${name}@example.com`),
    fc.emailAddress(),
  );
  const password = fc.oneof(fc.constant(owner.password), fc.string({ minLength: 8, maxLength: 40 }), odd);
  const length = fc.oneof({ weight: 3, arbitrary: fc.constantFrom("0px", "10mm", "1.5in", "12pt") }, odd);
  const domain = fc.oneof(fc.domain(), fc.constantFrom("localhost:*", "*.example.com"), odd);
  const texts = TEXT_SAMPLES.map(([name, value]): [string, fc.Arbitrary<unknown>] => [
    name,
    fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, odd),
  ]);
  return {
    ...Object.fromEntries(texts),
    options: fc.constantFrom<unknown>(...OPTION_MIX),
    url: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...pages) }, fc.webUrl(), odd),
    email,
    password,
    current_password: password,
    new_password: password,
    token: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...mailedTokens) }, odd),
    authorized_domains: fc.array(domain, { maxLength: 60 }),
    top: length,
    right: length,
    bottom: length,
    left: length,
    session_id: fc.oneof(fc.constantFrom("cs_test_1", "cs_test_1/expire", "?", "cs_test_1?a=b#c"), odd),
    name: fc.oneof(fc.string({ minLength: 1, maxLength: 40 }), odd),
  };
}

/** Whether workerd refused the request itself, with its own text and status, before a Worker ran. */
function isFromRuntime({ headers, text }: ReceivedResponse): boolean {
  return !headers.has("x-request-id") && /^(ERROR: |Bad Request|Internal Server Error|$)/.test(text);
}

function shotOf(request: Request, host: string): Shot {
  return {
    name: request.name,
    method: request.method,
    bytes: () => bytesOf(request, host),
    halfClose: isCut(request),
    fault: (response) => faultOf(request, response),
  };
}

function brokenShot(bytes: Buffer): Shot {
  const fault = (response: ReceivedResponse | null) => {
    if (!response || isFromRuntime(response) || response.status < 500) return null;
    return `status ${response.status}: ${response.text.slice(0, 200)}`;
  };
  return { name: BROKEN, method: "", bytes: () => bytes, halfClose: true, fault };
}

interface Options {
  baseUrl: string;
  requests: number;
  seed: number;
  /** Only these operations. Without it: all operations, and broken HTTP. */
  only?: (operation: Operation) => boolean;
}

export async function fuzz({ baseUrl, requests, seed, only }: Options): Promise<Report> {
  const api = await readApi(baseUrl);
  const { cast, close } = await gather(baseUrl, Math.max(MIN_MEMBERS, Math.ceil(requests / 40)));
  const url = new URL(baseUrl);
  const values = new Values(api, hintsOf(cast));
  const operations = only ? api.operations.filter(only) : api.operations;
  const each = Math.ceil(requests / (operations.length + (only ? 0 : 1)));
  const shots = operations.map((operation, index) =>
    fc
      .sample(requestsOf(operation, values, cast), { seed: seed + index, numRuns: each })
      .map((request) => shotOf(request, url.host)),
  );
  if (!only) {
    const any = fc.oneof(...operations.map((operation) => requestsOf(operation, values, cast)));
    shots.push(fc.sample(brokenBytes(any, url.host), { seed, numRuns: each }).map(brokenShot));
  }
  try {
    return await fire(url, interleave(shots).slice(0, requests));
  } finally {
    close();
  }
}

/** Takes one of each list in turn, so that different operations are in progress at the same time. */
function interleave<T>(lists: T[][]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

async function fire(url: URL, shots: Shot[]): Promise<Report> {
  const report: Report = { counts: new Map(), faults: [] };
  const left = shots.values();
  const worker = async () => {
    for (const shot of left) {
      const bytes = shot.bytes();
      const response = await send(url, bytes, shot.method, shot.halfClose);
      const counts = report.counts.get(shot.name) ?? new Map<number, number>();
      report.counts.set(shot.name, counts);
      const status = response?.status ?? 0;
      counts.set(status, (counts.get(status) ?? 0) + 1);
      const what = shot.fault(response);
      if (what === null) continue;
      const sent = bytes.toString("latin1", 0, 1_500);
      report.faults.push({
        name: shot.name,
        what,
        requestId: response?.headers.get("x-request-id") ?? "",
        sent,
      });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return report;
}
