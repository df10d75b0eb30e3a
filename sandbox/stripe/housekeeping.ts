import type { Context } from "./core/context";
import { runDueDeeds } from "./later";
import { expireDueSessions } from "./resources/checkout-sessions";
import { expireAuthorisations } from "./resources/end-intent";

const TICK_MS = 500;

/** How long after an answer Stripe's own deeds follow, in milliseconds. */
const LATER_MS = 25;

/**
 * Makes the addresses of stored objects true again when the sandbox starts on another port than last
 * time.
 */
export function moveAddresses({ store, publicUrl }: Context): void {
  store.transact(() => {
    for (const session of store.all("checkout.session")) {
      const url = `${publicUrl}/pay/${session.id}`;
      if (session.status === "open" && session.url !== url) {
        store.put("checkout.session", { ...session, url });
      }
    }
    for (const charge of store.all("charge")) {
      const url = `${publicUrl}/receipts/${charge.id}`;
      if (charge.receipt_url !== null && charge.receipt_url !== url) {
        store.put("charge", { ...charge, receipt_url: url });
      }
    }
  });
}

/** Does what time brings: sessions and authorisations that expire, deeds left for later. */
export class Housekeeper {
  readonly #ctx: Context;
  readonly #interval: NodeJS.Timeout;
  #soon: NodeJS.Timeout | null = null;
  #sweptAt = 0;

  constructor(ctx: Context) {
    this.#ctx = ctx;
    this.#interval = setInterval(() => this.sweep(), TICK_MS);
    this.#interval.unref();
    ctx.store.onCommit(() => this.#schedule());
    this.#schedule();
  }

  /**
   * Makes time true before anything is read: what has expired is expired. Cheap when the second has
   * not changed.
   */
  expire(): void {
    const now = this.#ctx.clock.now();
    if (now === this.#sweptAt) return;
    this.#sweptAt = now;
    this.#ctx.store.transact(() => {
      expireDueSessions(this.#ctx);
      expireAuthorisations(this.#ctx);
    });
  }

  /** Expires what is due and does the deeds left for later. */
  sweep(): void {
    this.expire();
    this.#ctx.store.transact(() => runDueDeeds(this.#ctx));
  }

  close(): void {
    clearInterval(this.#interval);
    if (this.#soon !== null) clearTimeout(this.#soon);
  }

  #schedule(): void {
    if (this.#soon !== null || this.#ctx.store.count(".later") === 0) return;
    this.#soon = setTimeout(() => {
      this.#soon = null;
      this.sweep();
    }, LATER_MS);
    this.#soon.unref();
  }
}
