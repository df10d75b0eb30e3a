/** What an administrator says before an act on a reservation. */
import { z } from "zod";
import { shownStay } from "~/bookings/cancel/forms";
import { addMinutes } from "~/platform/days";
import { parseEuros } from "~/platform/money";
import { withoutUnseen } from "~/platform/seen-text";
import { instantMs, objectId } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { currentPassword, reason } from "../audit/decision-fields";

const cents = z.number().int().min(0);

/** What was typed into the page before, and its cents; empty: nothing yet. Null: no amount of money. */
export const amountParam = z
  .string()
  .trim()
  .max(40)
  .catch("")
  .transform((text) => {
    const amount = parseEuros(withoutUnseen(text)) ?? 0;
    return { text, amount: amount > 0 ? amount : null };
  });

/** `amount` and `decided` are those that the page said, in cents. */
export const refundBeyondInput = input({
  amount: cents.min(1),
  decided: cents,
  why: reason,
  currentPassword,
});

export const cancelForPlatformInput = input({
  stay: shownStay,
  amount: cents,
  why: reason,
  currentPassword,
});

const HOURS = [12, 24, 48] as const;

/** By how much an answer may be put off at once. */
const EXTENSIONS = HOURS.map((hours) => ({
  value: String(hours),
  label: `${hours}\u00a0heures`,
}));

/**
 * What of it an answer can still be put off by: none where even the least is too long.
 *
 * @param latest until when it can be awaited at most
 */
export function extensionsOf({ answerBy, latest }: { answerBy: Date; latest: Date }) {
  return EXTENSIONS.filter(({ value }) => addMinutes(answerBy, Number(value) * 60) <= latest);
}

/** `seen` is the deadline that the page showed, in milliseconds. */
export const extendInput = input({
  // Still an instant with the hours added.
  seen: instantMs.max(8e15),
  hours: z
    .number({ required_error: "Choisissez de combien." })
    .refine((hours) => HOURS.some((one) => one === hours), "Choisissez de combien."),
  why: reason,
});

/** The mail that a button stands beside. */
export const mailInput = input({ mail: objectId });
