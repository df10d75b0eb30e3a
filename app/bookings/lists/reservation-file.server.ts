import { Refusal } from "~/platform/refusal";
import type { Side } from "~/rules/history-words";
import { isLet } from "~/rules/reservation-states";
import { reservationEvent } from "../mail/reservation-event.server";
import { reservationPage } from "./reservation-page.server";

/**
 * A reservation as a file for calendars, once it is confirmed: of a request that comes to nothing no mail has a file that
 * would take it out again.
 *
 * @throws Refusal("not_found") when there is none such of this person's, or it is not confirmed
 */
export async function reservationFile(
  reservationId: string,
  who: { side: Side; userId: string },
  now: Date,
): Promise<{ name: string; content: string }> {
  const page = await reservationPage(reservationId, who, now);
  const { request, address, other, side, timesChanged, zone } = page;
  if (!isLet(request.state)) throw new Refusal("not_found");
  const location = address ? `${address.street}, ${address.town}` : request.venueCity;
  return reservationEvent({
    ...{ reservation: request, timesChanged, side, other, location, zone, now },
    status: "confirmed",
  });
}
