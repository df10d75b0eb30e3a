import { createHmac } from "node:crypto";
import type { Delivery, Endpoint, StoredEvent } from "./core/records";
import type { Store } from "./core/store";
import type { Faults } from "./faults";

const CONCURRENCY = 8;
const ANSWER_WITHIN_MS = 10_000;

/** How often and how far apart an event is sent again until somebody answers 2xx. */
export interface RetryPolicy {
  firstDelayMs: number;
  maxDelayMs: number;
  attempts: number;
}

export const DEFAULT_RETRIES: RetryPolicy = {
  firstDelayMs: 500,
  maxDelayMs: 30_000,
  attempts: 25,
};

/** The `Stripe-Signature` header of a body, made at `seconds`. */
function signPayload(payload: string, secret: string, seconds: number): string {
  const signature = createHmac("sha256", secret).update(`${seconds}.${payload}`).digest("hex");
  return `t=${seconds},v1=${signature}`;
}

/**
 * Sends events to the product's endpoints. What is still on its way survives a restart. Signatures
 * carry the machine's time even when the sandbox's clock is moved, for the receiver checks them
 * against its own.
 */
export class Webhooks {
  readonly #store: Store;
  readonly #faults: Faults;
  readonly #secrets: Record<Endpoint, string>;
  readonly #retries: RetryPolicy;
  readonly #log: (message: string) => void;
  readonly #stop = new AbortController();
  readonly #inFlight = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #woken = false;
  targets: Record<Endpoint, string>;

  constructor(options: {
    store: Store;
    faults: Faults;
    targets: Record<Endpoint, string>;
    /** What signs the events of each endpoint. */
    secrets: Record<Endpoint, string>;
    retries: RetryPolicy;
    log: (message: string) => void;
  }) {
    this.#store = options.store;
    this.#faults = options.faults;
    this.targets = options.targets;
    this.#secrets = options.secrets;
    this.#retries = options.retries;
    this.#log = options.log;
  }

  /** Looks for events to send; called after every change. */
  wake(): void {
    if (this.#woken) return;
    this.#woken = true;
    setImmediate(() => {
      this.#woken = false;
      this.#run().catch((error: unknown) => this.#log(`Webhooks stopped: ${String(error)}`));
    });
  }

  /**
   * Sends everything that is held back, in the order that the fault asks for, one after the other,
   * and waits for what was under way already. Lost events stay lost.
   */
  async deliverHeld(): Promise<{ delivered: number; failed: number }> {
    await this.idle();
    const held = this.#store.all(".delivery").filter(({ state }) => state === "held");
    if (this.#faults.webhooks === "reversed") held.reverse();
    let delivered = 0;
    for (const delivery of held) {
      await this.#send(delivery);
      if (this.#store.get(".delivery", delivery.id) === undefined) delivered += 1;
    }
    return { delivered, failed: held.length - delivered };
  }

  /** Resolves once nothing is under way and nothing is due to be sent. */
  async idle(): Promise<void> {
    do {
      await this.#run();
      await Promise.all(this.#inFlight.values());
    } while (!this.#stop.signal.aborted && this.#due().length > 0);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all(this.#inFlight.values());
  }

  #due(): Delivery[] {
    const now = Date.now();
    return this.#store
      .all(".delivery")
      .filter(({ state, nextAttemptAt }) => state === "pending" && nextAttemptAt <= now);
  }

  /** Decides for each new event whether it travels, waits or is lost. */
  #admit(): void {
    const fresh = this.#store.all(".delivery").filter(({ state }) => state === "new");
    if (fresh.length === 0) return;
    const mode = this.#faults.webhooks;
    const state =
      mode === "lost" ? "lost" : mode === "late" || mode === "reversed" ? "held" : "pending";
    this.#store.transact(() => {
      for (const delivery of fresh) this.#store.put(".delivery", { ...delivery, state });
    });
  }

  async #run(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    this.#admit();
    await this.#store.durable();
    for (const delivery of this.#due()) {
      if (this.#inFlight.size >= CONCURRENCY || this.#stop.signal.aborted) return;
      if (this.#inFlight.has(delivery.id)) continue;
      const sending = this.#send(delivery)
        .catch((error: unknown) => this.#log(`Webhook ${delivery.id} broke: ${String(error)}`))
        .finally(() => {
          this.#inFlight.delete(delivery.id);
          this.wake();
        });
      this.#inFlight.set(delivery.id, sending);
    }
    this.#sleepUntilNext();
  }

  #sleepUntilNext(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const next = this.#store
      .all(".delivery")
      // What is under way wakes the next run itself.
      .filter(({ id, state }) => state === "pending" && !this.#inFlight.has(id))
      .reduce((least, { nextAttemptAt }) => Math.min(least, nextAttemptAt), Infinity);
    if (next === Infinity) return;
    // One may have come due since this run looked.
    this.#timer = setTimeout(() => this.wake(), Math.max(0, next - Date.now()));
    this.#timer.unref();
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#store.get("event", delivery.event);
    if (event === undefined) return;
    const copies = this.#faults.webhooks === "twice" ? 2 : 1;
    const results = await Promise.all(
      Array.from({ length: copies }, () => this.#post(delivery.endpoint, event)),
    );
    if (this.#stop.signal.aborted) return;
    this.#settle(delivery.id, results.every(Boolean));
    await this.#store.durable();
  }

  async #post(endpoint: Endpoint, event: StoredEvent): Promise<boolean> {
    const payload = JSON.stringify(event, null, 2);
    const seconds = Math.floor(Date.now() / 1000);
    try {
      const response = await fetch(this.targets[endpoint], {
        method: "POST",
        redirect: "manual",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
          "stripe-signature": signPayload(payload, this.#secrets[endpoint], seconds),
        },
        body: payload,
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.arrayBuffer();
      if (!response.ok) this.#log(`${event.type} ${event.id} answered ${response.status}`);
      return response.ok;
    } catch (error) {
      this.#log(`${event.type} ${event.id} not delivered: ${String(error)}`);
      return false;
    }
  }

  #settle(id: string, accepted: boolean): void {
    this.#store.transact(() => {
      const delivery = this.#store.get(".delivery", id);
      if (delivery === undefined) return;
      if (accepted) {
        this.#store.remove(".delivery", id);
        const event = this.#store.get("event", delivery.event);
        if (event !== undefined) this.#store.put("event", { ...event, pending_webhooks: 0 });
        return;
      }
      const attempts = delivery.attempts + 1;
      const { firstDelayMs, maxDelayMs, attempts: most } = this.#retries;
      this.#store.put(".delivery", {
        ...delivery,
        attempts,
        state: attempts >= most ? "failed" : "pending",
        nextAttemptAt: Date.now() + Math.min(maxDelayMs, firstDelayMs * 2 ** (attempts - 1)),
      });
    });
  }
}
