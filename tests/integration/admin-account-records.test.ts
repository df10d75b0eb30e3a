import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { listSubMasters } from "~/admin/masters/list-sub-masters.server";
import { masterRecord, openSubmission } from "~/admin/masters/master-record.server";
import { apiUser } from "~/admin/users/api-users.server";
import { userRecord } from "~/admin/users/user-record.server";
import { venueRecord } from "~/admin/venues/venue-record.server";
import { addMinutes, formatInstant, parisDayOf } from "~/platform/days";
import { env } from "~/platform/env.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { createdAt, idOf, leftOut, like, now, plain, unknown } from "../support/office-record";

/** What the pages of single records tell the office, field by field. */

useDatabase();
beforeEach(emptyDatabase);

const idsIn = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("an account", () => {
  it("says who it is, whose it is, and what is its own", async () => {
    const master = await createUser({
      name: "Paul",
      lastname: "Noël",
      entityName: "Mairie d’Uzès",
    });
    const avatar = new Types.ObjectId();
    const user = await createOwner({
      ...{
        createdAt,
        avatar,
        phone: "+33612345678",
        entityName: "Les Tilleuls",
        cookiesSet: false,
        cookiesSetOn: "2026-05-04",
      },
      ...{ siret: "73282932000074", RNA: "W691234567", INSEE: "69123", dateOfBirth: "1980-02-28" },
      ...{ street: "4 rue Neuve", postalCode: "69003", city: "Lyon", country: "France" },
      ...{ masterStatus: "pending", link_id: master._id, linkedAt: createdAt },
      lastLogin: new Date("2026-05-19T09:05:00Z"),
    });
    const id = idOf(user);
    const venue = await createVenue(user);
    const buyer = await createUser();
    const stay = { venue, buyer, status: "confirmed", startDate: "2026-06-02" } as const;
    const coming = await createReservation(stay);
    await createReservation({ ...stay, status: "hold", startDate: "2026-06-09" });
    const admin = await newAdmin({ name: "Ada", lastname: "Min" });
    const looked = { kind: "user", requestId: "req", address: "203.0.113.7", at: now } as const;
    await AccessEntryModel.create([
      { ...looked, admin: admin.user._id, target: user._id },
      { ...looked, admin: admin.user._id, target: buyer._id },
    ]);

    expect(await userRecord(id, now)).toEqual({
      ...{ id, tag: user.tag, name: "Camille Durand", avatarId: avatar.toString() },
      ...{ kind: "Particulier", adminRole: null, isVerified: true, city: "Lyon" },
      state: { label: "À valider", tone: "waiting" },
      ...{ isBanned: false, isClosed: false, canBeViewed: true, banReason: null },
      ...{
        createdAt: "03/05/2026",
        lastLogin: "19/05/2026 à 11\u00a0h\u00a005",
      },
      identity: {
        ...{ email: user.email, phone: "+33612345678", entityName: "Les Tilleuls" },
        ...{ siret: "73282932000074", RNA: "W691234567", INSEE: "69123" },
        ...{ vat: null, vatNumber: null },
        dateOfBirth: "28/02/1980",
        address: "4 rue Neuve, 69003 Lyon, France",
        cookies: "Essentiels seulement (04/05/2026)",
      },
      payment: { accountId: user.accountId, status: "active", payouts: null },
      master: { id: idOf(master), name: "Mairie d’Uzès", since: "03/05/2026" },
      masterStatus: "pending",
      venues: [
        {
          ...{
            id: idOf(venue),
            title: venue.title,
            city: "Lyon",
            coming: 2,
            price: expect.any(String) as unknown,
          },
          state: { label: "Publié", tone: "success" },
        },
      ],
      reservations: [like({ id: idOf(coming) })],
      unpaid: [],
      sessions: [],
      tokens: 0,
      acts: [],
      looks: [like({ admin: "Ada Min" })],
      // With the one that is being paid.
      coming: 2,
    });
    expect(plain((await userRecord(id, now)).venues[0]!.price)).toBe("480 €");
    const record = await userRecord(id, new Date());
    // In other words: its numbers in groups, the state of its account and of its submission.
    const besides = [
      "+33 6 12 34 56 78",
      "732 829 320 00074",
      "À valider",
      "Ada Min",
      coming.reference,
    ];
    const left = await leftOut(
      `/admin/user/${id}`,
      { ...record, looks: [], reservations: [] },
      besides,
    );
    expect(left).toEqual(["+33612345678", "73282932000074", "active", "pending"]);
  });

  it("says what an owner's receipts say of VAT, and whether that is assumed", async () => {
    const company = { type: "Entités privés", role: "Entreprise" } as const;
    const liable = { vatRegime: "assujetti", vatNumber: "FR44732829320" } as const;
    for (const [fields, vat, vatNumber] of [
      [{ ...company, ...liable }, "Assujetti à la TVA", liable.vatNumber],
      [company, "Franchise en base, sans TVA (supposé, à confirmer)", null],
    ] as const) {
      const id = idOf(await createOwner(fields));
      const record = await userRecord(id, now);
      expect(record.identity).toMatchObject({ vat, vatNumber });
      expect(await leftOut(`/admin/user/${id}`, { vat, vatNumber }, [])).toEqual([]);
    }
  });

  it("says of what it lacks that it is not there", async () => {
    const bare = await createUser({
      bannedAt: now,
      banReason: "Fraude",
      isVerified: false,
      createdAt,
    });
    const record = await userRecord(idOf(bare), now);
    expect(record).toMatchObject({
      ...{ avatarId: null, isVerified: false, isBanned: true, isClosed: false, canBeViewed: false },
      ...{ banReason: "Fraude", city: null, lastLogin: null, master: null, masterStatus: null },
      identity: { phone: null, dateOfBirth: null, address: null, cookies: "Pas encore de choix" },
      payment: { accountId: null, status: null },
      ...{ venues: [], reservations: [], looks: [], coming: 0 },
    });
    const closed = await createUser({
      deletedAt: now,
      cookiesSet: true,
      link_id: new Types.ObjectId(),
    });
    expect(await userRecord(idOf(closed), now)).toMatchObject({
      ...{ isClosed: true, isBanned: false, canBeViewed: false, master: null },
      identity: { cookies: "Tous acceptés, choix à redemander" },
    });
    await expect(userRecord(unknown, now)).rejects.toMatchObject({ code: "not_found" });
  });

  it("says whether the choice of cookies holds: a yes is to whom it named", async () => {
    const chosen = { cookiesSet: true, cookiesSetOn: parisDayOf(now) };
    const nobodys = await createUser(chosen);
    const googles = await createUser({ ...chosen, cookiesOf: "Google" });
    const shown = async ({ _id }: User) => [
      (await userRecord(_id.toString(), now)).identity.cookies,
      (await apiUser(_id.toString(), now)).cookiesSet,
    ];
    const said = "Tous acceptés (20/05/2026)";
    expect(await shown(nobodys)).toEqual([said, true]);
    env.GOOGLE_MAPS_API_KEY = "key";
    try {
      expect(await shown(nobodys)).toEqual([`${said}, choix à redemander`, undefined]);
      expect(await shown(googles)).toEqual([said, true]);
    } finally {
      delete env.GOOGLE_MAPS_API_KEY;
    }
  });

  it("says which payments are under way or came to nothing, and when the account may try again", async () => {
    const buyer = await createUser();
    const venue = await createVenue(await createOwner());
    const unpaidBy = [`account:${idOf(buyer)}`, "address:x"];
    const held = async (
      status: "hold" | "dead",
      startDate: string,
      minutes: number,
      fields: Partial<Reservation> = {},
    ) => {
      const at = addMinutes(now, -minutes);
      return await createReservation({
        ...{ venue, buyer, status, startDate, unpaidBy, createdAt: at },
        holdUntil: addMinutes(at, 30),
        history: [{ state: status, at: addMinutes(at, 30), by: "system", why: "Essai" }],
        ...fields,
      });
    };
    const alive = await held("hold", "2026-07-02", 5);
    const dead = await held("dead", "2026-07-04", 35);
    await held("dead", "2026-07-05", 60, { unpaidBy: ["account:other"] });
    await held("dead", "2026-07-06", 3 * 24 * 60);
    const { unpaid } = await userRecord(idOf(buyer), now);
    expect(unpaid).toMatchObject([
      { id: idOf(alive), state: "Paiement en cours", retry: "le paiement est ouvert" },
      { id: idOf(dead), retry: `à partir du ${formatInstant(addMinutes(now, 5))}` },
    ]);
    // The page tells by its own clock.
    const html = await rendered((await newAdmin()).visitor, `/admin/user/${idOf(buyer)}`);
    expect(await html.text()).toContain(alive.reference);
  });

  it("shows the ten newest venues, and the ten newest reservations of both sides", async () => {
    const user = await createOwner();
    const owner = await createOwner();
    const theirs = await createVenue(owner);
    const venues = [];
    for (let made = 0; made < 11; made += 1) venues.push(await createVenue(user));
    const reservations: Reservation[] = [];
    for (let made = 0; made < 12; made += 1) {
      const startDate = `2026-06-${String(28 - made)}`;
      const as =
        made % 2 === 0 ? { venue: theirs, buyer: user } : { venue: venues[0]!, buyer: owner };
      reservations.push(await createReservation({ ...as, status: "confirmed", startDate }));
    }
    const record = await userRecord(idOf(user), now);
    expect(idsIn(record.venues)).toEqual(venues.map(idOf).reverse().slice(0, 10));
    expect(idsIn(record.reservations)).toEqual(reservations.map(idOf).reverse().slice(0, 10));
    expect(record.coming).toBe(12);
    const shown = idsIn((await venueRecord(idOf(theirs), now)).reservations);
    // By their first days, the last one first.
    expect(shown).toEqual(reservations.filter((_, at) => at % 2 === 0).map(idOf));
  });
});

describe("a master", () => {
  it("is shown with its code and the accounts that gave it", async () => {
    const code = { masterStatus: "validated", spondorshipCode: "UZES2026" } as const;
    const master = await createUser({ ...code, createdAt });
    const id = idOf(master);
    const linked = await createUser({ link_id: master._id, createdAt });
    expect(await masterRecord(id, now)).toEqual({
      ...{ id, tag: master.tag, name: "Camille Durand", avatarId: null, kind: "Particulier" },
      ...{
        status: "validated",
        isVerified: true,
        isBanned: false,
        code: "UZES2026",
        refusal: null,
      },
      createdAt: "03/05/2026",
      identity: like({ email: master.email }),
      linked: [{ id: idOf(linked), name: "Camille D.", since: "03/05/2026" }],
      acts: [],
    });
    for (let count = 0; count < 10; count += 1) {
      await createUser({ link_id: master._id, linkedAt: createdAt });
    }
    await createUser({ link_id: linked._id, linkedAt: createdAt });
    expect((await masterRecord(id, now)).linked).toHaveLength(10);
    const asked = { q: "", date: "", master: master.email.toUpperCase() };
    expect(await listSubMasters(asked, "")).toMatchObject({ total: 10 });
    const { status, ...record } = await masterRecord(id, now);
    expect(status).toBe("validated");
    expect(await leftOut(`/admin/master/${id}`, record, ["Validé"])).toEqual([]);
    await expect(openSubmission(id, now)).rejects.toMatchObject({ code: "already_decided" });
  });

  it("is one that asked to be", async () => {
    const asked = await createUser({ masterStatus: "pending" });
    const open = await openSubmission(idOf(asked), now);
    expect(open).toMatchObject({ status: "pending", code: null, linked: [] });
    const refused = await createUser({ masterStatus: "refused", masterRefusal: "Hors de France" });
    expect(await masterRecord(idOf(refused), now)).toMatchObject({ refusal: "Hors de France" });
    const never = idOf(await createUser());
    await expect(masterRecord(never, now)).rejects.toMatchObject({ code: "not_found" });
  });
});
