/** The forms around a reservation. What days may be had is the calendar's to say, not theirs. */
import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import { knownPassword } from "~/accounts/password-rules";
import { isDay } from "~/platform/days";
import { withFacts } from "~/platform/web/field-facts";
import { idParam, objectId, shortText } from "~/platform/web/fields";
import { input, type InputData } from "~/platform/web/input";
import { refusalMessage } from "~/platform/web/refusal";
import type { RawStayRequest } from "~/rules/calendar";
import { RECEIPT_NUMBER } from "~/rules/receipt";

/** A day or a slot as it was typed; what of them may be had is the calendar's to say. */
const typed = z.string().trim().max(40).optional();
const typedStay = { start: typed, end: typed, startSlot: typed, endSlot: typed };

/** What a refusal is about that concerns other unpaid requests, not what was typed. */
export const UNPAID_FIELD = "demandes";

/** 'Réserver' on a venue's page. */
export const reserveInput = input({
  ...typedStay,
  /** Made with the page: the same press twice is one reservation. */
  requestKey: shortText,
});
type TypedStay = Pick<InputData<typeof reserveInput>, keyof typeof typedStay>;

/** The days of a form by the names that the calendar knows them under. */
export function rawStayOf({ start, end, startSlot, endSlot }: TypedStay) {
  return { startDate: start, endDate: end, startSlot, endSlot };
}

/** The days of an address, as a venue's page has them, by the names that the calendar knows them under. */
export function rawStayOfQuery(query: URLSearchParams): RawStayRequest {
  return {
    startDate: query.get("start"),
    endDate: query.get("end"),
    startSlot: query.get("startSlot"),
    endSlot: query.get("endSlot"),
  };
}

/** The days of a form as a query string, for coming back to the page they were chosen on. */
export function stayQuery({ start, end, startSlot, endSlot }: TypedStay): string {
  const chosen = Object.entries({ start, end, startSlot, endSlot }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chosen.length > 0 ? `?${new URLSearchParams(chosen).toString()}` : "";
}

/** Where one puts oneself on a venue's waiting list, with the days chosen so far. */
export function waitingPath(venueId: string, chosen: TypedStay = {}): string {
  return `/reservation/${venueId}/attente${stayQuery(chosen)}`;
}

/** A place on a venue's waiting list. */
export const wishInput = input(typedStay);

/** 'Renoncer', beside one's place on a waiting list. */
export const withdrawWishInput = input({ wish: objectId });

/** A cancellation, with the amount that was announced: another one by now is refused. */
export const cancelInput = input({ amount: z.number().int().min(0) });

/** Other dates, with the total that was announced for them: another one by now is refused. */
export const changeDatesInput = input({ ...typedStay, total: z.number().int().min(0) });

/** A change of dates by a program. */
export const changeDatesCallInput = input({
  startDate: typed,
  endDate: typed,
  startSlot: typed,
  endSlot: typed,
  amount: withFacts(z.number().int().min(0).optional(), {
    description: "Cents that the new dates are expected to cost; other ones are refused.",
  }),
});

const WHY_LENGTH = 280;
const WHY_TOO_LONG = `Le motif a ${WHY_LENGTH} caractères au plus.`;

/** An owner calls off what they had confirmed: the amount as above, and why. */
export const ownerCancelInput = input(
  {
    amount: z.number().int().min(0),
    why: z.string().trim().max(WHY_LENGTH, WHY_TOO_LONG),
  },
  ({ required }) => [required(["why"], "Dites au client pourquoi vous annulez.")],
);

/** An owner's answer; the reason, if any, is shown to the buyer. */
export const answerInput = input({
  why: z.string().trim().max(WHY_LENGTH, WHY_TOO_LONG).optional(),
});

/** 'Fermer ces jours' on an owner's page of a venue. */
export const closeDaysInput = input(typedStay);

const day = withFacts(z.string().refine(isDay), {
  format: "date",
  pattern: "^[1-9]\\d{3}-\\d{2}-\\d{2}$",
  example: "2027-06-11",
});

/** 'Rouvrir', beside days that an owner closed. */
export const reopenDaysInput = input({
  startDate: day,
  endDate: day,
  startSlot: z.enum(SLOTS),
  endSlot: z.enum(SLOTS),
});

/**
 * What a card form sends to pay: the card in one of two ways, and days to reserve, or, from the page before
 * paying, the reservation that holds them already.
 */
export const chargeInput = input(
  {
    /** The venue. */
    id: shortText,
    userId: shortText.optional(),
    /** Of the form in our page; a payment method is what the specified call names. */
    confirmationTokenId: withFacts(shortText.optional(), {
      description: "Instead of `paymentMethodId`.",
    }),
    paymentMethodId: withFacts(shortText.optional(), {
      description: "Required where `confirmationTokenId` is absent.",
      example: "pm_card_visa",
    }),
    /** As it was shown to the buyer. */
    amount: withFacts(z.number().int().positive(), { description: "Cents." }),
    currency: withFacts(z.string().trim().toLowerCase().pipe(z.literal("eur")).default("eur"), {
      pattern: "^\\s*[Ee][Uu][Rr]\\s*$",
      example: "eur",
    }),
    reservationId: shortText.optional(),
    startDate: typed,
    endDate: typed,
    startSlot: typed,
    endSlot: typed,
    requestKey: shortText.optional(),
  },
  ({ check }) => [
    check(
      "confirmationTokenId",
      refusalMessage("invalid"),
      (_, { confirmationTokenId, paymentMethodId }) =>
        (confirmationTokenId === undefined) !== (paymentMethodId === undefined),
    ),
  ],
);

/** The card of a charge, named in one of the two ways. */
export function cardOf({
  confirmationTokenId,
  paymentMethodId = "",
}: Pick<InputData<typeof chargeInput>, "confirmationTokenId" | "paymentMethodId">) {
  return confirmationTokenId === undefined ? { paymentMethodId } : { confirmationTokenId };
}

/** Asked of an administrator who calls off a reservation of others, unless they have just given it. */
const currentPassword = withFacts(
  knownPassword("Saisissez votre mot de passe.", "Saisissez votre mot de passe.").optional(),
  { description: "An administrator's own, for the reservations of others." },
);

/** Whose reservation of which venue, starting when, is to be cancelled. */
export const cancelByDayInput = input({
  userId: shortText.optional(),
  currentPassword,
  buyerId: shortText,
  locationId: shortText,
  startDate: shortText,
});

/** Which payment is to be given back, of a reservation that starts when. */
export const refundInput = input({
  userId: shortText.optional(),
  currentPassword,
  paymentIntentId: shortText,
  startDate: shortText,
});

const PDF = ".pdf";

/** Where a receipt's file is: its reservation, and its number as the file's name. */
export const receiptFileParams = idParam.extend({
  file: z
    .string()
    .endsWith(PDF)
    .transform((file) => file.slice(0, -PDF.length))
    .refine((number) => RECEIPT_NUMBER.test(number)),
});

/** The year of a list; the present one when it is none. */
export const yearParam = z.object({
  annee: z.coerce.number().int().min(2000).max(2999).nullable().catch(null),
});
