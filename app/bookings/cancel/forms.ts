/** The forms and calls that cancel a reservation or give money back. */
import { z } from "zod";
import { SLOTS } from "@models/enumerations";
import { knownPassword } from "~/accounts/password-rules";
import { withFacts } from "~/platform/web/field-facts";
import { checkbox, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { reason } from "~/rules/reason";

const cents = z.number().int().min(0);

/** The dates that a page said, as it said them ('du 11/06/2027 au 13/06/2027'): others by now are refused. */
export const shownStay = shortText.optional();

/** A cancellation, with the dates that were shown and what was announced to come back of how much: others by now are refused. */
export const cancelInput = input({ stay: shownStay, amount: cents, paid: cents });

/** An owner calls off what they had confirmed: dates and amount as above, why, and whether the days stay closed. */
export const ownerCancelInput = input(
  {
    stay: shownStay,
    amount: cents,
    why: reason,
    keepClosed: checkbox,
  },
  ({ required }) => [required(["why"], "Dites au client pourquoi vous annulez.")],
);

/** Asked of an administrator who calls off a reservation of others, unless they have just given it. */
const currentPassword = withFacts(
  knownPassword("Saisissez votre mot de passe.", "Saisissez votre mot de passe.").optional(),
  { description: "An administrator's own, for the reservations of others." },
);

/** The specified calls have no place for it: it may be left out. */
const why = withFacts(reason.optional(), {
  description: "An owner's reason, as the buyer is told it; an administrator's is kept in the log.",
});

const firstDay = shortText.describe("The reservation's first day as it is answered, YYYY-MM-DD.");

const keepClosed = checkbox.describe(
  "An owner's: the days stay closed, and they may reopen them; else they are free. Said by anybody else, or of what is called off already, it changes nothing.",
);

/** Whose reservation of which venue, starting when, is to be cancelled. */
export const cancelByDayInput = input({
  userId: shortText.optional(),
  currentPassword,
  buyerId: shortText,
  locationId: shortText,
  startDate: firstDay,
  why,
  keepClosed,
  startSlot: withFacts(z.enum(SLOTS).optional(), {
    description: "Required where reservations of both halves of that day begin.",
  }),
});

/** Which payment is to be given back, of a reservation that starts when. */
export const refundInput = input({
  userId: shortText.optional(),
  currentPassword,
  paymentIntentId: shortText,
  startDate: firstDay,
  why,
  keepClosed,
});
