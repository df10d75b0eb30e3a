import mongoose, { Types, type Model } from "mongoose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel } from "@models/audit-entry";
import { ContactMessageModel } from "@models/contact-message";
import type { ReservationState } from "@models/enumerations";
import { LedgerEntryModel } from "@models/ledger-entry";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReceiptModel } from "@models/receipt";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { checkChain } from "~/admin/audit/check-chain.server";
import { accessLog } from "~/admin/journal/list-accesses.server";
import { auditLog } from "~/admin/journal/list-audit.server";
import {
  everyContact,
  listContacts,
  type ContactFilters,
} from "~/admin/contacts/list-contacts.server";
import { listReceipts } from "~/admin/finance/list-receipts.server";
import { defineList } from "~/admin/lists/define-list.server";
import { writeCursor } from "~/admin/lists/cursor.server";
import { PAGE_SIZE } from "~/admin/lists/cursor-page.server";
import { ordersOf, type ListOrder, type SortName } from "~/admin/lists/orders";
import { listMasters } from "~/admin/masters/list-masters.server";
import { listSubMasters } from "~/admin/masters/list-sub-masters.server";
import { listRequests } from "~/admin/privacy/list-requests.server";
import { LISTS } from "~/admin/office.server";
import {
  listReservations,
  type ReservationFilters,
} from "~/admin/reservations/list-reservations.server";
import { listReviews } from "~/admin/reviews/list-reviews.server";
import { listUsers } from "~/admin/users/list-users.server";
import { listVenues } from "~/admin/venues/list-venues.server";
import { searchEverywhere } from "~/admin/search/search-everywhere.server";
import { addDays, addMinutes, parisMidnight, todayInParis } from "~/platform/days";
import { action as confirmPage } from "~/routes/admin/confirmation";
import { loader as listCsv } from "~/routes/admin/list-csv";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { createReservation } from "../support/reservations";

useDatabase();
beforeEach(emptyDatabase);

let commands: string[] = [];
const listen = () => {
  commands = [];
  hear(({ commandName, command }) => {
    commands.push(`${String(command[commandName])}.${commandName}`);
  });
};

type Listener = (event: mongoose.mongo.CommandStartedEvent) => void;
let heard: Listener | undefined;
function hear(listener: Listener): void {
  heard = listener;
  mongoose.connection.getClient().on("commandStarted", listener);
}
afterEach(() => {
  if (heard) mongoose.connection.getClient().off("commandStarted", heard);
});

const ALL: ContactFilters = { email: "", date: "", type: "", etat: "" };
const message = (fields: Record<string, unknown> = {}) => ({
  type: "Autre" as const,
  email: "lucie@exemple.fr",
  name: "Lucie",
  lastname: "Ferrand",
  description: "Bonjour",
  ...fields,
});

describe("a page of a list", () => {
  it("leads to every row once, newest or oldest first, also where many came at the same moment", async () => {
    const at = new Date("2026-11-22T10:00:00Z");
    await ContactMessageModel.insertMany(
      Array.from({ length: 130 }, (_, index) =>
        message({ lastname: String(index), createdAt: index < 120 ? at : addMinutes(at, index) }),
      ),
    );
    const readIn = async (tri: ListOrder) => {
      const seen: string[] = [];
      const firsts: number[] = [];
      let cursor = "";
      do {
        const page = await listContacts({ ...ALL, tri }, cursor);
        seen.push(...page.rows.map(({ id }) => id));
        firsts.push(page.first);
        expect(page.total).toBe(130);
        cursor = page.next;
      } while (cursor);
      expect(firsts).toEqual([1, 51, 101]);
      return seen;
    };
    const newest = await ContactMessageModel.find().sort({ createdAt: -1, _id: -1 }).lean();
    const ids = newest.map(({ _id }) => _id.toString());
    expect(await readIn("")).toEqual(ids);
    expect(await readIn("anciens")).toEqual(ids.reverse());
    const rows: string[] = [];
    for await (const { _id } of everyContact({ ...ALL, tri: "anciens" })) rows.push(_id.toString());
    expect(rows).toEqual(ids);
  });

  it("begins at the start for a cursor that is none", async () => {
    await ContactMessageModel.create(message());
    const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const none = [
      "x",
      "1-2-3",
      written(null),
      written([51, { $gt: 1 }, "x"]),
      written([51, "x", "y"]),
    ];
    for (const cursor of none) {
      expect((await listContacts(ALL, cursor)).rows).toHaveLength(1);
    }
  });

  it("counts no further than 1,000", async () => {
    // Messages have the fewest indexes to write.
    await ContactMessageModel.insertMany(Array.from({ length: 1_100 }, () => message()));
    const page = await listContacts(ALL, "");
    expect(page).toMatchObject({ total: 1_000, isMore: true });
    expect(page.rows).toHaveLength(50);
  });
});

/** Every list: what its rows are, and how it is read under what its address says. */
const READS = {
  "/admin/contact": [ContactMessageModel, listContacts],
  "/admin/user": [UserModel, listUsers],
  "/admin/master": [UserModel, listMasters],
  "/admin/sub-master": [UserModel, listSubMasters],
  "/admin/location": [VenueModel, listVenues],
  "/admin/reservation": [
    ReservationModel,
    (filters: ReservationFilters, cursor: string) => listReservations(filters, cursor, new Date()),
  ],
  "/admin/avis": [ReviewModel, listReviews],
  "/admin/droits": [PrivacyRequestModel, listRequests],
  "/admin/finance/recus": [ReceiptModel, listReceipts],
  "/admin/journal": [AuditEntryModel, auditLog.page],
  "/admin/journal/acces": [AccessEntryModel, accessLog.page],
} as unknown as Record<string, [model: Model<unknown>, read: Read]>;
/** By what each can be sorted, beside the date of its rows. */
const SORTS: Record<string, readonly SortName[]> = {
  "/admin/contact": ["etat"],
  "/admin/user": ["nom", "email"],
  "/admin/master": ["nom", "email"],
  "/admin/location": ["titre", "prix"],
  "/admin/reservation": ["sejour", "montant"],
};
type Read = (filters: object, cursor: string) => Promise<{ rows: unknown[]; next: string }>;

/** The rows of a list are read by one query of this shape, which the driver sends as it is here. */
interface Asked {
  find: string;
  filter: Record<string, unknown>;
  limit: number;
  skip?: number;
  sort: Map<string, number> | Record<string, number>;
  collation?: { locale: string };
}

/** Reads a list, and gives the query of its rows. */
async function queryOf(path: string, said: Record<string, string>, cursor = "") {
  const [model, read] = READS[path]!;
  const { params } = await LISTS[path]!();
  const asked: Asked[] = [];
  hear(({ command }) => {
    const { find, limit } = command as Partial<Asked>;
    if (find !== undefined && limit === PAGE_SIZE + 1) asked.push(command as unknown as Asked);
  });
  await read(params.parse(said), cursor);
  mongoose.connection.getClient().off("commandStarted", heard!);
  expect(asked.map(({ find }) => find)).toEqual([model.collection.name]);
  const [query] = asked;
  const { filter, skip, sort, collation } = query!;
  const keys = sort instanceof Map ? [...sort] : Object.entries(sort);
  return { filter, skip, keys, locale: collation?.locale };
}

type Keys = [field: string, direction: number][];
const indexesOf = (model: Model<unknown>, locale?: string) =>
  model.schema
    .indexes()
    .filter(([, { collation }]) => collation?.locale === locale)
    .map(([fields]) => Object.entries(fields) as Keys);

/** Either way: an index is read from both its ends. */
const bothWays = (keys: Keys) =>
  [1, -1].map((way) => JSON.stringify(keys.map(([field, direction]) => [field, direction * way])));

it("every list is read here", () => {
  expect(Object.keys(READS).toSorted()).toEqual(Object.keys(LISTS).toSorted());
});

describe.each(Object.keys(READS))("%s", (path) => {
  const [model] = READS[path]!;

  it("is read in each of its orders by an index, and so is each later page, from where the one before ended", async () => {
    const { path: own, orders } = await LISTS[path]!();
    expect(own).toBe(path);
    expect(orders).toEqual(ordersOf(...(SORTS[path] ?? [])));
    for (const tri of ["", ...orders]) {
      const first = await queryOf(path, { tri });
      const { keys, locale } = first;
      const indexes = indexesOf(model, locale).flatMap(bothWays);
      expect([tri, indexes.includes(JSON.stringify(keys))]).toEqual([tri, true]);

      const values = keys.map(([field]) => SAMPLES[model.schema.path(field).instance]!);
      const later = await queryOf(path, { tri }, writeCursor({ values, rank: 51 }));
      expect([later.keys, later.locale, later.skip]).toEqual([keys, locale, undefined]);
      const [[field, direction]] = keys as [Keys[number]];
      const from = direction === 1 ? "$gte" : "$lte";
      expect(later.filter).toMatchObject({ $and: [{}, { [field]: { [from]: values[0] } }] });
    }
  });

  it("is read whatever its address asks for", async () => {
    const odd = ["9999-12-31", "1000-01-01", "0000", "9999", "9999-12", "(((", "\\", "__proto__"];
    const { params } = await LISTS[path]!();
    for (const value of [...odd, "\u0000", "a\u0000b"]) {
      const said = Object.fromEntries(Object.keys(params.shape).map((name) => [name, value]));
      const { filter } = await queryOf(path, said);
      // MongoDB refuses an expression with one in it; the embedded engine does not.
      expect(JSON.stringify(filter)).not.toContain("\\u0000");
    }
  });

  it("has an index for each choice and each day that it can be filtered by", async () => {
    const { params } = await LISTS[path]!();
    const base = (await queryOf(path, {})).filter;
    for (const [name, field] of Object.entries(params.shape)) {
      const values = [...choicesOf(field), "2026-03-09", "2026-03", "PDS-1", "a@exemple.fr"];
      for (const value of name === "tri" ? [] : values) {
        if (params.parse({ [name]: value })[name] !== value) continue;
        const { filter } = await queryOf(path, { [name]: value });
        const added = Object.entries(filter).filter(
          ([key, said]) => JSON.stringify(said) !== JSON.stringify(base[key]),
        );
        // What looks for a part of a text reads the list in its order (docs/decisions/041).
        if (JSON.stringify(added).includes("$regex")) continue;
        const served = isServed(model, Object.fromEntries(added));
        expect([name, value, served]).toEqual([name, value, true]);
      }
    }
  });
});

/** Whether one of the conditions begins an index; of alternatives each of them. */
function isServed(model: Model<unknown>, filter: object): boolean {
  const firsts = indexesOf(model).map(([first]) => first![0]);
  return Object.entries(filter).some(([key, said]) => {
    if (key === "$and") return (said as object[]).some((part) => isServed(model, part));
    if (key === "$or") return (said as object[]).every((part) => isServed(model, part));
    return firsts.includes(key);
  });
}

/** A value of each type that a list is sorted by. */
const SAMPLES: Record<string, string | number | boolean | Date | Types.ObjectId> = {
  String: "x",
  Number: 1,
  Boolean: false,
  Date: new Date("2026-11-22T10:00:00Z"),
  ObjectId: new Types.ObjectId(),
};

/** The values of a filter that is a choice. */
function choicesOf(field: z.ZodTypeAny): readonly string[] {
  const inner = field instanceof z.ZodCatch ? (field.removeCatch() as z.ZodTypeAny) : field;
  const [first] = inner instanceof z.ZodUnion ? (inner.options as z.ZodTypeAny[]) : [];
  return first instanceof z.ZodEnum ? (first.options as string[]) : [];
}

it("asks the same of the database however long a list is, at its first page and at the next", async () => {
  const admin = await createUser({ isAdmin: true, masterStatus: "validated" });
  const linked = { link_id: admin._id, linkedAt: new Date(1), masterStatus: "pending" } as const;
  const user = await createOwner(linked);
  const venue = await createVenue(user);
  const reservation = await createReservation({
    ...{ venue, buyer: user, status: "confirmed", startDate: "2027-06-01" },
  });
  const by = { admin: admin._id, requestId: "r", address: "::1", at: new Date(0) };
  const rows: [model: unknown, row: object, own: (index: number) => object][] = [
    [
      UserModel,
      user,
      (index) => ({ tag: `t-${index}`, email: `e${index}@exemple.fr`, accountId: `acct-${index}` }),
    ],
    [VenueModel, venue, () => ({})],
    [ContactMessageModel, { ...message(), status: false, createdAt: new Date(0) }, () => ({})],
    [
      ReservationModel,
      reservation,
      (index) => ({ reference: `PDS-${index}`, requestKey: `${index}` }),
    ],
    [
      ReviewModel,
      {
        ...{ venue: venue._id, author: user._id, authorName: "A", stayDay: "2026-06-11" },
        ...{ rating: 5, text: "Très bel endroit.", state: "pending", createdAt: new Date(0) },
      },
      () => ({ reservation: new Types.ObjectId() }),
    ],
    [
      PrivacyRequestModel,
      {
        ...{ kind: "access", channel: "mail", email: "a@exemple.fr", createdAt: new Date(0) },
        ...{ receivedOn: "2026-03-02", dueOn: "2026-04-02" },
      },
      () => ({}),
    ],
    [
      ReceiptModel,
      {
        ...{ kind: "receipt", reference: "PDS-1", tenant: { name: "A" }, venueTitle: "B" },
        ...{ total: 1, issuedAt: new Date(0) },
      },
      (index) => ({ _id: `captured:${index}`, number: `R-${index}` }),
    ],
    [AuditEntryModel, { ...by, act: "user.ban", target: user._id.toString() }, (seq) => ({ seq })],
    [AccessEntryModel, { ...by, kind: "user", target: user._id }, () => ({})],
  ];
  const fill = async (from: number, to: number) => {
    for (const [model, row, own] of rows) {
      const copies = Array.from({ length: to - from }, (_, index) => ({
        ...{ ...row, _id: new Types.ObjectId() },
        ...own(from + index),
      }));
      await (model as Model<never>).collection.insertMany(copies);
    }
  };
  const asked = async (read: Read, filters: object, cursor: string) => {
    listen();
    const { rows: shown, next } = await read(filters, cursor);
    mongoose.connection.getClient().off("commandStarted", heard!);
    return { asked: commands.toSorted(), shown: shown.length, next };
  };
  const readAll = async () => {
    const lists = Object.entries(READS).map(async ([path, [, read]]) => {
      const filters = (await LISTS[path]!()).params.parse({});
      return { path, read, filters };
    });
    return await Promise.all(lists);
  };
  await fill(1, 2);
  const few: Record<string, string[]> = {};
  for (const { path, read, filters } of await readAll()) {
    few[path] = (await asked(read, filters, "")).asked;
    expect([path, few[path].length > 3]).toEqual([path, false]);
  }
  await fill(2, 62);
  for (const { path, read, filters } of await readAll()) {
    const first = await asked(read, filters, "");
    expect([path, first.shown, first.asked]).toEqual([path, PAGE_SIZE, few[path]]);
    const later = await asked(read, filters, first.next);
    expect([path, later.shown > 0, later.asked]).toEqual([path, true, few[path]]);
  }
});

describe("an order", () => {
  const NAMES = ["Élan", "elan", "Zoé", "Abeille", "École", "ecole", "Étude"];

  /** Every row of a list, page by page, as one field of it. */
  async function readAll<T>(read: (cursor: string) => Promise<{ rows: T[]; next: string }>) {
    const rows: T[] = [];
    for (let cursor = "", isMore = true; isMore; isMore = cursor !== "") {
      const page = await read(cursor);
      rows.push(...page.rows);
      cursor = page.next;
    }
    return rows;
  }

  it("is that of French words, of amounts and of days, both ways, each row once", async () => {
    const owner = await createOwner({ lastname: "Abeille" });
    const venue = await createVenue(owner);
    const reservation = await createReservation({
      ...{ venue, buyer: owner, status: "confirmed", startDate: "2027-06-01" },
    });
    const many = Array.from({ length: 60 }, (_, index) => index);
    const nameAt = (index: number) => NAMES[index % NAMES.length]!;
    await UserModel.insertMany(
      many.map((index) => ({
        ...{ tag: `t-${index}`, name: nameAt(index + 3), lastname: nameAt(index) },
        ...{ email: `e${index}@exemple.fr`, passwordHash: "x" },
      })),
    );
    await VenueModel.insertMany(
      many.map((index) => ({
        ...{ ...venue, _id: new Types.ObjectId() },
        ...{ title: nameAt(index), price: 10_000 * (index % 9) + 100 },
      })),
    );
    await ReservationModel.insertMany(
      many.map((index) => ({
        ...{ ...reservation, _id: new Types.ObjectId(), reference: `PDS-${index}` },
        ...{ requestKey: `${index}`, total: 100 * (index % 9) },
        startDate: `2027-0${1 + (index % 9)}-01`,
      })),
    );
    await ContactMessageModel.insertMany(
      many.map((index) => message({ lastname: `${index}`, status: index % 2 === 1 })),
    );
    const users = { q: "", date: "", etat: "" } as const;
    const venues = { titre: "", compte: "", date: "", etat: "" } as const;
    const stays = { q: "", compte: "", date: "", etat: "" } as const;
    const french = new Intl.Collator("fr", { sensitivity: "base" });
    const text = french.compare;
    const amount = (a: string, b: string) =>
      Number(a.replace(/\D/g, "")) - Number(b.replace(/\D/g, ""));
    const last = ({ name }: { name: string }) => name.slice(name.indexOf(" ") + 1);
    const orders: [SortName, (tri: ListOrder) => Promise<string[]>, typeof text][] = [
      [
        "nom",
        async (tri) => (await readAll((at) => listUsers({ ...users, tri }, at))).map(last),
        text,
      ],
      [
        "email",
        async (tri) =>
          (await readAll((at) => listUsers({ ...users, tri }, at))).map(({ email }) => email),
        (a, b) => (a < b ? -1 : 1),
      ],
      [
        "titre",
        async (tri) =>
          (await readAll((at) => listVenues({ ...venues, tri }, at))).map(({ title }) => title),
        text,
      ],
      [
        "prix",
        async (tri) =>
          (await readAll((at) => listVenues({ ...venues, tri }, at))).map(({ price }) => price),
        amount,
      ],
      [
        "sejour",
        async (tri) =>
          (await readAll((at) => listReservations({ ...stays, tri }, at, new Date()))).map(
            ({ period }) => period.split("/")[1]!,
          ),
        text,
      ],
      [
        "montant",
        async (tri) =>
          (await readAll((at) => listReservations({ ...stays, tri }, at, new Date()))).map(
            ({ total }) => total,
          ),
        amount,
      ],
      [
        "etat",
        async (tri) =>
          (await readAll((at) => listContacts({ ...ALL, tri }, at))).map(({ isDone }) =>
            String(isDone),
          ),
        text,
      ],
    ];
    for (const [name, read, compare] of orders) {
      const rising = await read(name);
      const falling = await read(`-${name}`);
      expect(rising.length).toBeGreaterThanOrEqual(60);
      // Of rows that are alike either may come first.
      for (const [rows, way] of [[rising, 1] as const, [falling, -1] as const]) {
        const wrong = rows.filter((row, at) => at > 0 && way * compare(rows[at - 1]!, row) > 0);
        expect([name, way, wrong]).toEqual([name, way, []]);
      }
      expect(falling.toSorted()).toEqual(rising.toSorted());
    }
    const ids = await readAll((at) => listUsers({ ...users, tri: "-nom" }, at));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(ids.length);
  });
});

describe("filters", () => {
  it("find messages by a part of the e-mail, the day of Paris, the type and the state", async () => {
    const midnight = parisMidnight("2027-03-28");
    await ContactMessageModel.create([
      message({ email: "durand.a@exemple.fr", createdAt: midnight }),
      message({ email: "b@durand.fr", createdAt: addMinutes(midnight, -1), status: true }),
      message({ type: "Support technique", createdAt: addMinutes(midnight, 23 * 60) }),
    ]);
    const count = async (filters: Partial<ContactFilters>) =>
      (await listContacts({ ...ALL, ...filters }, "")).rows.length;
    expect(await count({ email: "DURAND" })).toBe(2);
    expect(await count({ email: "d.rand" })).toBe(0);
    // The clocks go forward: that day has 23 hours.
    expect(await count({ date: "2027-03-28" })).toBe(1);
    expect(await count({ date: "2027-03-29" })).toBe(1);
    expect(await count({ type: "Support technique" })).toBe(1);
    expect(await count({ etat: "terminer" })).toBe(1);
    expect(await count({ etat: "en-attente", email: "durand" })).toBe(1);
  });

  it("find accounts by tag or e-mail and by where they stand", async () => {
    const admin = await createUser({ isAdmin: true, tag: "alix-bernard-2k2f" });
    await createUser({ bannedAt: new Date(), email: "banni@exemple.fr" });
    await createUser({ isVerified: false, email: "łukasz.gómez@exemple.fr" });
    await createUser({ deletedAt: new Date() });
    const count = async (q: string, etat: Parameters<typeof listUsers>[0]["etat"] = "") =>
      (await listUsers({ q, date: "", etat }, "")).rows.length;
    expect(await count("")).toBe(3);
    expect(await count("bernard-2k")).toBe(1);
    expect(await count("BANNI@")).toBe(1);
    expect(await count("Lukasz.Gomez")).toBe(1);
    expect(await count("ŁUKASZ.GÓMEZ@EX")).toBe(1);
    expect(await count("", "banni")).toBe(1);
    expect(await count("", "non-verifie")).toBe(1);
    expect(await count("", "ferme")).toBe(1);
    expect(await count("", "admin")).toBe(1);
    expect(await count("", "actif")).toBe(1);
    expect((await listUsers({ q: "", date: "", etat: "admin" }, "")).rows[0]?.id).toBe(
      admin._id.toString(),
    );
  });

  it("find accounts and reservations by the state that their rows say, whatever a job has noticed", async () => {
    const now = new Date();
    const [owner, buyer] = [await createOwner(), await createUser()];
    await createUser({ isVerified: false });
    await createUser({ isVerified: false, bannedAt: now });
    await createUser({ masterStatus: "pending" });
    await createUser({ masterStatus: "pending", isVerified: false });
    await createUser({ masterStatus: "refused" });
    await createUser({ masterStatus: "validated" });
    const labelsOf = async (etat: Parameters<typeof listUsers>[0]["etat"]) =>
      (await listUsers({ q: "", date: "", etat }, "")).rows.map(({ state }) => state.label);
    expect(await labelsOf("actif")).toEqual(["Actif", "Actif", "Actif"]);
    expect(await labelsOf("non-verifie")).toEqual(["E-mail non vérifié", "E-mail non vérifié"]);
    expect(await labelsOf("banni")).toEqual(["Banni"]);

    const venue = await createVenue(owner);
    const [past, later] = [addDays(todayInParis(now), -3), addDays(todayInParis(now), 3)];
    const made = async (status: ReservationState, startDate: string, answerBy?: Date) =>
      await ReservationModel.updateOne(
        { _id: (await createReservation({ venue, buyer, status, startDate }))._id },
        answerBy ? { answerBy } : {},
      );
    await made("confirmed", past);
    await made("ended", addDays(past, -1));
    await made("confirmed", later);
    await made("pending", addDays(later, 1));
    await made("pending", addDays(later, 2), addMinutes(now, -1));
    await made("capturing", addDays(later, 3));
    await made("cancelled", addDays(later, 4));
    const statesOf = async (etat: ReservationFilters["etat"]) =>
      (await listReservations({ q: "", compte: "", date: "", etat }, "", now)).rows.map(
        ({ state }) => state,
      );
    expect(await statesOf("en-attente")).toEqual(["En attente", "En attente"]);
    expect(await statesOf("confirmee")).toEqual(["Confirmée"]);
    expect(await statesOf("terminee")).toEqual(["Terminée", "Terminée"]);
    expect(await statesOf("annulee")).toEqual(["Annulée", "Annulée"]);
    expect(await statesOf("")).toHaveLength(7);
  });

  it("find venues by title and state", async () => {
    const owner = await createOwner();
    await createVenue(owner, { title: "La Grange d’Émile" });
    await createVenue(owner, { title: "Le Loft", listed: false, searchable: false });
    await createVenue(owner, { title: "Studio", deletedAt: new Date() });
    const titles = async (titre: string, etat: Parameters<typeof listVenues>[0]["etat"] = "") =>
      (await listVenues({ titre, compte: "", date: "", etat }, "")).rows.map(({ title }) => title);
    expect(await titles("grange")).toEqual(["La Grange d’Émile"]);
    expect(await titles("", "hors-recherche")).toEqual(["Le Loft"]);
    expect(await titles("", "publie")).toEqual(["La Grange d’Émile"]);
    expect(await titles("", "supprime")).toEqual(["Studio"]);
  });

  it("find all that an account has, as owner and as buyer", async () => {
    const [owner, buyer] = [await createOwner(), await createUser()];
    const venue = await createVenue(owner);
    await createVenue(await createOwner());
    const stay = { venue, status: "confirmed", startDate: "2027-06-01" } as const;
    const { reference } = await createReservation({ ...stay, buyer });
    const staysOf = async (compte: string, q = "") => {
      const filters = { q, compte, date: "", etat: "" } as const;
      return (await listReservations(filters, "", new Date())).rows.map((row) => row.reference);
    };
    expect(await staysOf(owner.email)).toEqual([reference]);
    expect(await staysOf(buyer.email.toUpperCase())).toEqual([reference]);
    expect(await staysOf(buyer.email, venue.title)).toEqual([reference]);
    expect(await staysOf(buyer.email, "autre")).toEqual([]);
    // A part of an address is nobody's.
    expect(await staysOf(buyer.email.slice(1))).toEqual([]);
    const venuesOf = async (compte: string) =>
      (await listVenues({ titre: "", compte, date: "", etat: "" }, "")).rows.map(({ id }) => id);
    expect(await venuesOf(owner.email)).toEqual([venue._id.toString()]);
    expect(await venuesOf(buyer.email)).toEqual([]);
  });
});

/** 'PDS-6TN4', as people type it or copy it. */
const SPELLINGS = [
  "PDS 6TN4",
  "pds6tn4",
  " pds\u{2011}6tn4",
  "PDS\u00a0–\u00a06TN4",
  "PDS-6TN4\u200e",
];

describe("a reservation's reference", () => {
  it("is found however it is spelt, by every list that has it", async () => {
    const venue = await createVenue(await createOwner());
    const buyer = await createUser();
    const stay = { venue, buyer, status: "confirmed" } as const;
    const made = async (reference: string, startDate: string) =>
      await createReservation({ ...stay, startDate, reference });
    const { _id } = await made("PDS-6TN4", "2027-06-01");
    await made("PDS-6TN4-M4", "2027-06-02");
    await made("PDS-PDS6TN", "2027-06-03");
    const by = { admin: buyer._id, requestId: "r", address: "::1", at: new Date(0) };
    await AuditEntryModel.create({
      ...{ ...by, seq: 1, act: "reservation.mail", target: _id.toString(), hash: "x" },
    });
    await AccessEntryModel.create({ ...by, kind: "reservation", target: _id });
    await ReceiptModel.collection.insertMany(
      ["PDS-6TN4", "PDS-7K2F"].map((reference, index) => ({
        ...{ _id: `captured:${index}` as never, kind: "receipt", reference, total: 1 },
        ...{ tenant: { name: "A" }, venueTitle: "B", number: `R-${index}`, issuedAt: new Date(0) },
      })),
    );
    const lists: [path: string, name: string, also?: string][] = [
      ["/admin/journal", "cible"],
      ["/admin/journal/acces", "q"],
      ["/admin/finance/recus", "q"],
      ["/admin/reservation", "q", "its parts are found in others"],
    ];
    for (const [path, name, also] of lists) {
      const { params } = await LISTS[path]!();
      const [, read] = READS[path]!;
      for (const q of ["6TN4", "PDS-6TN4", ...SPELLINGS]) {
        const { rows } = await read(params.parse({ [name]: q }), "");
        expect([path, q, also ? rows.length > 0 : rows.length]).toEqual([path, q, also ? true : 1]);
      }
    }
    const found = async (q: string) =>
      (await searchEverywhere(q)).reservations.map(({ title }) => title);
    expect(await found("pds 6tn4-m4")).toEqual(["PDS-6TN4-M4"]);
    for (const q of ["PDS6TN", "PDS-PDS6TN"])
      expect([q, await found(q)]).toEqual([q, ["PDS-PDS6TN"]]);
  });

  it("is nobody's whose name begins like one", async () => {
    await createUser({ name: "Pds", lastname: "Pdsard", entityName: "PDS 6TN4 Conseil" });
    await createVenue(await createOwner(), { title: "PDS Loft" });
    for (const [q, kind] of [
      ["pdsard", "people"],
      ["Pds Pdsard", "people"],
      ["pds 6tn4", "people"],
      ["pds loft", "venues"],
    ] as const) {
      const { people, venues, reservations } = await searchEverywhere(q);
      const hits = {
        people: people.length,
        venues: venues.length,
        reservations: reservations.length,
      };
      expect([q, hits]).toEqual([q, { people: 0, venues: 0, reservations: 0, [kind]: 1 }]);
    }
  });
});

describe("searching everywhere", () => {
  it("finds people, venues, reservations and messages by what one has of them", async () => {
    const owner = await createOwner({
      name: "Inès",
      lastname: "Carpentier",
      email: "ines@rive-gauche.example",
      siret: "73282932000074",
      phone: "0612345678",
      accountId: "acct_1Ab2Cd",
      entityName: "Atelier Rive Gauche",
    });
    const venue = await createVenue(owner, { title: "La Verrière de l’Île" });
    const { _id: reservation } = await createReservation({
      venue,
      buyer: await createUser(),
      status: "confirmed",
      startDate: "2027-06-01",
      reference: "PDS-6TN4",
      paymentIntentId: "pi_123",
    });
    const moved = { reservation, buyer: owner._id, owner: owner._id, amount: 1, at: new Date(0) };
    await LedgerEntryModel.create([
      { ...moved, _id: "captured:ch_123", type: "captured", stripeId: "ch_123" },
      { ...moved, _id: "refunded:re_123", type: "refunded", stripeId: "re_123" },
    ]);
    await ContactMessageModel.create(
      message({ email: "ines@rive-gauche.example", phone: "07.11 22-33 (44)" }),
    );
    const found = async (q: string) =>
      Object.entries(await searchEverywhere(q)).flatMap(([kind, hits]) =>
        (hits as unknown[]).map(() => kind),
      );
    for (const q of ["ines@rive", "rive gauche"])
      expect([q, await found(q)]).toEqual([q, ["people", "contacts"]]);
    for (const q of [
      "carpentier",
      "Inès Carpentier",
      "CARPENTIER ines",
      "+33 6 12 34 56 78",
      "+33 (0)6 12 34 56 78",
      "732 829 320 00074",
      "73282932000074",
      "732 829 320",
      "732829320",
      "0612345678",
      owner.tag,
      "acct_1Ab2Cd",
      "06 12 34 56 78",
      "atelier rive-gauche",
    ]) {
      expect([q, await found(q)]).toEqual([q, ["people"]]);
    }
    await createUser({ RNA: "W691234567" });
    for (const q of ["W691234567", "W69 123 4567", "691234567", "69 123 45 67"])
      expect([q, await found(q)]).toEqual([q, ["people"]]);
    for (const q of ["verrière", "VERRIERE", "verriere de l'ile"])
      expect([q, await found(q)]).toEqual([q, ["venues"]]);
    for (const q of ["pds-6tn4", "6TN4", "pi_123", "ch_123", "re_123", ...SPELLINGS])
      expect([q, await found(q)]).toEqual([q, ["reservations"]]);
    await ContactMessageModel.create(
      message({ name: "Ana", lastname: "Roy", phone: "+33 (0)7 55 66 77 88" }),
    );
    for (const q of [
      "ferrand",
      "Ferrand Lucie",
      "07 11 22 33 44",
      "+33711223344",
      "07 55 66 77 88",
    ])
      expect([q, await found(q)]).toEqual([q, ["contacts"]]);
    expect(await found("nulle part")).toEqual([]);
    const many = async (more: number) => {
      for (let index = 0; index < more; index += 1) await createUser({ entityName: "Les Halles" });
      const { people, full } = await searchEverywhere("les halles");
      return [people.length, full];
    };
    expect([await many(9), await many(1), await many(1)]).toEqual([
      [9, []],
      ...[1, 2].map(() => [10, ["people"]]),
    ]);
    // Looked up by indexes, whatever is beside: a scan that is stopped leaves the others theirs.
    const slow = vi.spyOn(VenueModel, "find").mockImplementation(() => {
      throw new mongoose.mongo.MongoServerError({ code: 50 });
    });
    expect(await found("6TN4")).toEqual(["reservations", "stopped"]);
    slow.mockRestore();
    expect(await found("  ")).toEqual([]);
  });
});

describe("a list as a file", () => {
  it("asks for the password again, then has every row under the filter, formulas made harmless", async () => {
    const admin = await newAdmin({ email: "alix@exemple.fr", tag: "alix-bernard-2k2f" });
    for (let index = 0; index < 60; index += 1) await createUser({ name: "=cmd()" });
    const file = "/admin/user.csv?q=camille";
    const asked = await admin.visitor.visit(listCsv, file);
    const confirmation = asked.headers.get("location") ?? "";
    expect([asked.status, confirmation]).toEqual([
      303,
      `/admin/confirmation?vers=${encodeURIComponent(file)}`,
    ]);
    const confirm = async (currentPassword: string) =>
      await admin.visitor.visit(confirmPage, confirmation, { form: { currentPassword } });
    for (const wrong of ["", "pas celui-là"]) expect((await confirm(wrong)).status).toBe(422);
    expect((await admin.visitor.visit(listCsv, file)).status).toBe(303);
    expect((await confirm(OFFICE_PASSWORD)).headers.get("location")).toBe(confirmation);
    const response = await admin.visitor.visit(listCsv, file);
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(61);
    expect(lines[1]).toMatch(/^'=cmd\(\);Durand;/);
    // The export is in the log, and so in the log's own file: by the name of who asked for it, beside their id.
    const log = await (await admin.visitor.visit(listCsv, "/admin/journal.csv")).text();
    expect(log).toContain(
      `;Camille Durand;${admin.actor.id};Liste exportée;/admin/user.csv;/admin/user.csv;`,
    );
  });

  it("notes the filters that it was made under, and nothing else that its address says", async () => {
    const { visitor } = await newAdmin();
    await visitor.visit(confirmPage, "/admin/confirmation", {
      form: { currentPassword: OFFICE_PASSWORD },
    });
    const noted = async (address: string) => {
      expect((await visitor.visit(listCsv, address)).status).toBe(200);
      return (await AuditEntryModel.findOne().sort({ seq: -1 }).lean())!.after;
    };
    expect(await noted("/admin/user.csv?date=marie@exemple.fr&etat=&tri=x")).toBeUndefined();
    expect(await noted(`/admin/user.csv?date=${"x".repeat(39)}%F0%9F%98%80`)).toBeUndefined();
    expect(await noted("/admin/user.csv?q=marie&date=22/11/2026&a=b")).toBe("q, date=2026-11-22");
    expect(await checkChain()).toMatchObject({ entries: 3, flaw: null });
  });

  it("is nobody's who may not see the list, whatever else they may export", async () => {
    const list = defineList({
      ...{ path: "/admin/essai", title: "Essai", empty: "Aucun essai" },
      noun: ["essai", "essais"],
      access: "admins.manage",
      filters: {},
      read: () => Promise.resolve({ rows: [], first: 1, next: "", total: 0, isMore: false }),
      csv: { name: "essais", columns: {}, rows: async function* () {} },
    });
    const [finance, chief] = [await newAdmin({ adminRole: "finance" }), await newAdmin()];
    const statuses = async ({ visitor }: typeof chief) => {
      await visitor.visit(confirmPage, "/admin/confirmation", {
        form: { currentPassword: OFFICE_PASSWORD },
      });
      const asked = [
        visitor.visit(list.page, "/admin/essai"),
        visitor.visit(list.csv, "/admin/essai.csv"),
      ];
      const answers = asked.map((answer) => answer.catch((refused: unknown) => refused));
      return (await Promise.all(answers)).map((answer) => (answer as Response).status);
    };
    expect(await statuses(finance)).toEqual([403, 403]);
    expect(await statuses(chief)).toEqual([200, 200]);
    expect(await AuditEntryModel.countDocuments({ act: "list.export" })).toBe(1);
  });

  it("says whose each row is, as its page does", async () => {
    const owner = await createOwner({ entityName: "Atelier Rive Gauche" });
    const venue = await createVenue(owner, { title: "La Verrière" });
    await ReviewModel.create({
      ...{ venue: venue._id, author: owner._id, reservation: new Types.ObjectId(), rating: 5 },
      ...{ authorName: "Lucie F.", stayDay: "2026-06-11", text: "Bel endroit.", state: "pending" },
    });
    const master = await createUser({ entityName: "Fédération des Lieux" });
    await createUser({ name: "Liée", link_id: master._id, linkedAt: new Date() });
    const { visitor } = await newAdmin();
    await visitor.visit(confirmPage, "/admin/confirmation", {
      form: { currentPassword: OFFICE_PASSWORD },
    });
    const cellOf = async (path: string, column: string) => {
      const [head = "", row = ""] = (await (await visitor.visit(listCsv, path)).text()).split(
        "\r\n",
      );
      return row.split(";")[head.replace("\uFEFF", "").split(";").indexOf(column)];
    };
    expect(await cellOf("/admin/location.csv", "Propriétaire")).toBe("Atelier Rive Gauche");
    expect(await cellOf("/admin/avis.csv", "Lieu")).toBe("La Verrière (Lyon)");
    expect(await cellOf("/admin/sub-master.csv", "Master")).toBe("Fédération des Lieux");
  });
});
