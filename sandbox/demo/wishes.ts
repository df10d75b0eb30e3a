import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Wish } from "@models/wish";
import { DAY_MINUTES, addDays, addMinutes, todayInParis } from "~/platform/days";
import { idFor } from "./random";

/** How long ago the customer asked for what waits still, in days. */
const WAITED = 3;

/**
 * What the customer waits for: days that another customer has, and the days that are held for her just now.
 */
export function makeWishes(
  reservations: readonly Reservation[],
  customer: Pick<User, "_id"> | undefined,
  now: Date,
): Wish[] {
  if (!customer) return [];
  const leftAt = addMinutes(now, -WAITED * DAY_MINUTES);
  const next = addDays(todayInParis(now), 7);
  const others = reservations.find(
    ({ status, userId, startDate }) =>
      status === "confirmed" && !userId.equals(customer._id) && startDate > next,
  );
  const offered = reservations.find(({ offer }) => offer !== undefined);
  return [
    ...(others
      ? [{ ...wishFor(others, leftAt), _id: idFor("wish:waiting"), user: customer._id }]
      : []),
    ...(offered?.offer
      ? [
          {
            ...wishFor(offered, leftAt),
            ...{ _id: offered.offer, user: offered.userId, reservation: offered._id },
            ...{ state: "offered" as const, lookAt: offered.holdUntil ?? now },
          },
        ]
      : []),
  ];
}

function wishFor(reservation: Reservation, at: Date): Omit<Wish, "_id" | "user"> {
  const { venueId, startDate, endDate, startSlot, endSlot, period } = reservation;
  const stay = { startDate, endDate, startSlot, endSlot, period };
  return { ...stay, venue: venueId, state: "waiting", lookAt: at, marks: 0, createdAt: at };
}
