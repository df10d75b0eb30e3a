import { Types } from "mongoose";
import sharp from "sharp";
import { beforeEach, expect, it } from "vitest";
import { ImageModel, type ImagePurpose } from "@models/image";
import { CONTENT_VERSION, SettingModel } from "@models/setting";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { restoreForPlatform } from "~/admin/moderation/decide-appeal.server";
import { suspendForPlatform } from "~/admin/moderation/decide-report.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { confirmActor } from "~/admin/audit/actor.server";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { storeImage } from "~/platform/images/images.server";
import { loader } from "~/routes/images";
import { changeVenue } from "~/venues/edit-venue.server";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { eventually } from "../support/eventually";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, newMember } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { Visitor } from "../support/visitor";

useDatabase();

const now = new Date();
let owner: User;
let venue: Venue;
let admin: Administrator;
let photo: string;

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  admin = await newAdmin();
  await confirmActor(admin.actor, OFFICE_PASSWORD, now);
  photo = await stored(owner);
  venue = await createVenue(owner);
  const shown = { image: new Types.ObjectId(photo), alt: "", width: 64, height: 48 };
  const locationIMG = [shown, ...venue.locationIMG.slice(1)];
  await VenueModel.updateOne({ _id: venue._id }, { $set: { locationIMG } });
  venue = { ...venue, locationIMG };
});

async function stored(
  { _id }: Pick<User, "_id">,
  purpose: ImagePurpose = "venue",
  fields: { draftSince?: Date } = {},
): Promise<string> {
  const create = { width: 64, height: 48, channels: 3 as const, background: "#284" };
  const bytes = await sharp({ create }).png().toBuffer();
  return (await storeImage({ bytes, owner: _id, purpose, ...fields }))._id.toHexString();
}

const picture = async (
  id = photo,
  visitor = new Visitor(),
  { file = "320.webp", ...headers }: Record<string, string> = {},
) =>
  await loader({
    params: { id, file },
    request: new Request(`http://localhost/images/${id}/${file}`, { headers }),
    context: visitor.context(),
  });
const statusOf = async (id?: string, visitor?: Visitor) => (await picture(id, visitor)).status;
const venueId = () => venue._id.toString();
const by = () => ({ actor: admin.actor, venueId: venueId(), now });
const suspend = async () =>
  await suspendForPlatform({ ...by(), reason: "photos", facts: "Vu le 3 mai." });
const decision = () => ({
  ...{ actor: admin.actor, userId: owner._id.toString(), why: "Fraude" },
  ...{ password: OFFICE_PASSWORD, now },
});

it("is everybody's while a venue shows it, and kept by whoever asked, a day at most", async () => {
  const shown = await picture();
  expect(shown.status).toBe(200);
  expect(shown.headers.get("Cache-Control")).toBe("public, max-age=86400, s-maxage=60, immutable");
  const known = { "If-None-Match": shown.headers.get("ETag")! };
  expect((await picture(photo, new Visitor(), known)).status).toBe(304);
});

it("of a suspended venue is its owner's and the back-office's alone, until it is given back", async () => {
  const { headers } = await picture();
  const shared = async (visitor = new Visitor()) =>
    (await picture(photo, visitor, { file: "partage.jpg" })).status;
  expect(await shared()).toBe(200);
  await suspend();
  expect([await shared(), await shared(admin.visitor)]).toEqual([404, 200]);
  const hidden = await picture();
  expect([hidden.status, hidden.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  // Not even that it is still there is told to who has it.
  const known = { "If-None-Match": headers.get("ETag")! };
  expect((await picture(photo, new Visitor(), known)).status).toBe(404);
  expect(await statusOf(photo, (await newMember()).visitor)).toBe(404);
  const { visitor } = await loggedIn(owner);
  for (const one of [visitor, admin.visitor]) {
    const seen = await picture(photo, one);
    expect([seen.status, seen.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
  }
  await restoreForPlatform({ ...by(), why: "Photos refaites" });
  expect(await statusOf()).toBe(200);
});

it("of a banned owner is nobody's but the back-office's, a face included, until the ban is over", async () => {
  const avatar = await stored(owner, "avatar");
  await UserModel.updateOne({ _id: owner._id }, { $set: { avatar: new Types.ObjectId(avatar) } });
  expect([await statusOf(), await statusOf(avatar)]).toEqual([200, 200]);
  const { visitor } = await loggedIn(owner);
  await banForPlatform({ ...decision(), coming: "keep" });
  for (const one of [new Visitor(), visitor]) {
    expect([await statusOf(photo, one), await statusOf(avatar, one)]).toEqual([404, 404]);
  }
  expect(await statusOf(avatar, admin.visitor)).toBe(200);
  await unbanUser(decision());
  expect([await statusOf(), await statusOf(avatar)]).toEqual([200, 200]);
});

it("of a deleted venue is gone for everybody, of one not for rent is still on its page", async () => {
  await changeVenue(owner._id.toString(), venueId(), { status: "unavailable" });
  expect(await statusOf()).toBe(200);
  await deleteVenue(owner._id.toString(), venueId(), now);
  expect(await statusOf()).toBe(404);
});

it("that was just sent is its sender's, and everybody's once a venue shows it", async () => {
  const draft = await stored(owner, "venue", { draftSince: now });
  const { visitor } = await loggedIn(owner);
  const both = async (id: string) => [await statusOf(id), await statusOf(id, visitor)];
  expect(await both(draft)).toEqual([404, 200]);
  const others = venue.locationIMG.slice(1).map(({ image }) => image.toString());
  await changeVenue(owner._id.toString(), venueId(), { photo: [draft, ...others] });
  expect(await both(draft)).toEqual([200, 200]);
  // What it was exchanged for is a draft again.
  expect(await both(photo)).toEqual([404, 200]);
});

it("of a venue that is suspended stays hidden, whatever its owner edits, and one of the gallery is the site's", async () => {
  const officer = await createUser({ isAdmin: true, bannedAt: now });
  const city = await stored(officer, "gallery");
  expect(await statusOf(city)).toBe(200);
  await suspend();
  const draft = await stored(owner, "venue", { draftSince: now });
  const others = venue.locationIMG.slice(1).map(({ image }) => image.toString());
  await changeVenue(owner._id.toString(), venueId(), { photo: [draft, ...others] });
  expect([await statusOf(draft), await statusOf(photo)]).toEqual([404, 404]);
});

it("is asked for once, whoever looks at it, until something of its venue changes", async () => {
  const first = await askedBy(() => picture());
  const aboutIt = first.asked.filter((one) => one.includes(" images:"));
  // Once more when its bytes are on this disk for the first time: whether somebody erased it meanwhile.
  expect(aboutIt.map((one) => one.split(":")[0])).toEqual(["aggregate images", "find images"]);
  // The first look for changes of a process finds that it knows none.
  await eventually(async () => expect((await askedBy(() => picture())).asked).toEqual([]));
  await bumpContentVersion({ venues: [new Types.ObjectId().toString()] });
  expect((await askedBy(() => picture())).asked).toEqual([]);
  await bumpContentVersion({ venues: [venueId()] });
  expect((await askedBy(() => picture())).asked).toHaveLength(1);
});

it("is forgotten though the change was told while it was being read, and by whatever process", async () => {
  const reading = picture();
  const suspending = suspend();
  await Promise.all([reading, suspending]);
  expect(await statusOf()).toBe(404);
  await restoreForPlatform({ ...by(), why: "Vu" });
  expect(await statusOf()).toBe(200);
  // As another process would: written and told past this one.
  await VenueModel.updateOne({ _id: venue._id }, { $set: { listed: false } });
  const change = JSON.stringify({ venues: [venueId()], by: "another" });
  await SettingModel.updateOne(
    { _id: CONTENT_VERSION },
    { $inc: { value: 1, told: 1 }, $push: { changes: change } },
  );
  await eventually(async () => expect(await statusOf()).toBe(404));
});

it("that nobody stored is unknown, and costs no session", async () => {
  const none = await askedBy(() => picture("0".repeat(24), admin.visitor), { sessions: true });
  expect(none.answer.status).toBe(404);
  expect(none.asked).toHaveLength(1);
  expect(await ImageModel.countDocuments()).toBe(1);
});
