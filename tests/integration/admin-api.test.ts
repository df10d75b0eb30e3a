import { beforeEach, describe, expect, it } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel } from "@models/audit-entry";
import { ContactMessageModel } from "@models/contact-message";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { addDays, todayInParis } from "~/platform/days";
import * as banUser from "~/routes/api/admin/ban-user/$id";
import * as createAdmin from "~/routes/api/admin/create-admin";
import * as createMaster from "~/routes/api/admin/create-master";
import * as createUserCall from "~/routes/api/admin/create-user";
import * as dailySummary from "~/routes/api/admin/daily-summary";
import * as deleteContact from "~/routes/api/admin/delete-contact/$id";
import * as deleteUser from "~/routes/api/admin/delete-user/$id";
import * as getContact from "~/routes/api/admin/get-contact/$id";
import * as getContacts from "~/routes/api/admin/get-contacts";
import * as getLocation from "~/routes/api/admin/get-location/$id";
import * as getLocations from "~/routes/api/admin/get-locations";
import * as getMaster from "~/routes/api/admin/get-masters/$id";
import * as getMasters from "~/routes/api/admin/get-masters";
import * as getReviews from "~/routes/api/admin/get-reviews";
import * as getSubMasters from "~/routes/api/admin/get-sub-masters";
import * as getUser from "~/routes/api/admin/get-user/$id";
import * as getUsers from "~/routes/api/admin/get-users";
import * as statusUpdate from "~/routes/api/admin/status-update/$id";
import * as validate from "~/routes/api/admin/validate/$id";
import { action as login } from "~/routes/api/auth/login";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { createReservation } from "../support/reservations";
import { Visitor, type Handler } from "../support/visitor";

useDatabase();
let admin: Administrator;
beforeEach(async () => {
  await emptyDatabase();
  admin = await newAdmin();
});

type Answer = Record<string, unknown> & { message?: string };

async function read(loader: Handler, path: string, id?: string): Promise<Answer> {
  const params: Record<string, string> = id ? { id } : {};
  const response = await admin.visitor.visit(loader, `/api/admin/${path}`, { params });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

async function post(action: Handler, path: string, json: unknown, id?: string) {
  const params: Record<string, string> = id ? { id } : {};
  const response = await admin.visitor.visit(action, `/api/admin/${path}`, { json, params });
  return { status: response.status, body: (await response.json()) as Answer };
}

const newMessage = async () =>
  await ContactMessageModel.create({
    type: "Autre",
    email: "lucie@exemple.fr",
    name: "Lucie",
    lastname: "Ferrand",
    description: "Bonjour",
  });

describe("what is read", () => {
  it("answers each list under its name, and one of it by its id", async () => {
    const owner = await createOwner({ phone: "+33612345678", street: "3 rue des Lices" });
    const venue = await createVenue(owner);
    const master = await createUser({ masterStatus: "pending", dateOfBirth: "1990-03-12" });
    const linked = await createUser({ link_id: master._id, linkedAt: new Date() });
    const message = await newMessage();
    const idsOf = (list: unknown) => (list as { _id: string }[]).map(({ _id }) => _id);

    const { users } = await read(getUsers.loader, "get-users");
    expect(idsOf(users).toSorted()).toEqual(
      [admin.user, owner, master, linked].map(({ _id }) => _id.toString()).toSorted(),
    );
    expect(JSON.stringify(users)).not.toMatch(/passwordHash|tokenHash|argon2/);
    const { masters } = await read(getMasters.loader, "get-masters");
    expect(masters).toMatchObject([{ _id: master._id.toString(), masterStatus: "pending" }]);
    const { masters: subMasters } = await read(getSubMasters.loader, "get-sub-masters");
    expect(idsOf(subMasters)).toEqual([linked._id.toString()]);
    const { contacts } = await read(getContacts.loader, "get-contacts");
    expect(contacts).toMatchObject([{ _id: message.id, type: "Autre", status: false }]);
    const { locations } = await read(getLocations.loader, "get-locations");
    expect(locations).toMatchObject([{ _id: venue._id.toString(), price: 480 }]);

    // Lists say no more than their pages: each look at the rest is noted.
    const hidden = /phone|dateOfBirth|street|postalCode|description|siret|accountId/;
    expect(JSON.stringify([users, masters, subMasters, contacts])).not.toMatch(hidden);
    expect(await AccessEntryModel.countDocuments()).toBe(0);

    const ids = { owner: owner._id.toString(), master: master._id.toString() };
    expect(await read(getUser.loader, `get-user/${ids.owner}`, ids.owner)).toMatchObject({
      user: { _id: ids.owner },
    });
    expect(await read(getMaster.loader, `get-masters/${ids.master}`, ids.master)).toMatchObject({
      master: { _id: ids.master },
    });
    expect(await read(getContact.loader, "get-contact", message.id)).toMatchObject({
      contact: { email: "lucie@exemple.fr" },
    });
    expect(await read(getLocation.loader, "get-location", venue._id.toString())).toMatchObject({
      location: { title: venue.title },
    });
  });

  it("say which venues are suspended or deleted", async () => {
    const venue = await createVenue(await createOwner());
    const id = venue._id.toString();
    const one = async () => (await read(getLocation.loader, "get-location", id)).location;
    expect(await one()).toMatchObject({ _id: id, state: "publie" });
    const suspendedAt = new Date("2026-03-01T10:00:00.000Z");
    await VenueModel.updateOne({ _id: id }, { suspendedAt, searchable: false });
    const suspended = { state: "suspendu", suspendedAt: suspendedAt.toISOString() };
    expect(await one()).toMatchObject(suspended);
    const { locations } = await read(getLocations.loader, "get-locations");
    expect(locations).toMatchObject([{ _id: id, ...suspended }]);
    await VenueModel.updateOne({ _id: id }, { deletedAt: suspendedAt });
    expect(await one()).toMatchObject({
      state: "supprime",
      deletedAt: suspendedAt.toISOString(),
    });
  });

  it.each([
    ["users", getUsers, ["etat", "date", "q"]],
    ["masters", getMasters, ["etat", "date", "q"]],
    ["sub-masters", getSubMasters, ["date", "q", "master"]],
    ["contacts", getContacts, ["etat", "type", "date", "email"]],
    ["locations", getLocations, ["etat", "date", "titre", "compte"]],
    ["reviews", getReviews, ["etat"]],
  ] as const)(
    "refuses of %s what it cannot read: all would be taken for some",
    async (of, { loader }, fields) => {
      const asked = async (query: Record<string, string>) => {
        const path = `/api/admin/get-${of}?${new URLSearchParams(query).toString()}`;
        const response = await admin.visitor.visit(loader, path);
        const { type } = (await response.json()) as { type?: string };
        return [response.status, type?.split("#")[1]];
      };
      for (const field of fields) {
        const odd = ["etat", "type", "date"].includes(field) ? "bani" : "x".repeat(101);
        expect(await asked({ [field]: odd }), field).toEqual([422, "input"]);
        expect((await asked({ [field]: "" }))[0], field).toBe(200);
      }
      const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      for (const suite of ["x", written([51]), written([51, "x", "y"])]) {
        expect(await asked({ suite })).toEqual([422, "cursor_unreadable"]);
      }
      expect((await asked({ suite: "" }))[0]).toBe(200);
    },
  );

  it("reads a day in both formats that the document says", async () => {
    const person = await createUser({ createdAt: new Date("2026-06-12T10:00:00Z") });
    const found = { users: [{ _id: person._id.toString() }] };
    for (const date of ["2026-06-12", "12/06/2026"]) {
      expect(await read(getUsers.loader, `get-users?date=${date}`)).toMatchObject(found);
    }
    expect(await read(getUsers.loader, "get-users?date=13/06/2026")).toMatchObject({ users: [] });
    for (const [of, { loader }] of Object.entries({
      ...{ masters: getMasters, "sub-masters": getSubMasters },
      ...{ contacts: getContacts, locations: getLocations },
    })) {
      await read(loader, `get-${of}?date=12/06/2026`);
    }
  });

  it("begins the next page where the one before it said", async () => {
    for (let count = 0; count < 51; count += 1) await newMessage();
    const { contacts, next } = await read(getContacts.loader, "get-contacts");
    expect(contacts).toHaveLength(50);
    const rest = await read(getContacts.loader, `get-contacts?suite=${String(next)}`);
    expect(rest).toMatchObject({ contacts: [{ type: "Autre" }], next: "" });
  });

  it("answers nothing of what is not there", async () => {
    for (const { loader } of [getUser, getMaster, getContact, getLocation]) {
      for (const id of ["0".repeat(24), "x"]) {
        const response = await admin.visitor.visit(loader, "/", { params: { id } });
        expect(response.status).toBe(404);
      }
    }
  });

  it("counts the day and all", async () => {
    await createUser({ createdAt: new Date(0) });
    const summary = await read(dailySummary.loader, "daily-summary");
    expect(summary).toMatchObject({ users: 1, sub_master: 0, total: { users: 2 } });
  });
});

describe("validating by a GET", () => {
  const pending = async () => (await createUser({ masterStatus: "pending" }))._id.toString();
  const get = async (id: string, headers: Record<string, string>) => {
    const args = {
      request: new Request(`http://localhost/api/admin/validate/${id}`, { headers }),
      params: { id },
      context: admin.visitor.context(),
    };
    return (await validate.loader(args)).status;
  };
  const script = {
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "cors",
    "sec-fetch-dest": "empty",
  };

  it("works for a script of the site itself", async () => {
    const id = await pending();
    expect(await get(id, script)).toBe(200);
    expect((await storedUser(id))?.masterStatus).toBe("validated");
  });

  it.each([
    ["a link", { ...script, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }],
    ["another site", { ...script, "sec-fetch-site": "cross-site" }],
    ["a subdomain", { ...script, "sec-fetch-site": "same-site" }],
    ["an address typed in", { ...script, "sec-fetch-site": "none" }],
    ["a prefetch", { ...script, "sec-purpose": "prefetch" }],
    ["a program", {}],
  ])("changes nothing for %s", async (_name, headers) => {
    const id = await pending();
    expect(await get(id, headers as Record<string, string>)).toBe(405);
    expect((await storedUser(id))?.masterStatus).toBe("pending");
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });

  it("is documented as a POST, and answers once", async () => {
    const id = await pending();
    expect((await post(validate.action, "validate", {}, id)).status).toBe(200);
    expect((await post(validate.action, "validate", {}, id)).status).toBe(409);
  });
});

describe("what is changed", () => {
  const person = {
    type: "Entités privés",
    role: "Particulier",
    name: "Maëlle",
    lastname: "Le Goff",
    email: "maelle@exemple.fr",
    password: "Lilas-1990-bleu",
    street: "3 rue des Lilas",
    postalCode: "35000",
    city: "Rennes",
    country: "France",
    dateOfBirth: "1990-03-12",
  };

  it("makes accounts of each kind; a password that is given opens them at once", async () => {
    const made = await post(createUserCall.action, "create-user", person);
    expect(made.body).toMatchObject({ success: true, user: { email: "maelle@exemple.fr" } });
    const entered = await new Visitor().visit(login, "/api/auth/login", {
      json: { email: person.email, password: person.password },
    });
    expect(entered.status).toBe(200);
    const master = { ...person, email: "m@exemple.fr" };
    expect((await post(createMaster.action, "create-master", master)).body).toMatchObject({
      user: { masterStatus: "validated" },
    });
    const another = {
      ...{ name: "Malik", lastname: "Diarra", email: "a@exemple.fr" },
      currentPassword: OFFICE_PASSWORD,
    };
    expect((await post(createAdmin.action, "create-admin", another)).body).toMatchObject({
      user: { isAdmin: true },
    });
  });

  it("writes nothing that the payload does not have", async () => {
    const greedy = { ...person, isAdmin: true, stripeStats: "active", spondorshipCode: "ABCD2345" };
    await post(createUserCall.action, "create-user", greedy);
    const stored = await UserModel.findOne({ email: person.email }).lean();
    expect(stored).toMatchObject({ isAdmin: false });
    expect(stored).not.toHaveProperty("stripeStats");
    expect(stored).not.toHaveProperty("spondorshipCode");
  });

  it("refuses what is wrong with a sentence, and changes nothing", async () => {
    const cases = [
      [{ ...person, type: "x" }, "Choisissez Entités privées ou Collectivité."],
      [{ ...person, country: "Espagne" }, "Veuillez renseigner une adresse située en France"],
      [{ ...person, email: { $gt: "" } }, undefined],
      [{ ...person, password: "court" }, "Le mot de passe doit contenir au moins 8 caractères."],
    ] as const;
    for (const [payload, message] of cases) {
      const { status, body } = await post(createUserCall.action, "create-user", payload);
      expect(status).toBe(422);
      if (message) expect(body.message).toBe(message);
    }
    expect(await UserModel.countDocuments()).toBe(1);
  });

  it("updates and deletes messages", async () => {
    const { id } = await newMessage();
    expect((await post(statusUpdate.action, "status-update", { status: true }, id)).status).toBe(
      200,
    );
    expect((await ContactMessageModel.findById(id).lean())?.status).toBe(true);
    expect(
      (await post(statusUpdate.action, "status-update", { status: "peut-être" }, id)).status,
    ).toBe(422);
    const args = {
      request: new Request("http://localhost/", { method: "DELETE" }),
      params: { id: id },
      context: admin.visitor.context(),
    };
    expect((await deleteContact.action(args)).status).toBe(200);
    expect(await ContactMessageModel.countDocuments()).toBe(0);
  });

  it("bans and deletes with the reason and the administrator's password", async () => {
    const id = (await createUser())._id.toString();
    const why = "Fraude";
    const asked = { why, currentPassword: OFFICE_PASSWORD };
    expect((await post(banUser.action, "ban-user", { why }, id)).status).toBe(422);
    expect((await post(banUser.action, "ban-user", asked, id)).status).toBe(200);
    expect((await storedUser(id))?.banReason).toBe(why);
    expect((await post(deleteUser.action, "delete-user", asked, id)).status).toBe(200);
    expect((await storedUser(id))?.deletedAt).toBeInstanceOf(Date);
    expect((await post(banUser.action, "ban-user", asked, admin.id)).status).toBe(409);
  });

  it("counts the reservations to come that a ban leaves", async () => {
    const venue = await createVenue(await createOwner());
    const buyer = await createUser();
    for (const days of [40, 50]) {
      const startDate = addDays(todayInParis(new Date()), days);
      await createReservation({ venue, buyer, status: "confirmed", startDate });
    }
    await createReservation({ venue, buyer, status: "ended", startDate: "2026-01-05" });
    const asked = { coming: "keep", why: "Fraude", currentPassword: OFFICE_PASSWORD };
    const answer = await post(banUser.action, "ban-user", asked, buyer._id.toString());
    expect(answer.body).toEqual({ success: true, cancelled: 0, unfinished: 0, left: 2 });
  });
});
