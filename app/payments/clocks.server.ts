import { logger } from "~/platform/log.server";

/** So far our clock may be from Stripe's: an answer takes its time, and theirs are told in seconds. */
const TOLERANCE_S = 60;
/** How often the log is told. */
const TOLD_AGAIN_MS = 600_000;
let toldAt = -Infinity;

/**
 * Says now and then in the log that this machine's clock is not Stripe's. One that is five minutes ahead takes every webhook for an
 * old one; deadlines and authenticators' codes go by it too.
 *
 * @param date the header of an answer of Stripe's; another one than a date says nothing
 */
export function compareClocks(date: unknown, now: Date): void {
  const theirs = typeof date === "string" ? Date.parse(date) : NaN;
  const seconds = Math.round((now.getTime() - theirs) / 1_000);
  if (Number.isNaN(seconds) || Math.abs(seconds) <= TOLERANCE_S) return;
  if (Math.abs(now.getTime() - toldAt) < TOLD_AGAIN_MS) return;
  toldAt = now.getTime();
  logger.warn({ seconds }, "this machine's clock is not Stripe's");
}
