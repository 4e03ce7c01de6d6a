/** Runs a built Worker as it runs far from its database and its queue. */
import { env } from "cloudflare:workers";
import { delay } from "./delay.ts";
import { PLATFORM } from "./platform.ts";
import { seededRandom } from "./random.ts";

/** Each call of the database takes a round trip. Its classes are the isolate's, so every binding is covered. */
function moveDatabaseAway(db: D1Database): void {
  const statement = Object.getPrototypeOf(db.prepare("select 1"));
  limitValues(statement);
  slowDown(Object.getPrototypeOf(db), ["batch", "exec"]);
  slowDown(statement, ["all", "first", "raw", "run"]);
}

function limitValues(statement: object): void {
  const bind = Reflect.get(statement, "bind");
  Reflect.set(statement, "bind", function (this: unknown, ...values: unknown[]) {
    if (values.length > PLATFORM.boundParameters) throw new Error("D1_ERROR: too many SQL variables");
    if (values.some((value) => bytesOf(value) > PLATFORM.valueBytes))
      throw new Error("D1_ERROR: string or blob too big");
    return Reflect.apply(bind, this, values);
  });
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  if (typeof value === "string") return encoder.encode(value).length;
  return value instanceof ArrayBuffer ? value.byteLength : 0;
}

function slowDown(prototype: object, names: string[]): void {
  for (const name of names) {
    const call = Reflect.get(prototype, name);
    Reflect.set(prototype, name, async function (this: unknown, ...args: unknown[]) {
      await delay(PLATFORM.d1RoundTripMs);
      return Reflect.apply(call, this, args);
    });
  }
}

/** Takes a share of the messages from their first delivery, and delivers another share a second time. */
function asDelivered(queue: ExportedHandlerQueueHandler, random: () => number): ExportedHandlerQueueHandler {
  return async (batch, bindings, ctx) => {
    const isLate = new Set(
      batch.messages.filter(({ attempts }) => attempts === 1 && random() < PLATFORM.messagesLate),
    );
    for (const message of isLate) message.retry({ delaySeconds: PLATFORM.lateSeconds });
    const messages = batch.messages.filter((message) => !isLate.has(message));
    const twice = messages.filter(() => random() < PLATFORM.messagesTwice).map(repeated);
    if (messages.length > 0) await queue(withMessages(batch, messages), bindings, ctx);
    if (twice.length === 0) return;
    const again = async () => {
      await delay(PLATFORM.secondDeliveryMs);
      await queue(withMessages(batch, twice), bindings, ctx);
    };
    ctx.waitUntil(again());
  };
}

function withMessages(batch: MessageBatch, messages: Message[]): MessageBatch {
  const { queue, metadata } = batch;
  return {
    queue,
    metadata,
    messages,
    ackAll: () => messages.forEach((message) => void message.ack()),
    retryAll: (options) => messages.forEach((message) => void message.retry(options)),
  };
}

/** The queue has already acknowledged the message, so what becomes of this delivery changes nothing. */
function repeated({ id, timestamp, body, attempts }: Message): Message {
  return { id, timestamp, body, attempts: attempts + 1, ack() {}, retry() {} };
}

/** The Worker's handlers at Cloudflare's distances. */
export function asAtCloudflare(worker: ExportedHandler, seed: number): ExportedHandler {
  if (env.DB) moveDatabaseAway(env.DB);
  const { queue } = worker;
  return queue ? { ...worker, queue: asDelivered(queue, seededRandom(seed)) } : worker;
}
