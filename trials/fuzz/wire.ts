/** Writes and reads HTTP/1.1 on a socket, because an HTTP client refuses to send invalid requests. */
import { connect } from "node:net";
import type { Request } from "./requests.ts";

const CHUNK = 700;
const RESPONSE_TIMEOUT_MS = 90_000;

export interface ReceivedResponse {
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  text: string;
}

/** Whether the request ends in its middle. It can then stay without a response. */
export function isCut({ framing }: Request): boolean {
  return framing.startsWith("cut");
}

function framed({ body, framing }: Request): Buffer[] {
  switch (framing) {
    case "none":
      return [Buffer.from("\r\n")];
    case "length":
      return [Buffer.from(`content-length: ${body.length}\r\n\r\n`), body];
    case "cut length":
      return [Buffer.from(`content-length: ${body.length + 20}\r\n\r\n`), body];
    default: {
      const size = framing === "chunked" ? (part: Buffer) => part.length.toString(16) : badSize;
      const parts: Buffer[] = [Buffer.from("transfer-encoding: chunked\r\n\r\n")];
      for (let at = 0; at < body.length; at += Math.max(CHUNK, Math.ceil(body.length / 20))) {
        const part = body.subarray(at, at + Math.max(CHUNK, Math.ceil(body.length / 20)));
        parts.push(Buffer.from(`${size(part)}\r\n`), part, Buffer.from("\r\n"));
      }
      if (framing === "cut chunk") return [...parts, Buffer.from("ff\r\nabc")];
      return [...parts, Buffer.from(framing === "bad chunk" ? "zz\r\n\r\n" : "0\r\n\r\n")];
    }
  }
}

function badSize(part: Buffer): string {
  return part.length % 2 === 0 ? `${part.length.toString(16)};x` : "-1";
}

export function bytesOf(request: Request, host: string): Buffer {
  const { method, target, headers } = request;
  const lines = [
    `${method} ${target.replaceAll(" ", "%20")} HTTP/1.1`,
    `host: ${host}`,
    "connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1"), ...framed(request)]);
}

/** The body without chunk sizes, or null while the last chunk is missing. */
function dechunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf("\r\n", at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    const end = lineEnd + 2 + size;
    if (bytes.length < end + 2) return null;
    parts.push(bytes.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** The response in `bytes`, or null while a part is missing. Skips interim responses (1xx). */
function readResponse(bytes: Buffer, method: string, isOver: boolean): ReceivedResponse | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return null;
  const [first = "", ...lines] = bytes.toString("latin1", 0, headEnd).split("\r\n");
  const status = Number(first.split(" ")[1]);
  const rest = bytes.subarray(headEnd + 4);
  if (status < 200) return readResponse(rest, method, isOver);
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const whole = (body: Buffer | null): ReceivedResponse | null =>
    body && { status, headers, text: body.toString() };
  if (method === "HEAD" || status === 204 || status === 304) return whole(Buffer.alloc(0));
  if (headers.get("transfer-encoding") === "chunked") return whole(dechunked(rest));
  const length = Number(headers.get("content-length") ?? Number.NaN);
  if (Number.isNaN(length)) return isOver ? whole(rest) : null;
  return rest.length < length ? null : whole(rest.subarray(0, length));
}

/** Sends the bytes on a new connection. Null when it ends without a whole response. */
export function send(
  url: URL,
  bytes: Buffer,
  method: string,
  halfClose: boolean,
): Promise<ReceivedResponse | null> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(url.port), host: url.hostname });
    let received = Buffer.alloc(0);
    const settle = (isOver: boolean) => {
      const response = readResponse(received, method, isOver);
      if (!response && !isOver) return;
      socket.destroy();
      resolve(response);
    };
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => settle(true));
    socket.on("data", (part) => {
      received = Buffer.concat([received, part]);
      settle(false);
    });
    socket.on("close", () => settle(true));
    // The close event follows. The service may close a connection before it has read the body.
    socket.on("error", () => undefined);
    if (halfClose) socket.end(bytes);
    else socket.write(bytes);
  });
}
