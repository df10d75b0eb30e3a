import { beforeEach, describe, expect, it, vi } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel } from "@models/audit-entry";
import type { AdminRole } from "@models/enumerations";
import { MailModel } from "@models/mail";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { logger } from "~/platform/log.server";
import * as chooseCookies from "~/routes/api/auth/setting-cookies/$id";
import * as deleteVenue from "~/routes/api/location/delete-my-location/$id";
import * as editVenue from "~/routes/api/location/edit-my-location/$id";
import * as readVenue from "~/routes/api/location/my-location/$id";
import * as editAddress from "~/routes/api/send/edit-address";
import * as editProfile from "~/routes/api/send/edit-profil";
import * as saveAccount from "~/routes/api/stripe/save-stripe-account";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { newMember, storedUser } from "../support/members";
import { newAdmin } from "../support/office";
import type { Handler } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

/** An owner with a venue, and an administrator of a role. */
async function setTheScene(adminRole: AdminRole = "support") {
  const owner = await createOwner({ phone: "0612345678" });
  const venue = await createVenue(owner);
  const admin = await newAdmin({ adminRole });
  return { userId: owner._id.toString(), venueId: venue._id.toString(), admin };
}
type Scene = Awaited<ReturnType<typeof setTheScene>>;

interface Made {
  handler: Handler;
  path: (scene: Scene) => string;
  json: (scene: Scene) => Record<string, unknown>;
  method?: string;
  id?: (scene: Scene) => string;
  /** What it is answered with; 200 unless it says so. */
  status?: number;
  /** What of it the log names. */
  fields?: string;
  /** What the person is told that was done; nothing where nothing was. */
  told?: string;
}

/** Every call that an administrator can make for somebody else, but those that read. */
const CHANGES: Record<string, Made> = {
  "setting-cookies": {
    handler: chooseCookies.action,
    path: ({ userId }) => `/api/auth/setting-cookies/${userId}`,
    json: () => ({ cookies: false }),
    fields: "cookies",
    told: "a refusé pour vous les cookies non essentiels",
    id: ({ userId }) => userId,
  },
  "edit-my-location": {
    handler: editVenue.action,
    path: ({ venueId }) => `/api/location/edit-my-location/${venueId}`,
    // One of them is as it was.
    json: ({ userId }) => ({ userId, price: 1, houseRules: null }),
    fields: "price",
    told: "a modifié pour vous votre lieu «\u00a0",
    id: ({ venueId }) => venueId,
  },
  "delete-my-location": {
    handler: deleteVenue.action,
    path: ({ venueId }) => `/api/location/delete-my-location/${venueId}`,
    json: ({ userId }) => ({ userId }),
    told: "a supprimé pour vous votre lieu «\u00a0",
    method: "DELETE",
    id: ({ venueId }) => venueId,
  },
  "edit-address": {
    handler: editAddress.action,
    path: () => "/api/send/edit-address",
    json: ({ userId }) => ({
      ...{ userId, street: "3 rue des Lices", postalCode: "35000", city: "Rennes" },
      country: "France",
    }),
    fields: "street, postalCode, city, country",
    told: "a modifié pour vous l’adresse de votre compte",
  },
  "edit-profil": {
    handler: editProfile.action,
    path: () => "/api/send/edit-profil",
    json: ({ userId }) => ({
      ...{ userId, type: "Entités privés", role: "Particulier" },
      ...{ name: "Autre", lastname: "Nom", dateOfBirth: "1989-07-14" },
    }),
    fields: "name, lastname, dateOfBirth",
    told: "a modifié pour vous les informations de votre profil",
  },
  "save-stripe-account": {
    handler: saveAccount.action,
    path: () => "/api/stripe/save-stripe-account",
    json: ({ userId }) => ({ id: userId, accountId: "acct_unknown" }),
    // Stripe has no such account; what was tried is in the log all the same.
    status: 404,
    fields: "accountId",
  },
};

async function make({ handler, path, json, method, id }: Made, scene: Scene): Promise<Response> {
  const params: Record<string, string> = id ? { id: id(scene) } : {};
  const said = { json: json(scene), params, method };
  return await scene.admin.visitor.visit(handler, path(scene), said);
}

describe("a call that an administrator makes for somebody else", () => {
  it.each(Object.entries(CHANGES))("%s is in the audit log", async (_name, made) => {
    const scene = await setTheScene();
    const { status } = await make(made, scene);
    expect(status).toBe(made.status ?? 200);
    expect(await AuditEntryModel.find().lean()).toMatchObject([
      {
        act: "user.act-for",
        target: scene.userId,
        admin: scene.admin.user._id,
        after: `${made.method ?? "POST"} ${made.path(scene)}${made.fields ? ` (${made.fields})` : ""}`,
      },
    ]);
  });

  it.each(Object.entries(CHANGES))(
    "%s is told to the person once it is done",
    async (_name, made) => {
      const scene = await setTheScene();
      await make(made, scene);
      const { email } = (await storedUser(scene.userId))!;
      const mails = await MailModel.find().lean();
      expect(mails.map(({ to }) => to)).toEqual(made.told ? [email] : []);
      const said = mails.map(({ text }) => text).join();
      expect(said).toContain(made.told ?? "");
      if (made.told) expect(said).toContain("Écrivez-nous\u00a0: http");
      // Of two of a title the town says which.
      expect(said.includes("(Lyon)\u00a0»")).toBe(made.told?.includes("votre lieu") ?? false);
    },
  );

  it("is told to nobody whose address nobody has proved", async () => {
    const scene = await setTheScene();
    await UserModel.updateOne({ _id: scene.userId }, { isVerified: false });
    expect((await make(CHANGES["edit-address"]!, scene)).status).toBe(200);
    expect(await MailModel.countDocuments()).toBe(0);
  });

  it.each(["setting-cookies", "edit-my-location", "edit-address", "edit-profil"])(
    "%s is not told once more when it changes nothing",
    async (name) => {
      const scene = await setTheScene();
      await make(CHANGES[name]!, scene);
      expect((await make(CHANGES[name]!, scene)).status).toBe(200);
      expect(await MailModel.countDocuments()).toBe(1);
    },
  );

  it("is done, and answered so, though the person could not be told", async () => {
    const scene = await setTheScene();
    const logged = vi.spyOn(logger, "error").mockReturnValue(undefined);
    vi.spyOn(MailModel, "updateOne").mockImplementationOnce(() => {
      throw new Error("away");
    });
    expect((await make(CHANGES["edit-address"]!, scene)).status).toBe(200);
    expect(await storedUser(scene.userId)).toMatchObject({ city: "Rennes" });
    expect(logged).toHaveBeenCalledTimes(1);
    expect(logged.mock.calls[0]?.[0]).toMatchObject({
      method: "POST",
      path: "/api/send/edit-address",
    });
    vi.restoreAllMocks();
  });

  it("accepts no cookies: that is the person's own to say", async () => {
    const scene = await setTheScene();
    const accepting = { ...CHANGES["setting-cookies"]!, json: () => ({ cookies: true }) };
    expect((await make(accepting, scene)).status).toBe(403);
    expect(await storedUser(scene.userId)).not.toHaveProperty("cookiesSet");
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });

  it.each(Object.entries(CHANGES))("%s leaves other administrators alone", async (_name, made) => {
    const scene = await setTheScene();
    const { user: boss } = await newAdmin({ adminRole: "super-admin" });
    const venue = await createVenue(boss);
    const ids = { userId: boss._id.toString(), venueId: venue._id.toString() };
    const before = await storedUser(ids.userId);
    const { status } = await make(made, { ...scene, ...ids });
    expect(status).toBe(403);
    expect(await storedUser(ids.userId)).toEqual(before);
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ price: venue.price });
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });

  it("is noted as a look at the person's data when it reads", async () => {
    const { admin, userId, venueId } = await setTheScene();
    const path = `/api/location/my-location/${venueId}?userId=${userId}`;
    const response = await admin.visitor.visit(readVenue.loader, path, { params: { id: venueId } });
    expect(response.status).toBe(200);
    const looks = await AccessEntryModel.find().lean();
    expect(looks).toMatchObject([{ kind: "user", admin: admin.user._id }]);
    expect(looks[0]?.target.toString()).toBe(userId);
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });

  it.each(["lecture", "finance"] as const)("is not made by the role %s", async (adminRole) => {
    const scene = await setTheScene(adminRole);
    expect((await make(CHANGES["edit-my-location"]!, scene)).status).toBe(403);
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });

  it("names an account that there is", async () => {
    const scene = await setTheScene();
    const none = { ...scene, userId: "0123456789abcdef01234567" };
    expect((await make(CHANGES["edit-profil"]!, none)).status).toBe(404);
    expect(await AuditEntryModel.countDocuments()).toBe(0);
  });
});

it("leaves no trace of what people do with their own", async () => {
  const { visitor, id } = await newMember();
  const json = { cookies: true };
  const path = `/api/auth/setting-cookies/${id.toUpperCase()}`;
  const params = { id: id.toUpperCase() };
  expect((await visitor.visit(chooseCookies.action, path, { json, params })).status).toBe(200);
  expect(await AuditEntryModel.countDocuments()).toBe(0);
});
