import mongoose from "mongoose";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { GalleryRunModel } from "@models/gallery-run";
import { GalleryTileModel, type GallerySection } from "@models/gallery-tile";
import { ImageModel } from "@models/image";
import { LeftoverModel } from "@models/leftover";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { eraseForgottenImages } from "~/accounts/anonymise-account.server";
import { renewSection, switchDaily } from "~/admin/gallery/change-gallery.server";
import { galleryPage } from "~/gallery/gallery-page.server";
import { homePage } from "~/gallery/home-page.server";
import { pickVenues, TILES } from "~/gallery/pick-venues.server";
import { renewDaily, renewOnce } from "~/gallery/renew-tiles.server";
import { addDays, addMinutes, parisNoon, todayInParis } from "~/platform/days";
import { readImage } from "~/platform/images/images.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { action as galleryAction } from "~/routes/admin/gallery";
import { action as cityCall } from "~/routes/api/admin/gallery-city";
import { action as cronCall } from "~/routes/api/admin/gallery-cron-news";
import { action as roomsCall } from "~/routes/api/admin/gallery-rooms";
import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import { takeToast } from "~/platform/web/toast.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { newMember } from "../support/members";
import { newAdmin, type Administrator } from "../support/office";

useDatabase();

const now = new Date();
let admin: Administrator;
let owner: User;

beforeEach(async () => {
  await emptyDatabase();
  admin = await newAdmin();
  owner = await createOwner();
});

const tilesOf = async (section: GallerySection) =>
  await GalleryTileModel.find({ section }).sort({ place: 1 }).lean();
const venueIds = async (section: GallerySection) =>
  (await tilesOf(section)).map(({ venue }) => String(venue));
async function publish(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push((await createVenue(owner))._id.toString());
  }
  return ids;
}

describe("a renewal", () => {
  it("of no venue empties the section, and says so", async () => {
    await GalleryTileModel.create({ _id: "rooms:0", section: "rooms", place: 0, text: "Ancienne" });
    expect(await renewSection("rooms", { actor: admin.actor, now })).toMatchObject({ tiles: 0 });
    expect(await tilesOf("rooms")).toEqual([]);
    expect((await homePage()).rooms).toEqual([]);
  });

  it.each(["rooms", "news"] as const)("of one venue shows it once: %s", async (section) => {
    const ids = await publish(1);
    await createVenue(owner, { searchable: false });
    await renewSection(section, { actor: admin.actor, now });
    expect(await venueIds(section)).toEqual(ids);
    const again = await renewSection(section, { actor: admin.actor, now });
    expect(again.outcome).toBe("unchanged");
  });

  it("of news shows the newest, in their order", async () => {
    const ids = await publish(9);
    await renewSection("news", { actor: admin.actor, now });
    expect(await venueIds("news")).toEqual(ids.slice(-TILES).reverse());
    expect((await homePage()).news.map(({ id }) => id)).toEqual(ids.slice(-TILES).reverse());
  });

  it("of rooms picks others than those shown, each once, as long as there are enough", async () => {
    const ids = await publish(2 * TILES);
    await renewSection("rooms", { actor: admin.actor, now });
    const first = await venueIds("rooms");
    expect(new Set(first).size).toBe(TILES);
    await renewSection("rooms", { actor: admin.actor, now });
    const second = await venueIds("rooms");
    expect(new Set([...first, ...second])).toEqual(new Set(ids));
  });

  it("reads a few of none, of one and of many venues, each time by an index", async () => {
    const draws = [0, 0.5, 0.99, 0.25, 0.75, 0.1, 0.9, 0.4, 0.6, 0.3];
    let turn = 0;
    const random = () => draws[turn++ % draws.length]!;
    /** What a pick finds, and what it asks the database for. */
    const pick = async () => {
      const asked: { is: string; limit: number; filter: object; sort: mongoose.mongo.Sort }[] = [];
      const hear = ({ commandName, command }: mongoose.mongo.CommandStartedEvent) => {
        if (commandName !== "getMore")
          asked.push({ ...(command as (typeof asked)[number]), is: commandName });
      };
      const client = mongoose.connection.getClient().on("commandStarted", hear);
      const picked = await pickVenues("rooms", [], random);
      client.off("commandStarted", hear);
      return { ids: new Set(picked.map(({ _id }) => _id.toString())), asked };
    };
    const none = await pick();
    expect(none.ids).toEqual(new Set());
    expect(none.asked).toHaveLength(2);

    const [template] = await publish(1);
    const one = await pick();
    expect(one.ids).toEqual(new Set([template]));
    expect(one.asked.length).toBeLessThanOrEqual(20);

    const venue = (await VenueModel.findById(template).lean())!;
    const copies = Array.from({ length: 1_500 }, (_, index) => ({
      ...venue,
      _id: new mongoose.Types.ObjectId(),
      title: `Salle ${index}`,
      createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000),
    }));
    await VenueModel.collection.insertMany(copies);
    const many = await pick();
    expect(many.ids.size).toBe(TILES);
    expect(many.asked.length).toBeLessThanOrEqual(20);
    for (const { is, limit, filter, sort } of many.asked) {
      expect([is, limit <= 20]).toEqual(["find", true]);
      const plan = await VenueModel.collection.find(filter).sort(sort).explain("queryPlanner");
      expect(JSON.stringify(plan)).toContain("IXSCAN");
    }
  });

  it("says whether it has changed anything", async () => {
    await publish(2);
    const press = async () => {
      const form = { intent: "renew", section: "news" };
      const response = await admin.visitor.visit(galleryAction, "/admin/gallery", { form });
      const cookie = response.headers.get("set-cookie") ?? "";
      return (await takeToast(new Request("http://localhost/", { headers: { cookie } }))).toast;
    };
    expect(await press()).toMatchObject({ type: "success" });
    expect((await press())?.message).toContain("Rien à changer");
  });

  it("is right when two ask for it at once", async () => {
    await publish(3);
    const ask = async () => await renewSection("news", { actor: admin.actor, now });
    await Promise.all([ask(), ask()]);
    expect(await tilesOf("news")).toHaveLength(3);
    expect(await GalleryRunModel.countDocuments({ outcome: "failed" })).toBe(0);
    expect(await AuditEntryModel.countDocuments()).toBe(2);
  });

  it("that fails leaves what is shown, and says so where the others are", async () => {
    const [id] = await publish(1);
    await renewSection("rooms", { actor: admin.actor, now });
    await publish(2);
    const within = () => Promise.reject(new Error("The log is full"));
    const run = { by: admin.actor.id, now: addMinutes(now, 1), within };
    await expect(renewOnce("rooms", run)).rejects.toThrow("The log is full");
    expect(await venueIds("rooms")).toEqual([id]);
    const { renewals } = await galleryPage();
    const { runs } = renewals.find(({ section }) => section === "rooms")!;
    expect(runs.map(({ outcome, tiles }) => [outcome, tiles])).toEqual([
      ["failed", 1],
      ["renewed", 1],
    ]);
  });

  it("that is refused, or that an outage keeps, is no run that failed", async () => {
    await publish(1);
    for (const error of [new Refusal("forbidden"), new mongoose.mongo.MongoNetworkError("gone")]) {
      const run = { by: admin.actor.id, now, within: () => Promise.reject(error) };
      await expect(renewOnce("rooms", run)).rejects.toBe(error);
    }
    expect(await GalleryRunModel.countDocuments()).toBe(0);
  });

  it("that fails tells why, though that cannot be written down", async () => {
    const within = () => Promise.reject(new Error("The log is full"));
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    const counted = vi.spyOn(GalleryTileModel, "countDocuments");
    counted.mockRejectedValueOnce(new Error("full, too"));
    const renewing = renewOnce("rooms", { by: admin.actor.id, now, within });
    await expect(renewing).rejects.toThrow("The log is full");
    expect(warned).toHaveBeenCalledOnce();
    for (const spy of [warned, counted]) spy.mockRestore();
  });

  it("is written into the log, by whom and with what came of it", async () => {
    await publish(2);
    await renewSection("rooms", { actor: admin.actor, now });
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      act: "gallery.renew",
      target: "rooms",
    });
    const { renewals } = await galleryPage();
    expect(renewals.find(({ section }) => section === "rooms")).toMatchObject({
      isDaily: true,
      next: null,
      runs: [{ outcome: "renewed", tiles: 2, by: "Camille Durand" }],
    });
  });
});

describe("the daily renewal", () => {
  it("does nothing while it is off", async () => {
    await publish(2);
    await switchDaily("rooms", { actor: admin.actor, now, isOn: false });
    expect(await renewDaily("rooms", now)).toBeNull();
    expect(await tilesOf("rooms")).toEqual([]);
    expect(await GalleryRunModel.countDocuments()).toBe(0);
  });

  it.each(["rooms", "news"] as const)(
    "shows the first venue of a site that nobody has set up: %s",
    async (section) => {
      const ids = await publish(1);
      expect(await renewDaily(section, now)).toMatchObject({ outcome: "renewed", tiles: 1 });
      expect(await venueIds(section)).toEqual(ids);
    },
  );

  it("is done once a day of Paris, however many workers do it", async () => {
    await publish(3);
    await switchDaily("news", { actor: admin.actor, now, isOn: true });
    const runs = await Promise.all(Array.from({ length: 4 }, () => renewDaily("news", now)));
    expect(runs.filter((run) => run !== null)).toHaveLength(1);
    expect(await GalleryRunModel.find().lean()).toMatchObject([
      { _id: `news:${todayInParis(now)}`, outcome: "renewed", tiles: 3 },
    ]);
    expect(await renewDaily("news", now)).toBeNull();
    expect(await renewDaily("news", parisNoon(addDays(todayInParis(now), 1)))).not.toBeNull();
  });

  it("is turned on and off by the call, which is written down", async () => {
    for (const cronJob of [false, true]) {
      const path = "/api/admin/gallery-cron-news";
      const response = await admin.visitor.visit(cronCall, path, { json: { cronJob } });
      expect(await response.json()).toMatchObject({ success: true, cronJob });
      const { renewals } = await galleryPage();
      expect(renewals.find(({ section }) => section === "news")?.isDaily).toBe(cronJob);
    }
    expect(await AuditEntryModel.countDocuments({ act: "gallery.daily" })).toBe(2);
  });
});

describe("a city's image", () => {
  const picture = async (colour: string) =>
    await sharp({ create: { width: 800, height: 600, channels: 3, background: colour } })
      .png()
      .toBuffer();
  const dataUrl = async (colour: string) =>
    `data:image/png;base64,${(await picture(colour)).toString("base64")}`;
  const send = async (json: unknown) =>
    await admin.visitor.visit(cityCall, "/api/admin/gallery-city", { json });

  it("stands on its place, counted from 0, and the one before it is erased a day after: pages under way show it", async () => {
    const first = await send({ name: "Lyon", place: 4, image: await dataUrl("#123456") });
    expect(first.status).toBe(200);
    const [before] = await tilesOf("city");
    expect(before).toMatchObject({ _id: "city:4", place: 4, text: "Lyon" });
    await send({ name: "Metz", place: 4, image: await dataUrl("#654321") });
    const [tile, ...others] = await tilesOf("city");
    expect(others).toEqual([]);
    expect(tile).toMatchObject({ _id: "city:4", text: "Metz" });
    const [former, present] = [before!.image!.toString(), tile!.image!.toString()];
    expect(await readImage(former, 320)).toMatchObject({ isPublic: true });
    await sweepDraftPhotos(addMinutes(new Date(), 24 * 60 + 1));
    expect(await readImage(former, 320)).toBeNull();
    expect(await readImage(present, 320)).toMatchObject({ isPublic: true });
    expect((await homePage()).cities).toMatchObject([{ name: "Metz" }]);
    expect(await AuditEntryModel.find().sort({ seq: -1 }).limit(1).lean()).toMatchObject([
      { act: "gallery.city", before: "Lyon", after: "Metz" },
    ]);
  });

  it("outlives the account of the administrator who put it there", async () => {
    await send({ name: "Lyon", place: 0, image: await dataUrl("#123456") });
    const { _id } = admin.user;
    await UserModel.updateOne({ _id }, { $set: { deletedAt: new Date() } });
    await LeftoverModel.create({ kind: "images", account: _id });
    onTestFinished(async () => {
      await UserModel.updateOne({ _id }, { $unset: { deletedAt: 1 } });
    });
    await eraseForgottenImages();
    const [tile] = await tilesOf("city");
    expect(await readImage(tile!.image!.toString(), 320)).not.toBeNull();
  });

  const ALL = "Tous les champs doivent être remplis";
  const PLACE = "La place de l’image doit être comprise entre 1 et 5.";
  it.each([
    [{ place: "1" }, { name: ALL, image: ALL }],
    [{ name: "Lyon" }, { place: ALL, image: ALL }],
    [
      { name: "Lyon", place: "0" },
      { place: PLACE, image: ALL },
    ],
    [{ name: "Lyon", place: "6" }, { place: PLACE }],
    [{ name: "Lyon", place: "1,5" }, { place: PLACE }],
  ])("refuses %o with its sentence, and keeps what was typed", async (form, fieldErrors) => {
    const response = await admin.visitor.visit(galleryAction, "/admin/gallery", {
      form: { intent: "city", ...(form as Record<string, string>) },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fieldErrors, repopulateFields: form });
    expect(await tilesOf("city")).toEqual([]);
  });

  it("refuses a place outside 0 to 4 and what is no picture, behind /api", async () => {
    const image = await dataUrl("#123456");
    for (const place of [-1, 5, 1.5]) {
      const response = await send({ name: "Lyon", place, image });
      expect([response.status, await response.json()]).toMatchObject([422, { message: PLACE }]);
    }
    const odd = await send({ name: "Lyon", place: 0, image: "data:image/png;base64,AAAA" });
    expect(odd.status).toBe(415);
    expect(await ImageModel.countDocuments()).toBe(0);
  });
});

it("is for administrators alone", async () => {
  const member = await newMember();
  for (const [action, path] of [
    [cityCall, "gallery-city"],
    [roomsCall, "gallery-rooms"],
    [cronCall, "gallery-cron-news"],
  ] as const) {
    const response = await member.visitor.visit(action, `/api/admin/${path}`, { json: {} });
    expect(response.status, path).toBe(403);
  }
  expect(await GalleryRunModel.countDocuments()).toBe(0);
});
