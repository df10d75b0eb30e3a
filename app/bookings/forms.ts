/** The forms around a reservation. What days may be had is the calendar's to say, not theirs. */
import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import { isDay } from "~/platform/days";
import { objectId, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

const text = z.string().trim().max(40).optional();

/** 'Réserver' on a venue's page. */
export const reserveForm = z.object({
  start: text,
  end: text,
  startSlot: text,
  endSlot: text,
  /** Made with the page: the same press twice is one reservation. */
  requestKey: z.string().trim().min(1).max(100),
});
export type ReserveForm = z.infer<typeof reserveForm>;

/** The days of a form as a query string, for coming back to the page they were chosen on. */
export function stayQuery({ start, end, startSlot, endSlot }: ReserveForm): string {
  const chosen = Object.entries({ start, end, startSlot, endSlot }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chosen.length > 0 ? `?${new URLSearchParams(chosen).toString()}` : "";
}

/** A confirmation: the button that was pressed, nothing else. */
export const confirmForm = z.object({});

/** A cancellation, with the amount that was announced: another one by now is refused. */
export const cancelForm = z.object({ amount: z.coerce.number().int().min(0) });

/** An owner's answer; the reason, if any, is shown to the buyer. */
export const answerForm = z.object({
  why: z.string().trim().max(280, "Le motif a 280 caractères au plus.").optional(),
});

/** 'Fermer ces jours' on an owner's page of a venue. */
export const closeDaysInput = input({
  start: text,
  end: text,
  startSlot: text,
  endSlot: text,
});

const day = z.string().refine(isDay);

/** 'Rouvrir', beside days that an owner closed. */
export const reopenDaysInput = input({
  startDate: day,
  endDate: day,
  startSlot: z.enum(SLOTS),
  endSlot: z.enum(SLOTS),
});

/** What the card form in the page sends to pay. */
export const chargeInput = input({
  /** The venue. */
  id: shortText,
  userId: objectId.optional(),
  paymentMethodId: shortText,
  /** Cents, as they were shown to the buyer. */
  amount: z.number().int().positive(),
  currency: z.string().trim().toLowerCase().pipe(z.literal("eur")).default("eur"),
  startDate: text,
  endDate: text,
  startSlot: text,
  endSlot: text,
  requestKey: shortText.optional(),
});
