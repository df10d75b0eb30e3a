/** Other dates that their owner has to say yes to first: held beside the old ones until they answer. */
import { enqueue } from "@jobs/queue";
import { updateAndRead } from "@models/engine";
import { ReservationModel, type Reservation } from "@models/reservation";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { keepVenueOpen } from "~/venues/keep-venue-open.server";
import { changeDeadline, datesTexts, dearerBy } from "~/rules/change-of-dates";
import { queueChangeMails } from "../mail/change-mails.server";
import { takeBeside } from "../record/change-slots.server";
import { takeTurn } from "../reserve/unpaid-holds.server";
import { unchanged } from "./apply-change.server";
import { guardsOfBuyer, requireWithinDays, type Wish } from "./change-bounds.server";

/**
 * Holds the half days that a reservation lacks for other dates and asks its owner for them, in one transaction; within the days
 * that their buyer's account may hold for nothing.
 *
 * @returns the reservation after it, or null when somebody changed it meanwhile
 * @throws Refusal("change_days"), with the time to wait
 * @throws duplicate key when somebody else has one of the half days
 */
export async function askOwner(wish: Wish, now: Date): Promise<Reservation | null> {
  const { reservation, terms } = wish;
  const { startDate, endDate, startSlot, endSlot } = terms;
  const until = changeDeadline(now, reservation.startDate, startDate);
  const change = { startDate, endDate, startSlot, endSlot, at: now, until };
  const dates = { step: "asked", ...datesTexts(reservation, change) } as const;
  const entry = { at: now, by: "buyer", why: "Autres dates demandées au propriétaire" } as const;
  const after = await inTransaction(async (session) => {
    await takeTurn(guardsOfBuyer(reservation), now, session);
    await requireWithinDays(wish, now, session);
    const asked = await updateAndRead(
      ReservationModel,
      unchanged(reservation),
      { $set: { change }, $push: { history: { state: "confirmed", ...entry, dates } } },
      { session },
    );
    if (!asked) return null;
    await keepVenueOpen(reservation.venueId, session);
    await takeBeside(reservation, change, session);
    const { ownerShare } = terms;
    const more = dearerBy(reservation, terms);
    const less = reservation.total - terms.total;
    const news = { reservation: asked, dates, ownerShare, less, more };
    await queueChangeMails("asked", news, session);
    return asked;
  });
  if (!after) return null;
  await bumpContentVersion({ days: [reservation.venueId.toString()] });
  await enqueue("send-mails");
  return after;
}
