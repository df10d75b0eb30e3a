import { describe, expect, it } from "vitest";
import { slotId } from "~/rules/calendar";
import { heldSlots } from "~/rules/preparation";
import { effectiveState, holdsDays } from "~/rules/reservation-states";
import { addDays, addMinutes, parisDayOf, parisMidnight, todayInParis } from "~/platform/days";
import { planBookings } from "./bookings";
import { makePeople } from "./people";
import { tell } from "./stories";
import { makeVenues } from "./venues";

function plan(now: Date) {
  const people = makePeople("hash", now);
  return planBookings(people, makeVenues(people.owners, now), now).map((booking) => ({
    booking,
    told: tell(booking),
  }));
}

/** Every day of the week through two years and more, at all hours. */
const spread = Array.from({ length: 80 }, (_, index) =>
  addMinutes(parisMidnight(addDays("2026-03-01", index * 11)), (index * 317) % (24 * 60)),
);
/** Both sides of midnight on days that are not like others: a year's last and its first, a leap day, both changes of clocks. */
const edges = ["2026-12-31", "2027-01-01", "2028-02-29", "2027-03-28", "2027-10-31"].flatMap(
  (day) => [addMinutes(parisMidnight(day), 1), addMinutes(parisMidnight(addDays(day, 1)), -1)],
);
const instants = [...spread, ...edges];

describe("the demo's bookings, on whatever day they are made", () => {
  it("are tried on every day of the week", () => {
    const weekdays = spread.map((now) => new Date(parisDayOf(now)).getUTCDay());
    expect(new Set(weekdays).size).toBe(7);
  });

  it.each(instants)("make sense on %s", (now) => {
    const bookings = plan(now);
    const today = todayInParis(now);
    const slots = bookings
      .filter(({ told }) => holdsDays(told.reservation.status))
      .flatMap(({ told: { reservation } }) =>
        heldSlots(reservation, reservation).map((slot) =>
          slotId(reservation.venueId.toHexString(), slot),
        ),
      );
    expect(new Set(slots).size).toBe(slots.length);

    for (const { booking, told } of bookings) {
      const { reservation } = told;
      // What is stored is what is true: no deadline has passed unnoticed.
      expect(effectiveState(reservation, now, today)).toBe(reservation.status);
      expect(parisDayOf(booking.bookedAt) < reservation.startDate).toBe(true);
      expect(booking.venue.createdAt.getTime()).toBeGreaterThan(booking.owner.createdAt.getTime());
      expect(booking.bookedAt.getTime()).toBeGreaterThanOrEqual(booking.venue.createdAt.getTime());
      const times = reservation.history.map(({ at }) => at.getTime());
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
      if (booking.cancelledAt) {
        expect(parisDayOf(booking.cancelledAt) < reservation.startDate).toBe(true);
      }
    }

    const states = (email: string) =>
      new Set(
        bookings
          .filter(({ booking }) => booking.buyer.email === email)
          .map(({ told }) => told.reservation.status),
      );
    expect(states("cliente@exemple.fr")).toEqual(
      new Set(["hold", "pending", "confirmed", "ended", "cancelled", "dead"]),
    );
    const toAnswer = (email: string) =>
      bookings.filter(
        ({ booking, told }) =>
          booking.owner.email === email && told.reservation.status === "pending",
      );
    expect(toAnswer("proprietaire@exemple.fr").length).toBeGreaterThan(1);
    expect(toAnswer("mairie@exemple.fr").length).toBeGreaterThan(0);
    const isAwaited = ({ booking: { owner }, told: { reservation } }: (typeof bookings)[number]) =>
      owner.email === "mairie@exemple.fr" &&
      reservation.status === "confirmed" &&
      reservation.startDate > today;
    expect(bookings.some(isAwaited)).toBe(true);

    // What the office is shown of the last month is a trade that goes well.
    const monthAgo = addMinutes(now, -30 * 24 * 60);
    const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
    const paid = bookings.flatMap(({ told: { reservation, payment } }) =>
      (payment?.capturedAt ?? monthAgo) > monthAgo ? reservation.total : [],
    );
    const refunds = bookings.flatMap(({ told: { payment } }) =>
      payment?.refund && payment.refund.at > monthAgo ? payment.refund.amount : [],
    );
    expect(sum(refunds)).toBeLessThan(sum(paid) / 4);
  });

  it("are called off by owners for what may happen to them", () => {
    const why = plan(new Date("2026-11-21T10:30:00Z")).flatMap(
      ({ booking: { story, owner }, told: { reservation } }) =>
        story === "refused" || story === "cancelledByOwner"
          ? [{ story, type: owner.type, why: reservation.cancellation?.why ?? "" }]
          : [],
    );
    const refused = (type: string) =>
      new Set(why.filter((one) => one.story === "refused" && one.type === type).map((r) => r.why));
    expect(refused("Collectivité")).toEqual(
      new Set(["Le lieu est retenu pour un événement public à ces dates"]),
    );
    expect(refused("Entités privés")).toEqual(
      new Set(["Le lieu est retenu pour un événement privé à ces dates"]),
    );
    // It may be a garden or a castle.
    for (const one of why) expect(one.why).not.toMatch(/\bsalle\b/);
  });

  it("refund the customer half once, and all where the owner called off", () => {
    const refunds = plan(new Date("2026-11-21T10:30:00Z"))
      .filter(({ booking }) => booking.buyer.email === "cliente@exemple.fr")
      .filter(({ told }) => told.reservation.refunded > 0)
      .map(({ told: { reservation } }) => reservation.refunded / reservation.total);
    expect(refunds.some((part) => Math.abs(part - 0.5) < 0.001)).toBe(true);
    expect(refunds.filter((part) => part === 1).length).toBeGreaterThanOrEqual(2);
  });
});
