/** What calls answer of a request that its owner accepted or refused. */
import { z } from "zod";
import type { Reservation } from "@models/reservation";

/** Of one that was accepted. */
export const acceptedShape = z.object({
  status: z
    .enum(["confirmed", "capturing", "cancelled"])
    .describe(
      "`confirmed`: its payment is taken. `capturing` while Stripe has not answered: the site goes on with it. `cancelled`: it is called off, as when the card's authorisation has ended; no reservation came of it.",
    ),
});

/** Of one that was refused. */
export const refusedShape = z.object({
  status: z
    .enum(["cancelling", "cancelled"])
    .describe(
      "`cancelled`: the card's authorisation is released. `cancelling` while Stripe has not answered: the site goes on with it.",
    ),
});

/** A request that was accepted, for the /api paths; one that its buyer called off in the same moment is `cancelled`. */
export function toAccepted({ status }: Reservation): z.infer<typeof acceptedShape> {
  if (status === "capturing") return { status };
  const isOff = status === "cancelling" || status === "cancelled";
  return { status: isOff ? "cancelled" : "confirmed" };
}

/** A request that was refused, for the /api paths. */
export function toRefused({ status }: Reservation): z.infer<typeof refusedShape> {
  return { status: status === "cancelling" ? status : "cancelled" };
}
