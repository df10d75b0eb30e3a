import { expect, it } from "vitest";
import { Types } from "mongoose";
import { addDays, addMinutes, parisMidnight } from "~/platform/days";
import { planBookings } from "./bookings";
import { makePeople } from "./people";
import { makeReports } from "./reports";
import { makeReviews } from "./reviews";
import { tell } from "./stories";
import { makeVenues } from "./venues";

const days = Array.from({ length: 12 }, (_, index) =>
  addMinutes(parisMidnight(addDays("2026-03-01", index * 37)), index * 113),
);

function wordsOn(now: Date) {
  const people = makePeople("hash", now);
  const venues = makeVenues(people.owners, now);
  const told = planBookings(people, venues, now).map((booking) => tell(booking).reservation);
  const shown = venues.map(({ venue }) => venue);
  const reviews = makeReviews(told, shown, people.customers, now);
  const { reports } = makeReports(venues, reviews, new Types.ObjectId(), now);
  const venueOf = (id: Types.ObjectId) => shown.find(({ _id }) => _id.equals(id))!;
  return { reviews, reports, venueOf };
}

/** What is said, and of which kinds of venue it may be. */
const FITTING = [
  [/musiciens/, /Auditoriums|concert|spectacle/],
  [/jardin à la piste/, /Châteaux|Manoirs|Villas/],
  [
    /assemblée générale|Séminaire|notre réunion/,
    /réunion|conférence|Bureaux|coworking|polyval|munici/,
  ],
  [/salle magnifique/, /réception|banquet|fête/],
  [/cuisine est petite/, /polyvalentes|municipales|fête/],
  [/chauffage/, /^Salle|Bureaux|coworking|Auditoriums/],
] as const;

it.each(days)("reviews speak of the kind of venue that they are of, made on %s", (now) => {
  const { reviews, venueOf } = wordsOn(now);
  const states = reviews.map(({ state }) => state);
  expect(states.filter((state) => state === "published").length).toBe(12);
  expect(states.filter((state) => state === "pending").length).toBe(2);
  expect(states.filter((state) => state === "refused").length).toBe(1);
  expect(new Set(reviews.map(({ reservation }) => String(reservation))).size).toBe(reviews.length);
  for (const { text, venue } of reviews) {
    for (const [said, kinds] of FITTING) {
      if (said.test(text)) expect(venueOf(venue).type[0], text).toMatch(kinds);
    }
  }
});

it("complains of what the second photo of the reported venue shows", () => {
  const { reports, venueOf } = wordsOn(days[0]!);
  const { text, target } = reports.find(({ text }) => text.includes("deuxième photo"))!;
  const missed = /pas de (?<what>.+)\.$/.exec(text)!.groups!.what!;
  expect(venueOf(target).locationIMG[1]!.alt).toContain(missed);
});
