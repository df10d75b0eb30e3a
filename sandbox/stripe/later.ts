import { attempt } from "./core/attempt";
import type { Context } from "./core/context";
import { emit } from "./core/events";
import type { LaterDeed } from "./core/records";
import { openDispute } from "./resources/disputes";
import { setRefundStatus } from "./resources/refunds";
import { settleCharge } from "./resources/settlement";

const DEEDS: Record<LaterDeed["deed"], (ctx: Context, target: string) => void> = {
  settleCharge(ctx, target) {
    const before = ctx.store.get("charge", target);
    const charge = settleCharge(ctx, target);
    if (before !== charge) {
      emit(ctx, "charge.updated", charge, { previous: { balance_transaction: null } });
    }
  },
  completeRefund: (ctx, target) => setRefundStatus(ctx, target, "succeeded"),
  failRefund: (ctx, target) => setRefundStatus(ctx, target, "failed"),
  openDispute: (ctx, target) => {
    openDispute(ctx, target, { reason: "fraudulent" });
  },
};

/**
 * Does what has come due, inside the running transaction. What the state no longer allows, such as
 * disputing a charge that is disputed already, is dropped.
 */
export function runDueDeeds(ctx: Context): void {
  const now = ctx.clock.now();
  for (const later of ctx.store.all(".later")) {
    if (later.at > now) continue;
    ctx.store.remove(".later", later.id);
    attempt(ctx.store, () => DEEDS[later.deed](ctx, later.target));
  }
}
