/** Sends events to the webhook: signed, in order, again until accepted. Can hold events and resend them. */
import { createHmac } from "node:crypto";
import { type EventType, newId, type State, StoredEvent } from "./state.ts";
import { eventView } from "./views.ts";
import type { EventObject } from "./world.ts";

const RETRY_MS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const TIMEOUT_MS = 20_000;

/** Stripe's signature of a payload: `t=…,v1=…`. */
function sign(payload: string, secret: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
  return `t=${seconds},v1=${digest}`;
}

export interface Delivery {
  emit<Type extends EventType>(
    type: Type,
    object: EventObject<Type>,
    customer: string | null,
    created: number,
  ): void;
  /** Resolves when every waiting event has been tried once. */
  flush(): Promise<void>;
  /** Holds events until `release`. */
  hold(): void;
  release(order: "made" | "reverse"): Promise<void>;
  /** Sends an event, even one that was accepted. Returns the webhook's status, or null without a response. */
  resend(id: string): Promise<number | null>;
  close(): void;
}

export interface Webhook {
  url: string;
  secret: string;
}

export function startDelivery(state: State, webhook: Webhook | null, changed: () => void): Delivery {
  let held = false;
  let closed = false;
  let queue = Promise.resolve();
  const timers = new Set<NodeJS.Timeout>();

  async function send(event: StoredEvent): Promise<number | null> {
    if (!webhook || closed) return null;
    const payload = JSON.stringify(eventView(event));
    event.attempts += 1;
    const status = await post(webhook, payload);
    event.delivered ||= status !== null && status >= 200 && status < 300;
    changed();
    return status;
  }

  async function tryOnce(event: StoredEvent): Promise<void> {
    if (held || event.delivered) return;
    await send(event);
    const pause = RETRY_MS[event.attempts - 1];
    if (event.delivered || pause === undefined || closed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      enqueue(event);
    }, pause);
    timer.unref();
    timers.add(timer);
  }

  function enqueue(event: StoredEvent): void {
    queue = queue.then(() => tryOnce(event));
  }

  const waiting = () => Object.values(state.events).filter((event) => !event.delivered);
  // Events that an earlier run could not deliver get all their attempts again.
  for (const event of waiting()) {
    event.attempts = 0;
    enqueue(event);
  }

  return {
    emit(type, object, customer, created) {
      const event: StoredEvent = {
        id: newId("evt"),
        type,
        created,
        customer,
        object: StoredEvent.shape.object.parse(structuredClone(object)),
        delivered: webhook === null,
        attempts: 0,
      };
      state.events[event.id] = event;
      enqueue(event);
    },
    flush: () => queue,
    hold() {
      held = true;
    },
    async release(order) {
      held = false;
      const events = order === "made" ? waiting() : waiting().toReversed();
      for (const event of events) enqueue(event);
      await queue;
    },
    async resend(id) {
      const event = state.events[id];
      return event ? send(event) : null;
    },
    close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

async function post(webhook: Webhook, payload: string): Promise<number | null> {
  try {
    const response = await fetch(webhook.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": sign(payload, webhook.secret, Math.floor(Date.now() / 1000)),
      },
      body: payload,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}
