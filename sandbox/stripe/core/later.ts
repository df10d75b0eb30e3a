import type { Context } from "./context";
import type { LaterDeed } from "./records";

/**
 * Leaves a deed for the moment after the answer, as Stripe settles charges and follows refunds: what
 * the answer shows is not the last word, and an event tells the rest.
 */
export function doLater(
  ctx: Context,
  deed: LaterDeed["deed"],
  target: string,
  inSeconds = 0,
): void {
  ctx.store.put(".later", { id: ctx.ids("later"), deed, target, at: ctx.clock.now() + inSeconds });
}
