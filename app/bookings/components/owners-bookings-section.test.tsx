import { describe, expect, it } from "vitest";
import { reservationView } from "../../../tests/support/reservation-view";
import { shown } from "../../../tests/support/shown";
import type { ReceivedRequest } from "../answer/received-request.server";
import type { OwnersBookings } from "../lists/owners-bookings.server";
import type { BookedDay, DaysBooking } from "~/rules/bookings-calendar";
import { BookingsCalendar } from "./bookings-calendar";
import { ChangesToAnswer } from "./changes-to-answer";
import { OwnersBookingsSection } from "./owners-bookings-section";

const booking: ReceivedRequest = { ...reservationView, buyer: "Hugo L.", ownerShare: 84_000 };
const change = {
  ...{ periodText: "le 13/06/2027", until: "01/06/2027", left: "Encore 2 h" },
  ...{ more: 0, less: 0, ownerShare: 84_000 },
};

/** What is told of an owner's, of whom there is so much of each kind. */
const sectionOf = ({ requests = 0, changes = 0, upcoming = 0, past = 0, client = "" }) => {
  const some = <T,>(count: number, one: T) => Array.from({ length: count }, () => one);
  const list = (total: number) => ({ page: 1, pages: 1, total, bookings: some(total, booking) });
  const page: OwnersBookings = {
    toAnswer: some(requests, booking),
    changesToAnswer: some(changes, { request: booking, change }),
    answering: { requests: list(requests), changes: list(changes) },
    ...{ upcoming: { ...list(upcoming), share: upcoming * 84_000 }, past: list(past) },
    ...{ calendar: null, hasAny: client !== "" || upcoming + past > 0 },
    filter: { venue: "", month: "", client, venues: [], months: [], years: [] },
  };
  return shown(<OwnersBookingsSection page={page} others={{}} />);
};
const HEADINGS = ["Demandes à valider", "Changements de dates à valider", "À venir", "Passé (1)"];
const headingsOf = (lines: readonly string[]) => lines.filter((line) => HEADINGS.includes(line));
const waysOf = (lines: readonly string[]) => lines.filter((line) => line.startsWith("→ #"));

describe("an owner's bookings", () => {
  it("are told from the first of each kind on, and the way to them", () => {
    const request = sectionOf({ requests: 1 });
    expect(headingsOf(request)).toEqual(["Demandes à valider"]);
    expect(waysOf(request)).toEqual(["→ #demandes À répondre (1)", "→ #lieux Mes lieux"]);
    const dates = sectionOf({ changes: 1 });
    expect(headingsOf(dates)).toEqual(["Changements de dates à valider"]);
    expect(waysOf(dates)).toEqual(["→ #changements À répondre (1)", "→ #lieux Mes lieux"]);
    const next = sectionOf({ upcoming: 1 });
    expect(headingsOf(next)).toEqual(["À venir"]);
    expect(next).toContain("Réservations à venir");
    expect(waysOf(next)).toEqual(["→ #avenir À venir (1)", "→ #lieux Mes lieux"]);
    const over = sectionOf({ past: 1 });
    expect(headingsOf(over)).toEqual(["À venir", "Passé (1)"]);
    expect(over).not.toContain("Réservations à venir");
    expect(over).toContain("Réservations passées");
    expect(waysOf(over)).toEqual([
      ...["→ #avenir À venir (0)", "→ #passe Passé (1)", "→ #lieux Mes lieux"],
    ]);
  });

  it("are not told of where there are none", () => {
    expect(sectionOf({})).toEqual([]);
  });

  it("that are to come are counted, and what is the owner's of them", () => {
    expect(sectionOf({ upcoming: 1 })).toContain("1 réservation, 840,00\u00a0€ pour votre part.");
    expect(sectionOf({ upcoming: 2 })).toContain(
      "2 réservations, 1\u202f680,00\u00a0€ pour votre part.",
    );
    expect(sectionOf({ past: 1 })).toContain("Aucune réservation à venir.");
    const sought = { client: "Hugo" };
    expect(sectionOf(sought)).toContain("Aucune réservation trouvée.");
    expect(sectionOf({ ...sought, past: 1 })).toContain("Aucune réservation à venir.");
    expect(sectionOf({ ...sought, upcoming: 1 })).toContain(
      "1 réservation, 840,00\u00a0€ pour votre part.",
    );
    expect(sectionOf({ ...sought, requests: 1 })).toContain(
      "Aucune réservation\u00a0; voyez plus haut les demandes à valider.",
    );
  });
});

describe("of two venues of one title", () => {
  const linesOf = (venueCity: string) => {
    const here = { ...booking, venueTitle: "Salle des fêtes", venueCity };
    const list = { page: 1, pages: 1, total: 1, bookings: [here] };
    const page: OwnersBookings = {
      ...{ toAnswer: [here], changesToAnswer: [{ request: here, change }] },
      answering: { requests: list, changes: list },
      ...{ upcoming: { ...list, share: 84_000 }, past: list, calendar: null, hasAny: true },
      filter: { venue: "", month: "", client: "", venues: [], months: [], years: [] },
    };
    return shown(<OwnersBookingsSection page={page} others={{}} />);
  };

  it("each card and row says the town, and so does each of its links to whom they are read", () => {
    const lines = linesOf("Boos");
    const ways = lines.filter((line) => line.startsWith("→ /mes-locations/demandes/"));
    expect(ways).toHaveLength(8);
    for (const way of ways) expect(way).toContain(", Salle des fêtes (Boos), ");
    const titles = lines.flatMap((line, place) =>
      line.startsWith("Salle des fêtes") ? [[line, lines[place + 1]].join(" ")] : [],
    );
    expect(titles).toHaveLength(4);
    for (const title of titles) expect(title).toMatch(/^Salle des fêtes ?Boos/);
    expect(linesOf("Cléon")).toEqual(lines.map((line) => line.replace("Boos", "Cléon")));
  });
});

describe("other dates that wait for an owner", () => {
  const cardOf = (fields: Partial<typeof change>) => {
    const changes = [{ request: booking, change: { ...change, ...fields } }];
    return shown(<ChangesToAnswer changes={changes}>{null}</ChangesToAnswer>);
  };
  const receives = (lines: readonly string[]) => lines[lines.indexOf("Vous recevez") + 1];

  it("say what they receive, beside what they would have", () => {
    const before = "avant\u00a0: du 11/06/2027 au 12/06/2027";
    const same = cardOf({});
    expect(receives(same)).toBe("840,00\u00a0€, comme avant");
    expect(same).toContain(before);
    const cheaper = cardOf({ less: 54_000, ownerShare: 42_000 });
    expect(receives(cheaper)).toBe("420,00\u00a0€ au lieu de 840,00\u00a0€");
    const dearer = cardOf({ more: 54_000, ownerShare: 126_000 });
    expect(receives(dearer)).toBe("1\u202f260,00\u00a0€ au lieu de 840,00\u00a0€");
    expect(dearer).toContain(`${before}\u00a0; le client paie 540,00\u00a0€ de plus`);
  });
});

describe("a day of an owner's calendar", () => {
  const filter = { venue: "v1", month: "", client: "", venues: [], months: [], years: [] };
  const wayOf = (...states: DaysBooking["state"][]) => {
    const bookings = states.map((state, at) => ({ id: `r${at}`, state }));
    const day: BookedDay = { day: "2027-06-11", halves: {}, venues: [], bookings };
    const calendar = { month: "2027-06", days: [day], venue: null };
    const lines = shown(<BookingsCalendar calendar={calendar} filter={filter} others={{}} />);
    return lines.find((line) => line.includes("juin 2027\u00a0: matin"))?.split(" ")[1];
  };

  it("leads to its reservation, of several to the list that has them, what is to be answered first", () => {
    expect(wayOf("pending")).toBe("/mes-locations/demandes/r0");
    const to = "/mes-locations?lieu=v1&mois=2027-06";
    expect(wayOf("pending", "pending")).toBe(`${to}#demandes`);
    expect(wayOf("confirmed", "pending")).toBe(`${to}#demandes`);
    expect(wayOf("confirmed", "change")).toBe(`${to}#changements`);
    expect(wayOf("ended", "confirmed")).toBe(`${to}#avenir`);
    expect(wayOf("ended", "ended")).toBe(`${to}#passe`);
  });
});
