/** The call that pays with a card. */
import { z } from "zod";
import { withFacts } from "~/platform/web/field-facts";
import { shortText } from "~/platform/web/fields";
import { input, type InputData } from "~/platform/web/input";
import { refusalMessage } from "~/platform/refusal";
import { calledDayIfAny, calledSlot } from "../reserve/forms";

/**
 * What a card form sends to pay: the card in one of two ways, and days to reserve, or, from the page before
 * paying, the reservation that holds them already.
 */
export const chargeInput = input(
  {
    id: shortText.describe("The venue."),
    userId: shortText.optional(),
    /** Of the form in our page; a payment method is what the specified call names. */
    confirmationTokenId: withFacts(shortText.optional(), {
      description: "Instead of `paymentMethodId`.",
    }),
    paymentMethodId: withFacts(shortText.optional(), {
      requiredWithout: "confirmationTokenId",
      example: "pm_card_visa",
    }),
    /** As it was shown to the buyer. */
    amount: withFacts(z.number().int().positive(), { description: "Cents." }),
    currency: withFacts(z.string().trim().toLowerCase().pipe(z.literal("eur")).default("eur"), {
      pattern: "^\\s*[Ee][Uu][Rr]\\s*$",
      example: "eur",
    }),
    reservationId: shortText
      .optional()
      .describe(
        "A reservation of one's own that holds its days unpaid, as change-dates answers it: it is paid, and days that are said beside it are not looked at.",
      ),
    startDate: calledDayIfAny,
    endDate: calledDayIfAny,
    startSlot: calledSlot,
    endSlot: calledSlot,
    requestKey: shortText
      .optional()
      .describe(
        "A word of the caller's own for this request, with which it may be sent again when its answer was lost: the same days of the same venue are reserved and paid once. Left out, the card stands for it.",
      ),
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
