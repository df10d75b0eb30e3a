import { createPayableVenue, ledgerOf, sandbox, slotsHeld, stored } from "../support/payments";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import type { Reservation } from "@models/reservation";
import { VenueModel, type Venue } from "@models/venue";
import { changeDates } from "~/bookings/change/change-dates.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { refusalMessage } from "~/platform/refusal";
import { takeToast } from "~/platform/web/toast.server";
import {
  action as callOffForPlatform,
  loader as callOffForPlatformPage,
} from "~/routes/admin/reservation/$id/annuler";
import { action as refund } from "~/routes/admin/reservation/$id/rembourser";
import { action as cancel, loader as cancelPage } from "~/routes/mes-demandes/$id/annuler";
import { action as change } from "~/routes/mes-demandes/$id/dates/index";
import {
  action as callOff,
  loader as callOffPage,
} from "~/routes/mes-locations/demandes/$id/annuler";
import { action as calendars } from "~/routes/profil/location/$id/calendriers";
import { action as manage } from "~/routes/profil/location/$id/index";
import { action as remove } from "~/routes/profil/location/$id/supprimer";
import { action as payment } from "~/routes/reservation/$id/paiement";
import { answered } from "../support/answered";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { loggedIn, newMember, type Member } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { rendered } from "../support/rendered";

/** A browser gives up the first answer of a form that is pressed twice: the second must say what was done all the same. */

useDatabase();

const now = new Date();
const FIRST = addDays(todayInParis(now), 40);
let buyer: Member;
let owner: Member;
let venue: Venue;
let reservation: Reservation;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await newMember();
});

async function book(): Promise<void> {
  const made = await confirmReservation(buyer.user, { now });
  ({ reservation, venue } = made);
  owner = await loggedIn(made.owner);
}

const id = () => reservation._id.toString();

describe("calling off what is confirmed", () => {
  test.each(["buyer", "owner"])("by its %s", async (side) => {
    await book();
    const [who, post, get] =
      side === "buyer" ? [buyer, cancel, cancelPage] : [owner, callOff, callOffPage];
    const form = { intent: "cancel", amount: "162000", paid: "162000", why: "Toiture abîmée" };
    const first = await answered(who, post, { id: id() }, form);
    expect(first).toMatch(/^303 /);
    const [done, ledger] = [await stored(reservation), await ledgerOf(reservation)];
    expect(await answered(who, post, { id: id() }, form)).toBe(first);
    expect(await stored(reservation)).toEqual(done);
    expect(await ledgerOf(reservation)).toEqual(ledger);
    // Opened again, the page leads to the reservation's own.
    const own = side === "buyer" ? `/mes-demandes/${id()}` : `/mes-locations/demandes/${id()}`;
    expect(await answered(who, get, { id: id() })).toBe(`303 ${own}`);
  });

  test("both at once", async () => {
    await book();
    const form = { intent: "cancel", amount: "162000", paid: "162000" };
    const press = () => answered(buyer, cancel, { id: id() }, form);
    expect(await Promise.all([press(), press()])).toEqual(Array(2).fill("303 /mes-demandes"));
    const { history } = await stored(reservation);
    expect(history.filter(({ state }) => state === "cancelling")).toHaveLength(1);
  });

  test("is not what the other side did", async () => {
    await book();
    const form = { intent: "cancel", amount: "162000", paid: "162000", why: "Toiture abîmée" };
    await answered(owner, callOff, { id: id() }, form);
    expect(await answered(buyer, cancel, { id: id() }, form)).toBe("409 ");
  });

  test.each(["buyer", "owner", "admin"])("is of the dates that its %s saw", async (side) => {
    await book();
    const admin = await newAdmin();
    const [{ visitor }, path] = {
      buyer: [buyer, `/mes-demandes/${id()}/annuler`] as const,
      owner: [owner, `/mes-locations/demandes/${id()}/annuler`] as const,
      admin: [admin, `/admin/reservation/${id()}/annuler`] as const,
    }[side as "buyer" | "owner" | "admin"];
    const shown = async () => {
      const html = await (await rendered(visitor, path)).text();
      return /name="stay" value="([^"]+)"/.exec(html)?.[1] ?? "";
    };
    const stay = await shown();
    const startDate = addDays(reservation.startDate, 7);
    const endDate = addDays(reservation.endDate, 7);
    const request = { reservationId: id(), buyerId: buyer.id, raw: { startDate, endDate }, now };
    expect(await changeDates(request)).toMatchObject({ kind: "changed" });
    const form = {
      ...{ intent: "cancel", amount: "162000", paid: "162000", why: "Toiture abîmée" },
      ...{ currentPassword: OFFICE_PASSWORD },
    };
    const refused = await rendered(visitor, path, { ...form, stay });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(refusalMessage("change_outdated"));
    expect(await stored(reservation)).toMatchObject({ status: "confirmed", startDate });
    const agreed = await rendered(visitor, path, { ...form, stay: await shown() });
    expect(agreed.status).toBe(303);
    expect((await stored(reservation)).status).toBe("cancelled");
  });
});

test("giving up days that are held unpaid, on either page", async () => {
  const hold = async () => {
    ({ venue } = await createPayableVenue());
    reservation = await reserve({
      ...{ venueId: venue._id.toString(), buyer: { id: buyer.id }, now },
      ...{ startDate: FIRST, endDate: FIRST, requestKey: venue._id.toString() },
    });
  };
  await hold();
  const form = { intent: "cancel", amount: "0", paid: "0" };
  for (let press = 0; press < 2; press += 1)
    expect(await answered(buyer, cancel, { id: id() }, form)).toBe("303 /mes-demandes");
  expect(await answered(buyer, cancelPage, { id: id() })).toBe("303 /mes-demandes");

  await hold();
  const params = { id: venue._id.toString(), demande: id() };
  for (let press = 0; press < 2; press += 1)
    expect(await answered(buyer, payment, params, { intent: "abandon" })).toBe(
      `303 /reservation/${params.id}`,
    );
  expect(await slotsHeld(reservation)).toBe(0);
  // Nobody else's.
  const other = await newMember();
  expect(await answered(other, cancel, { id: id() }, form)).toBe("404 ");
});

test("days that were held unpaid and others took the place of were not given up", async () => {
  ({ venue } = await createPayableVenue());
  const hold = (days: number) =>
    reserve({
      ...{ venueId: venue._id.toString(), buyer: { id: buyer.id }, now },
      ...{ startDate: FIRST, endDate: addDays(FIRST, days), requestKey: `for ${days}` },
    });
  reservation = await hold(0);
  await hold(1);
  expect(await stored(reservation)).toMatchObject({ status: "dead" });
  const form = { intent: "cancel", amount: "0", paid: "0" };
  expect(await answered(buyer, cancel, { id: id() }, form)).toBe("404 ");
});

describe("other dates", () => {
  const to = addDays(FIRST, 1);
  const form = { start: to, end: addDays(to, 2), total: "162000" };

  test.each([
    ["at once", false, ["changed"]],
    ["with the owner's yes", true, ["asked"]],
  ])("%s", async (_how, needValidation, steps) => {
    await book();
    await VenueModel.updateOne({ _id: venue._id }, { needValidation });
    for (let press = 0; press < 2; press += 1)
      expect(await answered(buyer, change, { id: id() }, form)).toBe(`303 /mes-demandes/${id()}`);
    const { history } = await stored(reservation);
    expect(history.flatMap(({ dates }) => dates?.step ?? [])).toEqual(steps);
    // Others are not those.
    const next = { ...form, start: addDays(to, 1), end: addDays(to, 3) };
    const again = needValidation ? "409 " : `303 /mes-demandes/${id()}`;
    expect(await answered(buyer, change, { id: id() }, next)).toBe(again);
  });

  test("are not those that it was made for", async () => {
    await book();
    const same = { ...form, start: FIRST, end: addDays(FIRST, 2) };
    expect(await answered(buyer, change, { id: id() }, same)).toBe("422 ");
  });
});

describe("a venue", () => {
  beforeEach(async () => {
    const made = await createPayableVenue();
    ({ venue } = made);
    owner = await loggedIn(made.owner);
  });
  const params = () => ({ id: venue._id.toString() });

  test("is closed", async () => {
    const form = { intent: "close", start: FIRST, end: addDays(FIRST, 2) };
    for (let press = 0; press < 2; press += 1)
      expect(await answered(owner, manage, params(), form)).toBe(
        `303 /profil/location/${params().id}`,
      );
    expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(6);
    // One day of it is open: that one is closed, too.
    const more = { ...form, end: addDays(FIRST, 3) };
    expect(await answered(owner, manage, params(), more)).toBe(
      `303 /profil/location/${params().id}`,
    );
    expect(await BookedSlotModel.countDocuments({ venue: venue._id })).toBe(8);
  });

  describe("with calendars", () => {
    const url = "https://127.0.0.1/agenda.ics";
    const add = { intent: "add", name: "Agenda", url };
    const page = () => `303 /profil/location/${params().id}/calendriers`;
    const feed = async () => (await VenueModel.findById(venue._id).lean())?.calendarFeed;
    const press = (form: Record<string, string>) => answered(owner, calendars, params(), form);

    test("is shared by an address, which an old page does not replace", async () => {
      for (let times = 0; times < 2; times += 1)
        expect(await press({ intent: "share" })).toBe(page());
      const first = (await feed())!;
      expect(await press({ intent: "share" })).toBe(page());
      expect(await feed()).toEqual(first);
      const another = { intent: "share", replaces: String(first.createdAt.getTime()) };
      await press(another);
      const second = (await feed())!;
      expect(second.salt).not.toBe(first.salt);
      expect(await press(another)).toBe(page());
      expect(await feed()).toEqual(second);
    });

    test("is added one, though it is still being read", async () => {
      expect(await Promise.all([press(add), press(add)])).toEqual([page(), page()]);
      expect(await press(add)).toBe(page());
      expect(await press({ ...add, name: "Autre nom" })).toBe("409 ");
      const [calendar, ...others] = await CalendarImportModel.find().lean();
      expect(others).toEqual([]);
      // Much later it is no second press.
      await CalendarImportModel.updateOne({ _id: calendar!._id }, { createdAt: new Date(0) });
      expect(await press(add)).toBe("409 ");
    });

    test("is added one, of which the reading fails", async () => {
      vi.spyOn(logger, "error").mockReturnValue();
      vi.spyOn(CalendarImportModel, "updateOne").mockImplementation(() => {
        throw new Error("broken");
      });
      expect(await press(add)).toBe(page());
      vi.restoreAllMocks();
      const read = async ({ request }: { request: Request }) => await takeToast(request);
      const told = (await (await owner.visitor.visit(read, "/")).json()) as object;
      expect(told).toMatchObject({
        toast: { message: "«\u00a0Agenda\u00a0» est ajouté, sa lecture sera réessayée." },
      });
      expect(await CalendarImportModel.countDocuments()).toBe(1);
    });

    test("is rid of one", async () => {
      await press(add);
      const [calendar] = await CalendarImportModel.find().lean();
      const form = { intent: "remove", calendar: calendar!._id.toString() };
      for (let times = 0; times < 2; times += 1) expect(await press(form)).toBe(page());
      expect(await CalendarImportModel.countDocuments()).toBe(0);
    });
  });

  test("is deleted", async () => {
    for (let press = 0; press < 2; press += 1)
      expect(await answered(owner, remove, params(), { intent: "delete" })).toBe("303 /");
    const other = await newMember();
    expect(await answered(other, remove, params(), { intent: "delete" })).toBe("404 ");
  });
});

test("a refund beyond the policy is given once; that of a page opened since is another", async () => {
  await book();
  const admin = await newAdmin();
  const form = { amount: "16200", decided: "0", why: "Jardin fermé" };
  const press = (decided: string) =>
    answered(admin, refund, { id: id() }, { ...form, decided, currentPassword: OFFICE_PASSWORD });
  const done = `303 /admin/reservation/${id()}`;
  for (let again = 0; again < 2; again += 1) expect(await press("0")).toBe(done);
  expect(await stored(reservation)).toMatchObject({ refunded: 16_200 });
  expect(await AuditEntryModel.countDocuments()).toBe(1);
  expect(await press("16200")).toBe(done);
  expect(await stored(reservation)).toMatchObject({ refunded: 32_400 });
  // Neither a colleague's, nor one for another reason.
  const other = await newAdmin();
  expect(
    await answered(
      other,
      refund,
      { id: id() },
      { ...form, decided: "16200", currentPassword: OFFICE_PASSWORD },
    ),
  ).toBe("409 ");
});

test("a reservation is called off for the platform, and its page leads to its record", async () => {
  await book();
  const admin = await newAdmin();
  const form = { amount: "162000", why: "Dégât des eaux", currentPassword: OFFICE_PASSWORD };
  const done = `303 /admin/reservation/${id()}`;
  const press = () => answered(admin, callOffForPlatform, { id: id() }, form);
  expect(await Promise.all([press(), press()])).toEqual([done, done]);
  expect(await press()).toBe(done);
  expect(await answered(admin, callOffForPlatformPage, { id: id() })).toBe(done);
  expect(await AuditEntryModel.countDocuments()).toBe(1);
  expect(await stored(reservation)).toMatchObject({ status: "cancelled", refunded: 162_000 });
});

test("what its owner called off is not called off for the platform", async () => {
  await book();
  const form = { intent: "cancel", amount: "162000", paid: "162000", why: "Toiture abîmée" };
  await answered(owner, callOff, { id: id() }, form);
  const admin = await newAdmin();
  const said = { amount: "162000", why: "Dégât des eaux", currentPassword: OFFICE_PASSWORD };
  expect(await answered(admin, callOffForPlatform, { id: id() }, said)).toBe("409 ");
});
