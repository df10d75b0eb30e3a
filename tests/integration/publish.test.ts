import { mongo, trusted, Types } from "mongoose";
import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { BookedSlotModel } from "@models/booked-slot";
import { ImageModel } from "@models/image";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { addDays, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { readImage } from "~/platform/images/images.server";
import { limit, limitOf } from "~/platform/web/rate-limit.server";
import { action as createApi } from "~/routes/api/location/create";
import { action as accountApi } from "~/routes/api/auth/$id";
import { action as venueOwnerApi } from "~/routes/api/location/get-location-user/$id";
import { action as sendApi } from "~/routes/api/send/send-location";
import { action as deleteApi } from "~/routes/api/location/delete-my-location/$id";
import { requestedVenueShape } from "~/bookings/lists/api-requests.server";
import { ownVenue, type OwnVenue } from "~/venues/own-venue.server";
import { action as editApi } from "~/routes/api/location/edit-my-location/$id";
import { loader as myVenuesApi } from "~/routes/api/location/get-my-locations";
import { loader as myRequestsApi } from "~/routes/api/location/get-my-requests";
import { action as reopenApi } from "~/routes/api/location/reopen-days/$id";
import { loader as myVenueApi } from "~/routes/api/location/my-location/$id";
import { loader as venueApi } from "~/routes/api/location/$id";
import { action as publish, loader as publishPage } from "~/routes/ajouter-location";
import { action as openApi } from "~/routes/api/stripe/create-connect-account";
import { loader as paymentsPage } from "~/routes/mes-paiments";
import { action as manage, loader as managePage } from "~/routes/profil/location/$id/index";
import { action as remove } from "~/routes/profil/location/$id/supprimer";
import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { loggedIn, newMember, type Member } from "../support/members";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

/** Before the application reads its environment. */
const addressBase = await vi.hoisted(async () => {
  const { startBanStandIn } = await import("../support/ban-stand-in");
  const standIn = await startBanStandIn();
  process.env.BAN_URL = standIn.url;
  return standIn;
});
afterAll(() => addressBase.stop());

useDatabase();
beforeEach(emptyDatabase);

type Handler = typeof publish;
type Fields = Record<string, string | readonly string[]>;

const fields: Fields = {
  type: ["Salles de fête", "Jardins"],
  street: "3 place de la Mairie",
  postalCode: "76130",
  city: "Mont-Saint-Aignan",
  country: "France",
  capacity: ">51",
  equipement: ["Chaises"],
  title: "Salle Jean-Moulin",
  description: "Salle lumineuse et chauffée, avec cuisine.",
  price: "480,50",
  time: "Day",
  needValidation: "true",
  cancellationPolicy: "modérée",
};
/** What an owner may say beside. */
const facts = {
  floorArea: 410,
  stepFreeAccess: "Rampe ou ascenseur",
  hours: "8 h à 19 h, fermé le dimanche",
  latestAccess: "18 h",
  houseRules: "Ni feu ni fumée.\nSol rendu balayé.",
};
const tomorrow = () => addDays(todayInParis(new Date()), 1);

const jpeg = async (shade: number) =>
  await sharp({
    create: { width: 64, height: 48, channels: 3, background: { r: shade, g: 90, b: 60 } },
  })
    .jpeg()
    .toBuffer();

const pictures = async (count: number) =>
  await Promise.all(Array.from({ length: count }, (_, index) => jpeg(index * 20)));

/** Posts a form with files, as a browser does. */
async function post(
  handler: Handler,
  { visitor }: Member,
  sent: Fields,
  { photos = [], id }: { photos?: readonly Uint8Array[]; id?: Types.ObjectId } = {},
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(sent)) {
    for (const one of [value].flat()) body.append(name, one);
  }
  for (const [index, bytes] of photos.entries()) {
    const file = new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
    body.append("photos", file, `salle-${index}.jpg`);
  }
  // A field without a file.
  if (photos.length === 0) body.append("photos", new Blob([]), "");
  const request = new Request("http://localhost/", { method: "POST", body });
  return await handler({
    request,
    params: id ? { id: id.toString() } : {},
    context: visitor.context(),
  });
}

interface Answer {
  subaction?: string;
  fieldErrors: Record<string, string>;
  repopulateFields: Record<string, string | string[]>;
}
const answerOf = async (response: Response) => (await response.json()) as Answer;

const newOwner = async () => await loggedIn(await createOwner());

/** Sends five photos, and gives the ids that the form keeps. */
async function sendPhotos(owner: Member, count = 5): Promise<string[]> {
  const response = await post(
    publish,
    owner,
    { intent: "update" },
    { photos: await pictures(count) },
  );
  return [(await answerOf(response)).repopulateFields.photo ?? []].flat();
}

async function published(owner: Member, changes: Fields = {}): Promise<Venue> {
  const photo = await sendPhotos(owner);
  const response = await post(publish, owner, { intent: "publish", ...fields, photo, ...changes });
  expect(response.headers.get("location")).toBe("/profil");
  return (await VenueModel.findOne({ userId: owner.user._id }).sort({ _id: -1 }).lean())!;
}

/** A venue as its owner's page shows it. */
const shownOf = async (
  { _id, userId }: Venue,
  stripeStats: User["stripeStats"] = "active",
): Promise<OwnVenue> => await ownVenue({ id: userId.toString(), stripeStats }, _id.toString());

const photoIds = ({ locationIMG }: Venue) => locationIMG.map(({ image }) => image.toString());

describe("publishing", () => {
  it("waits for an account that can be paid before it is found", async () => {
    const venue = await published(await loggedIn(await createOwner({ stripeStats: "pending" })));
    expect(venue).toMatchObject({ status: "available", listed: true, searchable: false });
  });

  it("says that it is not found, nor would be if it were for rent again, until its owner can be paid", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const isListed = async (changes: Partial<Venue>, stripeStats: User["stripeStats"]) => {
      await VenueModel.updateOne({ _id: venue._id }, { $set: changes });
      return (await shownOf(venue, stripeStats)).isListed;
    };
    const away = { status: "unavailable", searchable: false } as const;
    expect(await isListed(away, "active")).toBe(true);
    expect(await isListed(away, "restricted")).toBe(false);
    expect(await isListed(away, "pending")).toBe(false);
    await UserModel.updateOne({ _id: venue.userId }, { stripeStats: "restricted" });
    for (const path of ["/profil", "/mes-locations", `/profil/location/${venue._id.toString()}`]) {
      const page = await (await rendered(owner.visitor, path)).text();
      expect([path, page.includes("Absent de la recherche tant que votre")]).toEqual([path, true]);
    }
  });

  it("asks to confirm, then stores cents and photos that stay", async () => {
    const owner = await newOwner();
    const review = await post(
      publish,
      owner,
      { intent: "review", ...fields },
      { photos: await pictures(5) },
    );
    expect(review.status).toBe(200);
    const { subaction, repopulateFields } = await answerOf(review);
    expect(subaction).toBe("confirm");
    expect(await VenueModel.countDocuments()).toBe(0);
    const { intent: _, ...shown } = repopulateFields;
    const response = await post(publish, owner, { intent: "publish", ...shown });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/profil"]);

    const venue = (await VenueModel.findOne().lean())!;
    expect(venue).toMatchObject({
      userId: owner.user._id,
      price: 48_050,
      needValidation: true,
      status: "available",
      listed: true,
      searchable: true,
      cancellationPolicy: "modérée",
      type: ["Jardins", "Salles de fête"],
    });
    expect(photoIds(venue)).toEqual(repopulateFields.photo);
    expect(venue.locationIMG[0]).toMatchObject({
      alt: "Salle Jean-Moulin, photo 1",
      width: 64,
      height: 48,
    });
    expect(await ImageModel.countDocuments({ draftSince: trusted({ $exists: true }) })).toBe(0);
  });

  it("makes one venue of a form sent twice", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const again = { intent: "publish", ...fields, photo: photoIds(venue) };
    expect((await post(publish, owner, again)).headers.get("location")).toBe("/profil");
    // Corrected by who did not learn that it is there.
    const corrected = await post(publish, owner, { ...again, price: "500" });
    expect(corrected.headers.get("location")).toBe("/profil");
    expect(await VenueModel.countDocuments()).toBe(1);
  });

  it("says that it was not published where the database is away from the first question on", async () => {
    const owner = await newOwner();
    const form = { intent: "publish", ...fields, photo: await sendPhotos(owner) };
    vi.spyOn(ImageModel, "find").mockImplementationOnce(() => {
      throw new mongo.MongoNetworkError("gone");
    });
    const response = await post(publish, owner, form);
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("lors de la publication");
    expect(await VenueModel.countDocuments()).toBe(0);
  });

  it("makes one venue of photos that are chosen once more, their answer lost, and of a call with the same", async () => {
    const owner = await newOwner();
    const photos = await pictures(5);
    const review = async (sent: readonly Uint8Array[]) => {
      const form = { intent: "review", ...fields };
      const { repopulateFields } = await answerOf(
        await post(publish, owner, form, { photos: sent }),
      );
      return { ...repopulateFields, intent: "publish" };
    };
    const publishAs = async (form: Fields) =>
      (await post(publish, owner, form)).headers.get("location");
    expect(await publishAs(await review(photos))).toBe("/profil");
    const { _id } = (await VenueModel.findOne().lean())!;
    expect(await publishAs(await review(photos))).toBe("/profil");
    const locationIMG = photos.map(
      (bytes) => `data:image/jpeg;base64,${Buffer.from(bytes).toString("base64")}`,
    );
    const json = { ...fields, price: 480.5, locationIMG };
    const called = await owner.visitor.visit(createApi, "/", { json });
    expect(await called.json()).toMatchObject({ location: { _id: _id.toString() } });
    expect(await VenueModel.countDocuments()).toBe(1);
    // Two halls alike differ in something.
    expect(await publishAs(await review(photos.toReversed()))).toBe("/profil");
    expect(await publishAs({ ...(await review(photos)), title: "Salle B" })).toBe("/profil");
    expect(await VenueModel.countDocuments()).toBe(3);
  });

  it("needs a payment account", async () => {
    const visitor = await newMember();
    const photo = await sendPhotos(visitor);
    const response = await post(publish, visitor, { intent: "publish", ...fields, photo });
    expect(response.status).toBe(409);
    expect(await VenueModel.countDocuments()).toBe(0);
    expect(await ImageModel.countDocuments({ draftSince: trusted({ $exists: true }) })).toBe(5);
  });

  it("asks an organisation for its name first, and so does opening its payment account", async () => {
    const seat = { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" };
    const company = { role: "Entreprise", siret: "73282932000074", ...seat } as const;
    const owner = await loggedIn(await createOwner(company));
    const form = { intent: "publish", ...fields, photo: await sendPhotos(owner) };
    const refused = await post(publish, owner, form);
    const { fieldErrors, repopulateFields } = await answerOf(refused);
    expect(refused.status).toBe(409);
    const message =
      "Votre profil ne dit pas encore qui loue\u00a0: il y manque le nom de la structure.";
    expect(fieldErrors.identity).toContain(message);
    expect(repopulateFields).toMatchObject({ title: fields.title, photo: form.photo });
    const without = await newMember(company);
    const opening = await rendered(without.visitor, "/create-stripe-account", { intent: "open" });
    expect(opening.status).toBe(409);
    const html = await opening.text();
    expect(html).toContain(message);
    expect(html).toContain('href="/profil?modifier=identite#identite"');
    const call = await without.visitor.visit(openApi, "/api/stripe/create-connect-account", {
      json: {},
    });
    expect([call.status, await call.text()]).toEqual([
      409,
      expect.stringContaining("le nom de la structure"),
    ]);
    expect(await VenueModel.countDocuments()).toBe(0);
    // Said, too, before anything is filled in: where it is said the form is left.
    const asked = async () => await (await rendered(owner.visitor, "/ajouter-location")).text();
    const closed = /<fieldset[^>]* disabled=""/;
    const page = await asked();
    expect(page).toContain(message);
    expect(page).toMatch(closed);
    expect(page).not.toContain('value="review"');
    await UserModel.updateOne({ _id: owner.user._id }, { entityName: "SARL Granges", city: "" });
    expect((await answerOf(await post(publish, owner, form))).fieldErrors.seat).toContain(
      "il y manque l’adresse.",
    );
    expect(await asked()).toContain('href="/profil?modifier=coordonnees#coordonnees"');
    await UserModel.updateOne({ _id: owner.user._id }, { city: "Lyon" });
    expect(await asked()).not.toMatch(closed);
    expect((await post(publish, owner, form)).headers.get("location")).toBe("/profil");
  });

  it("is refused to an owner whose account at Stripe is gone meanwhile", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    await UserModel.updateOne({ _id: owner.user._id }, { $unset: { stripeStats: 1 } });
    expect((await post(publish, owner, { intent: "publish", ...fields, photo })).status).toBe(409);
    expect(await VenueModel.countDocuments()).toBe(0);
  });

  it("keeps four photos of a refused form and asks for a fifth", async () => {
    const owner = await newOwner();
    const response = await post(
      publish,
      owner,
      { intent: "review", ...fields },
      { photos: await pictures(4) },
    );
    expect(response.status).toBe(422);
    const { fieldErrors, repopulateFields } = await answerOf(response);
    expect(fieldErrors).toEqual({ photos: "Vous devez avoir un minimum de 5 photos." });
    expect(repopulateFields.photo).toHaveLength(4);
    const page = await owner.visitor.visit(publishPage, "/ajouter-location");
    expect(((await page.json()) as { drafts: unknown[] }).drafts).toHaveLength(4);
    const { intent: _, ...shown } = repopulateFields;
    const second = await post(
      publish,
      owner,
      { intent: "review", ...shown },
      { photos: await pictures(1) },
    );
    expect((await answerOf(second)).repopulateFields.photo).toHaveLength(5);
  });

  it("keeps the good photos when one is none, and says so", async () => {
    const owner = await newOwner();
    const photos = [
      ...(await pictures(2)),
      Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ];
    const response = await post(publish, owner, { intent: "review", ...fields }, { photos });
    expect(response.status).toBe(415);
    const { fieldErrors, repopulateFields } = await answerOf(response);
    expect(Object.keys(fieldErrors)).toEqual(["photos"]);
    // Which one, of those that were sent.
    expect(fieldErrors.photos).toMatch(/^Nous n’acceptons pas «\u00a0salle-2\.jpg\u00a0»/);
    expect(repopulateFields).toMatchObject({ title: "Salle Jean-Moulin" });
    expect(repopulateFields.photo).toHaveLength(2);
  });

  it("says why of a photo that has all that photos are said to need", async () => {
    const background = { r: 9, g: 9, b: 9 };
    const narrow = await sharp({ create: { width: 50, height: 500, channels: 3, background } })
      .png()
      .toBuffer();
    const photos = [Buffer.from("no picture"), narrow];
    const sent = { intent: "review", ...fields };
    const response = await post(publish, await newOwner(), sent, { photos });
    expect((await answerOf(response)).fieldErrors.photos).toContain(
      "«\u00a0salle-0.jpg\u00a0», «\u00a0salle-1.jpg\u00a0» (trop haute pour sa largeur)\u00a0: une photo",
    );
  });

  it("is told of a photo that could not be kept as of what nobody expected, whatever the others are", async () => {
    const sent = { intent: "review", ...fields };
    const owner = await newOwner();
    const log = vi.spyOn(logger, "error").mockReturnValue();
    const fault = new Error("a fault");
    const create = vi.spyOn(ImageModel, "create").mockRejectedValueOnce(fault);
    const photos = [Buffer.from("no picture"), ...(await pictures(1))];
    const response = await post(publish, owner, sent, { photos });
    expect(response.status).toBe(500);
    const story = expect.objectContaining({ err: fault }) as object;
    expect(log).toHaveBeenCalledExactlyOnceWith(story, "unexpected error");
    for (const spy of [log, create]) spy.mockRestore();
  });

  it("refuses a file of nothing, which a field without a file is not", async () => {
    const owner = await newOwner();
    const sent = { intent: "review", ...fields };
    const empty = await post(publish, owner, sent, { photos: [Buffer.alloc(0)] });
    expect(empty.status).toBe(415);
    const none = await post(publish, owner, sent, { photos: [] });
    expect((await answerOf(none)).fieldErrors.photos).toMatch(/minimum de 5 photos/);
  });

  it("orders photos by their numbers and takes the ticked ones away", async () => {
    const owner = await newOwner();
    const [a, b, c, d, e] = (await sendPhotos(owner)) as [string, string, string, string, string];
    const response = await post(publish, owner, {
      intent: "update",
      photo: [a, b, c, d, e],
      rank: ["5", "2", "x", "1", "4"],
      removePhoto: [b],
    });
    expect((await answerOf(response)).repopulateFields.photo).toEqual([d, c, e, a]);
    expect(await readImage(b, 320)).toBeNull();
    expect(await readImage(a, 320)).not.toBeNull();
  });

  it("keeps what an owner says of a photo, through its order, the venue's title and both forms", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    const said = "La salle dressée  pour un <dîner> \u202Ede fête";
    const alt = ["", "", "", said, " "];
    const sent = { intent: "review", ...fields, photo, rank: ["1", "2", "3", "1", "5"], alt };
    const reviewed = (await answerOf(await post(publish, owner, sent))).repopulateFields;
    // Once more from the question, which has no numbers and no fields for it.
    const back = await answerOf(await post(publish, owner, { ...reviewed, intent: "update" }));
    const { intent: _, ...shown } = back.repopulateFields;
    expect((await post(publish, owner, { ...shown, intent: "publish" })).status).toBe(303);
    const alts = async () =>
      (await VenueModel.findOne().lean())!.locationIMG.map((shownPhoto) => shownPhoto.alt);
    const kept = "La salle dressée pour un <dîner> de fête";
    const named = (title: string, ...places: number[]) =>
      places.map((place) => `${title}, photo ${place}`);
    expect(await alts()).toEqual([kept, ...named("Salle Jean-Moulin", 2, 3, 4, 5)]);

    const venue = (await VenueModel.findOne().lean())!;
    const edit = { ...fields, intent: "edit", status: "available", title: "Salle Simone-Veil" };
    const ids = photoIds(venue);
    const { version, values } = await shownOf(venue);
    expect(values.described).toEqual([`${ids[0]} ${kept}`, ...ids.slice(1)]);
    // A form from before it was asked for, and a call, say nothing of it.
    await post(manage, owner, { ...edit, photo: ids.toReversed() }, { id: venue._id });
    expect(await alts()).toEqual([...named("Salle Simone-Veil", 1, 2, 3, 4), kept]);
    const params = { id: venue._id.toString() };
    await owner.visitor.visit(editApi, "/", { json: { locationIMG: ids }, params });
    expect(await alts()).toEqual([kept, ...named("Salle Simone-Veil", 2, 3, 4, 5)]);
    const rewritten = { ...edit, photo: ids, alt: ["", "Le jardin", "", "", ""] };
    const stale = await post(manage, owner, { ...rewritten, version }, { id: venue._id });
    expect(stale.status).toBe(409);
    await post(manage, owner, rewritten, { id: venue._id });
    const [first, ...others] = named("Salle Simone-Veil", 1, 3, 4, 5);
    expect(await alts()).toEqual([first, "Le jardin", ...others]);
  });

  it("takes 150 characters about a photo", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    const review = async (text: string) =>
      await post(publish, owner, {
        intent: "review",
        ...fields,
        photo,
        alt: ["", text, "", "", ""],
      });
    expect((await review("é".repeat(150))).status).toBe(200);
    const refused = await review("é".repeat(151));
    expect(refused.status).toBe(422);
    expect(await answerOf(refused)).toMatchObject({
      fieldErrors: { photos: "Ce que montre une photo se dit en 150\u00a0caractères au plus." },
      repopulateFields: {
        described: expect.arrayContaining([`${photo[1]} ${"é".repeat(151)}`]) as unknown,
      },
    });
  });

  it.each([
    ["the fourth to the front", ["1", "2", "3", "1", "5"], [3, 0, 1, 2, 4]],
    ["the first to the third place", ["3", "2", "3", "4", "5"], [1, 2, 0, 3, 4]],
  ])("moves %s by its number alone", async (_, rank, order) => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    const response = await post(publish, owner, { intent: "update", photo, rank });
    expect((await answerOf(response)).repopulateFields.photo).toEqual(
      order.map((place) => photo[place]),
    );
  });

  it("takes ten photos at most", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner, 9);
    const response = await post(
      publish,
      owner,
      { intent: "update", photo },
      { photos: await pictures(2) },
    );
    expect(response.status).toBe(422);
    expect((await answerOf(response)).repopulateFields.photo).toHaveLength(10);
  });

  it("shows nobody else's photos, and removes none", async () => {
    const [owner, thief] = [await newOwner(), await newOwner()];
    const photo = await sendPhotos(owner);
    const stolen = await post(publish, thief, { intent: "publish", ...fields, photo });
    expect(stolen.status).toBe(409);
    await post(publish, thief, { intent: "update", photo, removePhoto: photo });
    expect(await VenueModel.countDocuments()).toBe(0);
    expect(
      await ImageModel.countDocuments({
        owner: owner.user._id,
        draftSince: trusted({ $exists: true }),
      }),
    ).toBe(5);
  });

  it("writes nothing that it does not ask for", async () => {
    const owner = await newOwner();
    const stranger = new Types.ObjectId().toString();
    const venue = await published(owner, {
      userId: stranger,
      _id: stranger,
      status: "unavailable",
      listed: "false",
      createdAt: "2020-01-01",
      deletedAt: "2020-01-01",
    });
    expect(venue).toMatchObject({ userId: owner.user._id, status: "available", listed: true });
    expect(venue._id.toString()).not.toBe(stranger);
    expect(venue).not.toHaveProperty("deletedAt");
  });

  it("finds where the address is, and again when it moves", async () => {
    const owner = await newOwner();
    const known = { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" };
    const venue = await published(owner, known);
    expect(venue.coordinates).toEqual({ lat: 45.7563, lng: 4.8512 });
    expect(venue.searchKeys.place?.coordinates).toEqual([4.8512, 45.7563]);
    const change = async (changes: Fields) => {
      const photo = photoIds(venue);
      const edit = { ...fields, ...known, intent: "edit", status: "available", photo, ...changes };
      expect((await post(manage, owner, edit, { id: venue._id })).status).toBe(303);
      return (await VenueModel.findById(venue._id).lean())?.coordinates;
    };
    addressBase.asked.length = 0;
    expect(await change({ title: "Autre titre" })).toEqual({ lat: 45.7563, lng: 4.8512 });
    expect(addressBase.asked).toEqual([]);
    expect(await change({ postalCode: "67000", city: "Strasbourg" })).toEqual({
      lat: 48.5977,
      lng: 7.7659,
    });
    expect(await change({ street: "3 place de la Mairie" })).toBeUndefined();
  });

  it("finds where the address is once it is saved again, when the address base was slow", async () => {
    const owner = await newOwner();
    const known = { street: "12 rue des Tilleuls", postalCode: "69003", city: "Lyon" };
    const venue = await published(owner, known);
    // What the base left behind that did not answer: no other question of this process must wait for it.
    await VenueModel.updateOne({ _id: venue._id }, { $unset: { coordinates: 1 } });
    const params = { id: venue._id.toString() };
    await owner.visitor.visit(editApi, "/", { json: { price: 99 }, params });
    const found = await VenueModel.findById(venue._id).lean();
    expect(found?.coordinates).toEqual({ lat: 45.7563, lng: 4.8512 });
    expect(found?.searchKeys.place?.coordinates).toEqual([4.8512, 45.7563]);
    // Not all of it is there: nothing to look for.
    await VenueModel.updateOne(
      { _id: venue._id },
      { $set: { city: "" }, $unset: { coordinates: 1 } },
    );
    addressBase.asked.length = 0;
    await owner.visitor.visit(editApi, "/", { json: { price: 98 }, params });
    expect(addressBase.asked).toEqual([]);
  });

  it("leaves drafts to be swept after a day, and photos in use alone", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    await sendPhotos(owner, 2);
    expect(await sweepDraftPhotos(new Date(Date.now() + 23 * 3_600_000))).toBe(0);
    expect(await sweepDraftPhotos(new Date(Date.now() + 25 * 3_600_000))).toBe(2);
    expect(await ImageModel.countDocuments()).toBe(5);
    expect(await readImage(photoIds(venue)[0]!, 320)).not.toBeNull();
  });

  it("keeps a photo that a venue gave up for a day, for forms that still name it", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const photo = photoIds(venue);
    await ImageModel.updateMany({}, { createdAt: new Date("2026-01-01") });
    const edit = { ...fields, intent: "edit", status: "available" };
    const changed = await post(
      manage,
      owner,
      { ...edit, photo, removePhoto: photo[4]! },
      { id: venue._id, photos: await pictures(1) },
    );
    expect(changed.status).toBe(303);
    expect(await sweepDraftPhotos(new Date())).toBe(0);
    // The form of another window, opened before.
    expect((await post(manage, owner, { ...edit, photo }, { id: venue._id })).status).toBe(303);
    expect(photoIds((await VenueModel.findById(venue._id).lean())!)).toEqual(photo);
    expect(await sweepDraftPhotos(new Date(Date.now() + 25 * 3_600_000))).toBe(1);
    expect(await readImage(photo[4]!, 320)).not.toBeNull();
  });

  it("takes back nothing unseen that was changed since its form was shown", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const params = { id: venue._id.toString() };
    const shown = async () => (await shownOf(venue)).version;
    const edit = { ...fields, intent: "edit", status: "available", photo: photoIds(venue) };
    const save = async (changes: Fields) =>
      await post(manage, owner, { ...edit, ...changes }, { id: venue._id });
    const first = await shown();
    const closed = { status: "unavailable", price: 500 };
    const byCall = await owner.visitor.visit(editApi, "/", { json: closed, params });
    expect(byCall.status).toBe(200);
    const refused = await save({ version: first, title: "Nouveau titre" });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({
      fieldErrors: { version: expect.stringMatching(/modifié entre-temps/) as string },
      repopulateFields: { title: "Nouveau titre" },
    });
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({
      ...{ title: venue.title, status: "unavailable", searchable: false, price: 50_000 },
    });
    // Shown by a release that knew other fields: nobody has changed anything.
    const renewed = await save({ version: first.replace(/^[^.]*/, "autre"), title: "Autre" });
    expect(await renewed.json()).toMatchObject({
      fieldErrors: { version: expect.stringMatching(/^Le site a été mis à jour/) as string },
    });
    // Told of it, and pressed again.
    expect((await save({ version: await shown(), title: "Nouveau titre" })).status).toBe(303);
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ title: "Nouveau titre" });
    // What others do to it, reservations, reviews, is no change of its owner's.
    const before = await shown();
    await VenueModel.updateOne({ _id: venue._id }, { $inc: { lock: 1 }, listed: false });
    expect(await shown()).toBe(before);
  });

  it.each(["one after the other", "at once"])(
    "is changed by a form that comes twice %s, and told to be",
    async (how) => {
      const owner = await newOwner();
      const venue = await published(owner);
      const [fifth, ...others] = photoIds(venue);
      const photo = [...others, ...(await sendPhotos(owner, 1))];
      const { version } = await shownOf(venue);
      const form = { ...fields, ...{ intent: "edit", status: "available", version } };
      const edit = {
        ...form,
        ...{ title: "Salle Simone-Veil", hours: "8 h à 19 h", price: "99", photo },
        ...{ rank: ["2", "1", "3", "4", "5"], alt: ["", "", "Le jardin", "", ""] },
      };
      const save = async (changes: Fields = {}) =>
        (await post(manage, owner, { ...edit, ...changes }, { id: venue._id })).status;
      const both =
        how === "at once" ? await Promise.all([save(), save()]) : [await save(), await save()];
      expect(both).toEqual([303, 303]);
      const changed = (await VenueModel.findById(venue._id).lean())!;
      expect(changed).toMatchObject({ title: edit.title, hours: edit.hours, price: 9_900 });
      expect(photoIds(changed)).toEqual([photo[1], photo[0], ...photo.slice(2)]);
      expect(changed.locationIMG[2]!.alt).toBe("Le jardin");
      // Whatever else the form of before says is another edit.
      const elses: Fields[] = [
        ...[{ title: "Autre titre" }, { hours: "" }, { rank: [] }, { price: "100" }],
        ...[{ photo: [...photo, fifth!] }, { photo: [...photo, "nowhere"] }],
        { alt: ["", "", "", "", ""] },
      ];
      for (const change of elses) expect(await save(change)).toBe(409);
      expect(await VenueModel.findById(venue._id).lean()).toEqual(changed);
    },
  );

  it.each(["one after the other", "at once"])(
    "has one photo more of a form that brings it twice %s",
    async (how) => {
      const owner = await newOwner();
      const venue = await published(owner);
      const { version } = await shownOf(venue);
      const edit = {
        ...fields,
        ...{ intent: "edit", status: "available", version, photo: photoIds(venue) },
      };
      const save = async (shade: number) => {
        const photos = [await jpeg(shade)];
        return (await post(manage, owner, edit, { id: venue._id, photos })).status;
      };
      const both =
        how === "at once"
          ? await Promise.all([save(200), save(200)])
          : [await save(200), await save(200)];
      expect(both).toEqual([303, 303]);
      const changed = (await VenueModel.findById(venue._id).lean())!;
      expect(photoIds(changed).slice(0, 5)).toEqual(photoIds(venue));
      expect(changed.locationIMG).toHaveLength(6);
      // Another one, or the same as one that the form has already, is another edit.
      expect([await save(220), await save(0)]).toEqual([409, 409]);
      expect(await VenueModel.findById(venue._id).lean()).toEqual(changed);
    },
  );

  it("has what is said of a photo that is chosen once more", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const { version } = await shownOf(venue);
    const edit = { ...fields, ...{ intent: "edit", status: "available", version } };
    const save = async (words: string) => {
      const photo = [...photoIds(venue), ...(await sendPhotos(owner, 1))];
      const form = { ...edit, photo, alt: ["", "", "", "", "", words] };
      return (await post(manage, owner, form, { id: venue._id })).status;
    };
    const statuses = [await save("Le jardin"), await save("Le jardin"), await save("La cour")];
    expect(statuses).toEqual([303, 303, 409]);
    const { locationIMG } = (await VenueModel.findById(venue._id).lean())!;
    expect(locationIMG.slice(5)).toMatchObject([{ alt: "Le jardin" }]);
  });

  it("keeps no more drafts of one person than their form can show", async () => {
    const owner = await newOwner();
    const shape = { owner: owner.user._id, purpose: "venue", width: 64, height: 48, widths: [64] };
    await ImageModel.insertMany(
      Array.from({ length: 60 }, () => ({ ...shape, draftSince: new Date("2026-11-01") })),
    );
    const photo = await sendPhotos(owner, 2);
    expect(await ImageModel.countDocuments()).toBe(60);
    for (const id of photo) expect(await readImage(id, 320)).not.toBeNull();
  });

  it("does not take the form of a deleted venue for published", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    await post(remove, owner, { intent: "delete" }, { id: venue._id });
    const again = { intent: "publish", ...fields, photo: photoIds(venue) };
    const response = await post(publish, owner, again);
    expect(response.status).toBe(409);
    expect((await answerOf(response)).fieldErrors).toEqual({
      photos: "Certaines photos ne sont plus disponibles. Ajoutez-les de nouveau.",
    });
  });

  it("publishes a photo once, however many forms ask for it at once", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    const sent = { intent: "publish", ...fields, photo };
    const answers = await Promise.all(
      ["Salle A", "Salle B"].map((title) => post(publish, owner, { ...sent, title })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(await VenueModel.countDocuments()).toBe(1);
  });

  it("is one venue when the same form comes twice at once", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    const sent = { intent: "publish", ...fields, photo };
    const answers = await Promise.all([post(publish, owner, sent), post(publish, owner, sent)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await VenueModel.countDocuments()).toBe(1);
  });

  it("loses against the sweep, or wins: no venue shows a photo that is gone", async () => {
    const owner = await newOwner();
    const photo = await sendPhotos(owner);
    const late = new Date(Date.now() + 25 * 3_600_000);
    const [response] = await Promise.all([
      post(publish, owner, { intent: "publish", ...fields, photo }),
      sweepDraftPhotos(late),
    ]);
    const venue = await VenueModel.findOne().lean();
    expect(response.status).toBe(venue ? 303 : 409);
    if (venue) {
      for (const id of photoIds(venue)) expect(await readImage(id, 320)).not.toBeNull();
    }
  });
});

describe("a venue's page for its owner", () => {
  it("is nobody else's, to see or to change", async () => {
    const venue = await createVenue(await createOwner());
    const other = await newOwner();
    const params = { id: venue._id.toString() };
    const sight = await other.visitor
      .visit(managePage, "/", { params })
      .catch((error: unknown) => error);
    expect(sight).toMatchObject({ status: 404 });
    const edit = { intent: "edit", status: "available", ...fields, photo: photoIds(venue) };
    expect((await post(manage, other, edit, { id: venue._id })).status).toBe(404);
    const close = { intent: "close", start: tomorrow(), end: tomorrow() };
    expect((await post(manage, other, close, { id: venue._id })).status).toBe(404);
    expect((await post(remove, other, { intent: "delete" }, { id: venue._id })).status).toBe(404);
    expect(await VenueModel.findById(venue._id).lean()).toEqual(venue);
    expect(await BookedSlotModel.countDocuments()).toBe(0);
  });

  it("says that it was not changed where the database is away from the first question on", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const edit = { intent: "edit", status: "available", ...fields, photo: photoIds(venue) };
    vi.spyOn(VenueModel, "findById").mockImplementationOnce(() => {
      throw new mongo.MongoNetworkError("gone");
    });
    const response = await post(manage, owner, edit, { id: venue._id });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain("lors de la modification");
  });

  it("changes all that publishing asks for, and the status", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    await VenueModel.updateOne({ _id: venue._id }, { coordinates: { lat: 49.4, lng: 1.1 } });
    const [first, ...rest] = photoIds(venue);
    const edit = {
      ...fields,
      intent: "edit",
      status: "unavailable",
      title: "Salle Simone-Veil",
      city: "Rouen",
      postalCode: "76000",
      price: "99",
      time: "Half",
      photo: [...rest, first!],
      removePhoto: [rest[0]!],
    };
    const response = await post(manage, owner, edit, { id: venue._id, photos: await pictures(1) });
    expect(response.headers.get("location")).toBe("/profil");
    const changed = (await VenueModel.findById(venue._id).lean())!;
    expect(changed).toMatchObject({
      title: "Salle Simone-Veil",
      price: 9_900,
      time: "Half",
      status: "unavailable",
      listed: true,
      searchable: false,
      createdAt: venue.createdAt,
    });
    expect(changed).not.toHaveProperty("coordinates");
    const city = ["rouen 76000 rouen", "76000 rouen", "rouen"];
    expect(changed.searchKeys).toEqual({ wholeDay: 22_275, city });
    expect(photoIds(changed).slice(0, 4)).toEqual([...rest.slice(1), first]);
    expect(changed.locationIMG.map(({ alt }) => alt)).toEqual(
      [1, 2, 3, 4, 5].map((place) => `Salle Simone-Veil, photo ${place}`),
    );
    const dropped = await ImageModel.find({ draftSince: trusted({ $exists: true }) }, "_id").lean();
    expect(dropped.map(({ _id }) => _id.toString())).toEqual([rest[0]]);
  });

  it("never goes below five photos", async () => {
    const owner = await newOwner();
    const venue = await published(owner);
    const photo = photoIds(venue);
    const edit = { ...fields, intent: "edit", status: "available", photo, removePhoto: photo[4]! };
    const response = await post(manage, owner, edit, { id: venue._id });
    expect(response.status).toBe(422);
    expect((await answerOf(response)).fieldErrors).toEqual({
      photos: "Vous devez avoir un minimum de 5 photos.",
    });
    expect(await VenueModel.findById(venue._id).lean()).toEqual(venue);
    expect(await readImage(photo[4]!, 320)).not.toBeNull();
  });

  it("closes days that are free, and opens them again", async () => {
    const owner = await newOwner();
    const venue = await createVenue(owner.user);
    const [first, second, third] = [1, 2, 3].map((count) => addDays(tomorrow(), count)) as [
      string,
      string,
      string,
    ];
    await createReservation({
      venue,
      buyer: await createUser(),
      status: "confirmed",
      startDate: third,
    });
    const close = (start: string, end: string) =>
      post(manage, owner, { intent: "close", start, end }, { id: venue._id });

    const clash = await close(third, third);
    expect(clash.status).toBe(409);
    expect(Object.keys((await answerOf(clash)).fieldErrors)).toEqual(["start"]);
    expect(await BookedSlotModel.countDocuments({ block: trusted({ $exists: true }) })).toBe(0);
    expect((await close(second, first)).status).toBe(422);

    expect((await close(first, third)).status).toBe(303);
    // As a second press: what is closed already stays as it is.
    expect((await close(second, second)).status).toBe(303);
    expect(await BookedSlotModel.countDocuments({ block: "owner" })).toBe(4);
    const params = { id: venue._id.toString() };
    const page = (await (await owner.visitor.visit(managePage, "/", { params })).json()) as {
      closed: Record<string, string>[];
    };
    expect(page.closed).toMatchObject([{ startDate: first, endDate: second }]);

    const reopen = {
      intent: "reopen",
      startDate: first,
      endDate: third,
      startSlot: "PM",
      endSlot: "PM",
    };
    expect((await post(manage, owner, reopen, { id: venue._id })).status).toBe(303);
    expect(await BookedSlotModel.countDocuments({ block: "owner" })).toBe(1);
    expect(await BookedSlotModel.countDocuments()).toBe(3);

    const call = async (changes: Partial<typeof reopen>) => {
      const json = { ...reopen, intent: undefined, ...changes };
      return (await owner.visitor.visit(reopenApi, "/", { params, json })).status;
    };
    expect(await call({ startDate: third, endDate: first })).toBe(422);
    expect(await call({ endDate: first, endSlot: "AM" })).toBe(422);
    expect(await BookedSlotModel.countDocuments({ block: "owner" })).toBe(1);
    // The last day that can be written.
    expect(await call({ endDate: "9999-12-31", startSlot: "AM" })).toBe(200);
    expect(await BookedSlotModel.countDocuments({ block: "owner" })).toBe(0);
  });

  it("is deleted only without reservations to come, and then hidden", async () => {
    const owner = await newOwner();
    const venue = await createVenue(owner.user);
    const buyer = await createUser();
    const past = addDays(todayInParis(new Date()), -3);
    await createReservation({ venue, buyer, status: "confirmed", startDate: past });
    const coming = await createReservation({
      venue,
      buyer,
      status: "pending",
      startDate: tomorrow(),
    });
    const ask = () => post(remove, owner, { intent: "delete" }, { id: venue._id });
    expect((await ask()).status).toBe(409);
    expect(await VenueModel.findById(venue._id).lean()).toEqual(venue);

    await ReservationModel.updateOne({ _id: coming._id }, { status: "cancelled" });
    expect((await ask()).headers.get("location")).toBe("/");
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({
      listed: false,
      searchable: false,
      title: venue.title,
    });
    expect((await ask()).headers.get("location")).toBe("/");
  });
});

describe("the /api twins", () => {
  const payload = async (count: number) => ({
    ...fields,
    price: 480.5,
    needValidation: false,
    locationIMG: (await pictures(count)).map(
      (bytes) => `data:image/jpeg;base64,${bytes.toString("base64")}`,
    ),
  });

  it("create, give back, change and delete a venue of the caller's own", async () => {
    const owner = await newOwner();
    const { visitor, id: userId } = owner;
    const json = { ...(await payload(5)), ...facts, userId, accountId: owner.user.accountId };
    const created = await visitor.visit(createApi, "/api/location/create", { json });
    expect(created.status).toBe(200);
    const { location } = (await created.json()) as { location: { _id: string } };
    expect(location).toMatchObject({ price: 480.5, needValidation: false, userId, ...facts });

    const params = { id: location._id };
    const seen = await new Visitor().visit(venueApi, "/", { params });
    expect(await seen.json()).toMatchObject({ location: facts });
    const edit = {
      userId,
      floorArea: 1_410,
      price: 12.5,
      status: "unavailable",
      title: "Autre titre",
      isAdmin: true,
    };
    const edited = await visitor.visit(editApi, "/", { json: edit, params });
    expect(await edited.json()).toMatchObject({
      success: true,
      location: {
        ...facts,
        ...{ price: 12.5, status: "unavailable", title: "Autre titre", city: fields.city },
        floorArea: 1_410,
      },
    });
    const own = await visitor.visit(myVenueApi, `/?userId=${userId}`, { params });
    expect(await own.json()).toMatchObject({ location: { _id: location._id } });
    const all = (await (await visitor.visit(myVenuesApi, "/")).json()) as { locations: unknown[] };
    expect(all.locations).toHaveLength(1);

    const request = new Request("http://localhost/", { method: "DELETE" });
    const deleted = await deleteApi({ request, params, context: visitor.context() });
    expect(deleted.status).toBe(200);
    expect((await visitor.visit(myVenueApi, "/", { params })).status).toBe(404);
  });

  describe("change the photos of a venue", () => {
    const dataUrls = async (count: number) => (await payload(count)).locationIMG;
    const scene = async () => {
      const owner = await newOwner();
      const venue = await published(owner);
      const ids = photoIds(venue);
      const change = async (json: object, of = owner) => {
        const params = { id: venue._id.toString() };
        const response = await of.visitor.visit(editApi, "/", { json, params });
        const answer = (await response.json()) as { location?: { locationIMG: string[] } };
        return { status: response.status, ...answer };
      };
      const shown = async () => photoIds((await VenueModel.findById(venue._id).lean())!);
      return { owner, ids, change, shown };
    };

    it("into another order, by their ids", async () => {
      const { ids, change, shown } = await scene();
      const turned = [...ids].reverse();
      const { status, location } = await change({ locationIMG: turned });
      expect(status).toBe(200);
      expect(location?.locationIMG).toEqual(turned.map((id) => `/images/${id}/1280.webp`));
      expect(await shown()).toEqual(turned);
    });

    it("for one that is sent, and gives up the one that it replaces", async () => {
      const { ids, change, shown } = await scene();
      const [first, ...rest] = ids;
      const locationIMG = [...(await dataUrls(1)), ...rest];
      expect(await change({ locationIMG, title: "Autre titre" })).toMatchObject({ status: 200 });
      const now = await shown();
      expect(now.slice(1)).toEqual(rest);
      expect(ids).not.toContain(now[0]);
      const drafts = await ImageModel.find({ draftSince: trusted({ $exists: true }) }).lean();
      expect(drafts.map(({ _id }) => _id.toString())).toEqual([first]);
    });

    it("never to fewer than five or more than ten, nor to what is no photo", async () => {
      const { ids, change, shown } = await scene();
      const told = async (locationIMG: unknown[]) => {
        const { status, message } = (await change({ locationIMG })) as Record<string, unknown>;
        return [status, message];
      };
      expect([
        await told(ids.slice(1)),
        await told([...ids.slice(1), ids[1]]),
        await told([...ids, ...(await dataUrls(6))]),
      ]).toEqual([
        [422, "Vous devez avoir un minimum de 5 photos."],
        [422, "Vous devez avoir un minimum de 5 photos."],
        [422, "Vous pouvez avoir 10 photos au plus."],
      ]);
      expect((await told([...ids, "data:image/jpeg;base64,AAAA"]))[0]).toBe(415);
      expect(await shown()).toEqual(ids);
      expect(await ImageModel.countDocuments()).toBe(5);
    });

    it("not at all where none are said", async () => {
      const { ids, change, shown } = await scene();
      expect((await change({ price: 99 })).status).toBe(200);
      expect(await shown()).toEqual(ids);
    });

    it("only of one’s own, by photos of one’s own", async () => {
      const { owner, ids, change, shown } = await scene();
      const other = await newOwner();
      const theirs = photoIds(await published(other));
      const borrowed = await change({ locationIMG: [...ids.slice(1), theirs[0]] });
      expect(borrowed).toMatchObject({
        ...{ status: 409, type: expect.stringMatching(/#photos_gone$/) as string },
      });
      const stored = await ImageModel.countDocuments();
      const sent = [...ids.slice(1), ...(await dataUrls(1))];
      expect((await change({ locationIMG: sent }, other)).status).toBe(404);
      const posing = { locationIMG: sent, userId: owner.id };
      expect((await change(posing, other)).status).toBe(403);
      expect(await ImageModel.countDocuments()).toBe(stored);
      expect(await shown()).toEqual(ids);
    });

    it("as often as photos may be sent; their order as often as one likes", async () => {
      const { owner, ids, change } = await scene();
      for (let left = limitOf("photos").tries - 1; left > 0; left -= 1) {
        await limit("photos", owner.id).catch(() => undefined);
      }
      const locationIMG = [...ids.slice(1), ...(await dataUrls(1))];
      expect(await change({ locationIMG })).toMatchObject({ status: 429 });
      expect(await change({ locationIMG: [...ids].reverse() })).toMatchObject({ status: 200 });
    });
  });

  it("publish what is not said how to rent by the day, each reservation to be accepted", async () => {
    const { visitor, id } = await newOwner();
    const json = { ...(await payload(5)), time: null, needValidation: "" };
    const sent = await visitor.visit(sendApi, "/api/send/send-location", { json });
    expect(await sent.json()).toMatchObject({ success: true, user: { _id: id } });
    const venue = await VenueModel.findOne({ userId: id }).lean();
    expect(venue).toMatchObject({ time: "Day", needValidation: true, price: 48_050 });

    const told = await new Visitor().visit(venueOwnerApi, "/", { params: { id } });
    const { l_user: owner } = (await told.json()) as { l_user: Record<string, string> };
    expect(owner).toMatchObject({ _id: id });
    expect(Object.keys(owner).sort()).toEqual(["_id", "avatar", "createdAt", "lastname", "name"]);
  });

  it("name an organisation as its pages do, not whoever writes for it", async () => {
    const owner = await createOwner({ entityName: "Ville des Tilleuls" });
    const params = { id: owner._id.toString() };
    const { _id } = await createVenue(owner);
    const told = async (call: typeof venueOwnerApi, id: string) =>
      (await (await new Visitor().visit(call, "/", { params: { id } })).json()) as object;
    const shown = { name: "Ville des Tilleuls", lastname: "" };
    expect(await told(venueOwnerApi, params.id)).toMatchObject({ l_user: shown });
    expect(await told(accountApi, params.id)).toMatchObject({ user: shown });
    expect(await told(venueApi, _id.toString())).toMatchObject({ location: { owner: shown } });
  });

  it("refuse what the form refuses, and other people's names and venues", async () => {
    const owner = await newOwner();
    const other = await newOwner();
    const { visitor } = owner;
    const four = await visitor.visit(createApi, "/", { json: await payload(4) });
    expect(four.status).toBe(422);
    expect(await four.json()).toMatchObject({
      message: "Vous devez avoir un minimum de 5 photos.",
    });
    const named = { ...(await payload(5)), userId: other.id };
    expect((await visitor.visit(createApi, "/", { json: named })).status).toBe(403);
    const borrowed = { ...(await payload(5)), accountId: other.user.accountId };
    expect((await visitor.visit(createApi, "/", { json: borrowed })).status).toBe(403);
    expect(await VenueModel.countDocuments()).toBe(0);
    expect(await ImageModel.countDocuments()).toBe(0);

    const venue = await createVenue(other.user);
    const params = { id: venue._id.toString() };
    const json = { price: 1 };
    expect((await visitor.visit(editApi, "/", { json, params })).status).toBe(404);
    const posing = { price: 1, userId: other.id };
    expect((await visitor.visit(editApi, "/", { json: posing, params })).status).toBe(403);
    expect(await VenueModel.findById(venue._id).lean()).toEqual(venue);
  });

  it("give the caller's venues and requests page by page, 200 at a time", async () => {
    const owner = await newOwner();
    const member = await newMember();
    const venue = await createVenue(owner.user);
    const ids = Array.from({ length: 201 }, () => new Types.ObjectId());
    await VenueModel.insertMany(
      ids.map((_id, index) => ({ ...venue, _id, createdAt: new Date(index) })),
    );
    const days = { startDate: "2019-01-01", endDate: "2019-01-01" };
    const stay = await createReservation({ venue, buyer: member.user, status: "ended", ...days });
    await ReservationModel.insertMany(
      ids.map((_id, index) => ({
        ...{ ...stay, _id, venueId: _id, reference: `PDS-${index}`, requestKey: String(index) },
        ...{ startDate: addDays("2020-01-01", index), endDate: addDays("2020-01-01", index) },
      })),
    );
    interface Listed {
      locations: { _id: string }[];
      count: number;
      page: number;
      pages: number;
    }
    const pageOf = async (handler: typeof myVenuesApi, { visitor }: Member, query: string) =>
      (await (await visitor.visit(handler, `/api/x${query}`)).json()) as Listed;
    for (const [handler, caller] of [
      [myVenuesApi, owner],
      [myRequestsApi, member],
    ] as const) {
      const first = await pageOf(handler, caller, "");
      expect(first).toMatchObject({ count: 202, page: 1, pages: 2 });
      const second = await pageOf(handler, caller, "?page=2");
      expect(second).toMatchObject({ count: 202, page: 2, pages: 2 });
      const all = [...first.locations, ...second.locations].map(({ _id }) => _id);
      expect([first.locations.length, new Set(all).size]).toEqual([200, 202]);
      expect((await pageOf(handler, caller, "?page=9")).page).toBe(2);
      const none = await caller.visitor.visit(handler, "/api/x?page=x");
      expect(none.status).toBe(422);
    }
  });

  it("list the caller's requests by venue", async () => {
    const buyer = await newMember();
    const venue = await createVenue(await createOwner());
    const startDate = tomorrow();
    await createReservation({ venue, buyer: buyer.user, status: "confirmed", startDate });
    await createReservation({ venue, buyer: await createUser(), status: "cancelled", startDate });
    const answer = await buyer.visitor.visit(myRequestsApi, "/");
    expect(await answer.json()).toMatchObject({
      locations: [{ title: venue.title, reservations: [{ startDate, status: "confirmed" }] }],
    });
    const { locations } = (await (await buyer.visitor.visit(myRequestsApi, "/")).json()) as {
      locations: { reservations: unknown[] }[];
    };
    expect(locations[0]?.reservations).toHaveLength(1);
  });

  it("gives their state as people are told it, not the step that a payment is at", async () => {
    const [buyer, { user }] = [await newMember(), await newOwner()];
    const own = { venue: await createVenue(user), buyer: buyer.user };
    await createReservation({ ...own, status: "cancelling", startDate: addDays(tomorrow(), 1) });
    await createReservation({ ...own, status: "capturing", startDate: tomorrow() });
    const answer = await buyer.visitor.visit(myRequestsApi, "/");
    expect(await answer.json()).toMatchObject({
      locations: [{ reservations: [{ status: "cancelled" }, { status: "pending" }] }],
    });
  });

  it("gives of one that nobody is shown any more what a reservation keeps", async () => {
    const words = { street: "3 rue des Tanneurs", description: "À louer", houseRules: "Sans feu" };
    const [buyer, { user }] = [await newMember(), await newOwner()];
    const venue = await createVenue(user, { ...words, title: "Le Grenier" });
    const reservation = { venue, buyer: buyer.user, startDate: tomorrow() };
    await createReservation({ ...reservation, status: "confirmed" });
    const hidden = { listed: false, suspendedAt: new Date(), title: "Un autre nom" };
    await VenueModel.updateOne({ _id: venue._id }, { $set: hidden });
    const answer = await buyer.visitor.visit(myRequestsApi, "/");
    const shape = z.object({ locations: z.array(requestedVenueShape) });
    const { locations } = shape.parse(await answer.json());
    expect(locations).toMatchObject([
      { title: "Le Grenier", locationIMG: [], reservations: [{ status: "confirmed" }] },
    ]);
    for (const word of Object.keys(words)) expect(locations[0]).not.toHaveProperty(word);
  });

  it("gives of it no text that its owner wrote, whatever text a venue has", async () => {
    const [buyer, { user }] = [await newMember(), await newOwner()];
    const venue = await createVenue(user);
    await createReservation({
      venue,
      buyer: buyer.user,
      status: "confirmed",
      startDate: tomorrow(),
    });
    // Where it is, roughly, as the reservation's own papers say it.
    const stays = ["country", "postalCode"];
    const texts = Object.entries(VenueModel.schema.paths)
      .filter(([, { instance }]) => instance === "String")
      .filter(([path, { options }]) => !stays.includes(path) && !(options as { enum?: [] }).enum)
      .map(([path]) => path);
    const written = Object.fromEntries(texts.map((path) => [path, `written-${path}`]));
    await VenueModel.collection.updateOne(
      { _id: venue._id },
      { $set: { ...written, listed: false } },
    );
    const answer = await (await buyer.visitor.visit(myRequestsApi, "/")).text();
    expect(answer).toContain(`"postalCode":"${venue.postalCode}"`);
    // Its title and city are told as they were when it was reserved.
    expect(texts).toEqual(expect.arrayContaining(["city", "houseRules", "title"]));
    expect(texts.filter((path) => answer.includes(`written-${path}`))).toEqual([]);
  });
});

it.each([
  ["a form", publish, new URLSearchParams({ intent: "update" }), 200],
  ["a call", createApi, JSON.stringify({}), 422],
])(
  "large photos come by %s so often only; what says that it is small is not counted",
  async (_by, handler, body, small) => {
    const { id, visitor } = await newOwner();
    for (let left = limitOf("uploads").tries; left > 0; left -= 1) await limit("uploads", id);
    const type = typeof body === "string" ? { "content-type": "application/json" } : undefined;
    const send = async (length?: Record<string, string>) => {
      const headers = { ...type, ...length };
      const request = new Request("http://localhost/", { method: "POST", body, headers });
      return (await handler({ request, params: {}, context: visitor.context() })).status;
    };
    expect(await send()).toBe(429);
    expect(await send({ "content-length": "100000" })).toBe(small);
  },
);

describe("the page of payments", () => {
  it("tells buyer and owner their own figures of the ledger, each list 20 a page", async () => {
    const buyer = await newMember();
    const owner = await newOwner();
    const venue = await createVenue(owner.user);
    for (let count = 0; count < 21; count += 1) {
      const reservation = await createReservation({
        venue,
        buyer: buyer.user,
        status: "confirmed",
        startDate: addDays(tomorrow(), count),
        chargeId: `ch_${count}`,
      });
      const parties = {
        reservation: reservation._id,
        buyer: buyer.user._id,
        owner: owner.user._id,
      };
      const entry = (type: "captured" | "transferred" | "fee" | "refunded", amount: number) => ({
        ...parties,
        _id: `${type}:${count}`,
        type,
        amount,
        stripeId: `${type}_${count}`,
        at: new Date(),
      });
      await LedgerEntryModel.insertMany([
        entry("captured", 54_000),
        entry("transferred", 54_000),
        entry("fee", 12_000),
        ...(count === 20 ? [entry("refunded", 10_000)] : []),
      ]);
    }
    interface Lists {
      made: { rows: object[]; page: number; pages: number };
      earned: { rows: object[]; page: number; pages: number };
    }
    const lists = async ({ visitor }: Member, query: string) =>
      (await (await visitor.visit(paymentsPage, `/mes-paiments${query}`)).json()) as Lists;

    const mine = await lists(buyer, "");
    expect(mine.made).toMatchObject({ page: 1, pages: 2 });
    expect(mine.made.rows).toHaveLength(20);
    expect(mine.made.rows[0]).toMatchObject({
      amount: 54_000,
      refunded: 10_000,
      state: "Remboursé en partie",
    });
    expect(mine.earned.rows).toEqual([]);
    expect((await lists(buyer, "?paiements=2")).made.rows).toHaveLength(1);

    const theirs = await lists(owner, "?revenus=2");
    expect(theirs.made.rows).toEqual([]);
    expect(theirs.earned).toMatchObject({ page: 2, pages: 2 });
    expect(theirs.earned.rows).toMatchObject([
      {
        amount: 42_000,
        state: "Payé",
        transferredOn: expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/) as string,
      },
    ]);
  });
});
