import "../support/payments";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { Types } from "mongoose";
import { beforeAll, describe, expect, it, test } from "vitest";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { ReceiptModel } from "@models/receipt";
import { VenueModel } from "@models/venue";
import { WishModel } from "@models/wish";
import { feedAddress } from "~/bookings/calendars/feed-address.server";
import { offerLink } from "~/bookings/mail/answer-link.server";
import { addDays, addMinutes, type Day } from "~/platform/days";
import { slotId } from "~/rules/calendar";
import routeConfig from "~/routes";
import { confirmReservation } from "../support/confirmed-reservation";
import { everythingStored, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, type Member } from "../support/members";
import { createReservation } from "../support/reservations";
import type { Handler } from "../support/visitor";

/**
 * Everything of one owner, asked for and acted on by another: bookings, days, feeds, imports and waiting lists, by each
 * address that is not the back-office's. An address that nobody has thought of here fails. Calls of /api and what they
 * change of a venue are in api-matrix.test.ts.
 */

useDatabase();

const now = new Date();
/** What a request leaves behind whoever sends it: how often somebody asked, and their session's last use. */
const OF_REQUESTS = ["ratelimits", "sessions"];

interface Address {
  path: string;
  file: string;
}

/** Every address of people's, from the routes themselves: neither the back-office's nor /api's. */
function collect(entries: readonly RouteConfigEntry[], above = ""): Address[] {
  return entries.flatMap(({ file, path, children }) => {
    if (file.includes("groups/admin")) return [];
    const whole = [above, path].filter(Boolean).join("/");
    const own = /groups\/|routes\/page\.tsx/.test(file) ? [] : [{ path: whole, file }];
    return [...own, ...(children ? collect(children, whole) : [])];
  });
}
const addresses = collect(routeConfig).filter(
  ({ path }) => !/^(api|admin)(\/|$)/.test(path) && !path.includes("*"),
);

/** Held by other-peoples-bookings.test.ts, each with its page, file and form. */
const OF_ONE_RESERVATION = /^mes-(demandes|locations\/demandes)\/:id/;

/** Of addresses with something of somebody's in them: why another owner may open them, and sees nothing more there than all do. */
const OPEN: Readonly<Record<string, string>> = {
  "reservation/:id": "a venue's public page",
  "reservation/:id/carte": "a venue's public page",
  "reservation/:id/avis": "a venue's published reviews",
  "reservation/:id/photos/:place": "a venue's photos",
  "reservation/:id/attente": "anybody may wait for a venue's days",
  "signaler/:id": "anybody may report a venue",
  "images/:id/:file": "published photos",
};
/** What the address itself is the key of, in a mail or an owner's own calendar program. */
const KEYS: Readonly<Record<string, string>> = {
  "demandes/:token/:answer": "signed, for whoever has the owner's mail",
  "changements/:token/:answer": "signed, for whoever has the owner's mail",
  "recours/:token": "signed, for whoever has the mail",
  "reinitialisation-mot-de-passe/:token": "signed, for whoever has the mail",
  "calendriers/:file": "a feed's address is its key",
  "__outbox/:id": "on machines of developers alone",
};

interface Try {
  params?: Record<string, string>;
  query?: Record<string, string>;
  /** What the page and all its forms answer whoever it is not for; 404 when absent. */
  status?: number;
  /** The forms of the page, each complete, so that nothing but whose it is stands in its way. */
  forms?: Record<string, string>[];
}
let tries: Record<string, Try>;

let owner: Member;
let other: Member;
let otherVenue: string;
let venue: string;
let importId: string;
let feed: string;
let wishId: string;
let day: Day;
let payment: { paymentIntentId: string; startDate: Day; buyerId: string };
/** What only the owner and their guests know. */
let secrets: string[];
let before: string[];

const modules = import.meta.glob<{ loader?: Handler; action?: Handler }>(
  "../../app/routes/**/*.{ts,tsx}",
);
const moduleOf = async (file: string) => await modules[`../../app/${file}`]!();

beforeAll(async () => {
  const buyer = await createUser({ name: "Zélie", lastname: "Quatrebarbes" });
  const made = await confirmReservation(buyer, { now });
  const { reservation } = made;
  owner = await loggedIn(made.owner);
  day = reservation.startDate;
  venue = made.venue._id.toString();
  const calendarFeed = { salt: "sel-de-la-salle", createdAt: now };
  const closed = addDays(day, 9);
  const slot = { day: closed, slot: "AM" } as const;
  await VenueModel.updateOne({ _id: venue }, { calendarFeed, arrival: "Clé sous le pot" });
  await BookedSlotModel.create({
    ...{ _id: slotId(venue, slot), venue, ...slot, block: "owner" },
  });
  const calendar = await CalendarImportModel.create({
    ...{
      venue,
      owner: made.owner._id,
      name: "Agenda privé",
      url: "https://agenda.example/secret.ics",
    },
    createdAt: now,
  });
  importId = calendar._id.toString();
  const rows = ["pending", "ended", "cancelled"] as const;
  const more = await Promise.all(
    rows.map((status, place) =>
      createReservation({
        ...{ venue: made.venue, buyer, status, startDate: addDays(day, 20 + place) },
      }),
    ),
  );
  const wish = {
    ...({ user: buyer._id, venue: made.venue._id, startDate: day, endDate: day } as const),
    ...({ startSlot: "AM", endSlot: "PM", period: "Day" } as const),
    ...{ lookAt: addMinutes(now, 60), createdAt: now },
  } as const;
  const waits = await WishModel.create({ ...wish, state: "waiting" });
  wishId = waits._id.toString();
  const offer = new Types.ObjectId();
  const hold = await createReservation({
    ...{ venue: made.venue, buyer, status: "hold", startDate: addDays(day, 40), offer },
  });
  const offered = { ...wish, _id: offer, state: "offered", reservation: hold._id } as const;
  await WishModel.create(offered);
  const receipt = await ReceiptModel.findOne({ reservation: reservation._id }).lean();

  other = await loggedIn(await createOwner());
  otherVenue = (await createVenue(other.user))._id.toString();
  payment = {
    ...{ paymentIntentId: reservation.paymentIntentId!, startDate: day },
    buyerId: buyer._id.toString(),
  };
  const demande = hold._id.toString();
  const stay = { start: closed, end: closed, startSlot: "AM", endSlot: "PM" };
  const closing = { startDate: closed, endDate: closed, startSlot: "AM", endSlot: "PM" };
  const url = "https://agenda.example/b.ics";
  tries = {
    "profil/location/:id": {
      params: { id: venue },
      forms: [
        { intent: "close", ...stay },
        { intent: "reopen", ...closing },
      ],
    },
    "profil/location/:id/calendriers": {
      params: { id: venue },
      forms: [
        ...[{ intent: "share" }, { intent: "unshare" }, { intent: "add", name: "Le mien", url }],
        ...[
          { intent: "sync", calendar: importId },
          { intent: "remove", calendar: importId },
        ],
      ],
    },
    "profil/location/:id/calendriers/:act": {
      params: { id: venue, act: "retirer" },
      query: { calendrier: importId },
    },
    "profil/location/:id/supprimer": { params: { id: venue }, forms: [{ intent: "delete" }] },
    "reservation/:id/paiement": {
      params: { id: venue },
      query: { demande },
      forms: [{ intent: "pay" }, { intent: "abandon" }],
    },
    "reservation/:id/success": { params: { id: venue }, query: { demande } },
    "reservation/:id/error": { params: { id: venue }, query: { demande } },
    "attente/:token": {
      params: { token: new URL(offerLink(offered)).pathname.slice("/attente/".length) },
      forms: [{ intent: "take" }, { intent: "leave" }],
      // It says that it is for somebody else.
      status: 403,
    },
  };
  feed = feedAddress(venue, calendarFeed.salt);
  secrets = [
    ...[reservation, hold, ...more].flatMap(({ _id, reference }) => [_id.toString(), reference]),
    ...[buyer.email, made.owner.email, "Quatrebarbes", "Zélie", "Clé sous le pot", "Agenda privé"],
    ...["secret.ics", importId, wishId, offer.toString(), receipt!.number],
    feed,
  ];
  before = await everythingStored(OF_REQUESTS);
});

interface Asked extends Try {
  form?: Record<string, string>;
  /** The other owner, when nobody is named. */
  who?: Member;
}

/** What somebody is answered: the status, and all that was sent. */
async function ask(handler: Handler, { params = {}, query, form, who = other }: Asked) {
  const path = `/?${new URLSearchParams(query).toString()}`;
  const visit = { params, ...(form && { form }) };
  const response = await who.visitor.visit(handler, path, visit).catch((refused: unknown) => {
    if (refused instanceof Response) return refused;
    throw refused;
  });
  return { status: response.status, text: await response.text() };
}

/** @param sent what was typed, which a form shows again */
function expectNothingTold(text: string, what: string, sent: Record<string, string> = {}): void {
  const typed = Object.values(sent);
  const told = secrets.filter((secret) => text.includes(secret) && !typed.includes(secret));
  expect(told, what).toEqual([]);
}

describe("an address with something of somebody's in it", () => {
  it("is one that was thought of", () => {
    const known = [...Object.keys(tries), ...Object.keys(OPEN), ...Object.keys(KEYS)];
    const found = addresses
      .map(({ path }) => path)
      .filter((path) => path.includes(":") && !OF_ONE_RESERVATION.test(path));
    expect(found.filter((path) => !path.startsWith("mes-parametres/")).sort()).toEqual(
      known.sort(),
    );
  });

  it("tells its owner what is looked for here", async () => {
    const theirs = { ...tries["profil/location/:id/calendriers"], who: owner };
    const { loader } = await moduleOf("routes/profil/location/$id/calendriers.tsx");
    const { status, text } = await ask(loader!, theirs);
    expect(status).toBe(200);
    for (const secret of ["Agenda privé", importId, feed]) expect(text).toContain(secret);
    const list = await moduleOf("routes/mes-locations/index.tsx");
    expect((await ask(list.loader!, { who: owner })).text).toContain(secrets[0]);
  });

  it("is there for nobody but whose it is", async () => {
    for (const { path, file } of addresses) {
      const asked = tries[path];
      if (!asked) continue;
      const { loader, action } = await moduleOf(file);
      const { status, text } = await ask(loader!, asked);
      expect(status, path).toBe(asked.status ?? 404);
      expectNothingTold(text, path);
      for (const form of asked.forms ?? []) {
        const answer = await ask(action!, { ...asked, form });
        expect(answer.status, `${path} ${form.intent ?? ""}`).toBe(asked.status ?? 404);
        expectNothingTold(answer.text, path, form);
      }
    }
  });

  it("tells nothing but what everybody knows where it is open", async () => {
    const open = addresses.filter(({ path }) => path in OPEN && !path.startsWith("images/"));
    for (const { path, file } of open) {
      const { loader } = await moduleOf(file);
      const { text } = await ask(loader!, { params: { id: venue, place: "1" } });
      expectNothingTold(text, path);
    }
  });
});

test("pages and files of one's own tell of nobody else's, whatever they are asked for", async () => {
  // The outbox, which shows every mail, is on machines of developers alone.
  const own = addresses.filter(({ path }) => !path.includes(":") && path !== "__outbox");
  const query = { lieu: venue, mois: day.slice(0, 7), annee: day.slice(0, 4), demande: "x" };
  for (const { path, file } of own) {
    const { loader } = await moduleOf(file);
    if (!loader) continue;
    for (const asked of [{}, { query }, { query: { ...query, q: "quatre" } }]) {
      expectNothingTold((await ask(loader, asked)).text, path);
    }
  }
});

test("another's calendars, days and wishes cannot be reached from one's own pages", async () => {
  const { action: calendars } = await moduleOf("routes/profil/location/$id/calendriers.tsx");
  const { action: requests } = await moduleOf("routes/mes-demandes/index.tsx");
  const params = { id: otherVenue };
  for (const intent of ["sync", "remove"]) {
    const form = { intent, calendar: importId };
    expect((await ask(calendars!, { params, form })).status).toBe(404);
  }
  expect((await ask(requests!, { form: { wish: wishId } })).status).toBe(404);
});

test.each([
  ["location/cancel-reservation", () => ({ ...payment, locationId: venue })],
  ["stripe/refund", () => payment],
])("a call that names them in its body is not found: /api/%s", async (path, body) => {
  const { action } = await moduleOf(`routes/api/${path}.ts`);
  const response = await other.visitor.visit(action!, "/", { json: body(), method: "POST" });
  expect([403, 404]).toContain(response.status);
  expectNothingTold(await response.text(), path);
});

test("nothing was written by any of it", async () => {
  expect(await everythingStored(OF_REQUESTS)).toEqual(before);
});
