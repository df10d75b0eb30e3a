import mongoose, { Types } from "mongoose";
import sharp from "sharp";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { CalendarImportModel } from "@models/calendar-import";
import { ContactMessageModel } from "@models/contact-message";
import { handlers } from "@jobs/all";
import { ImageModel } from "@models/image";
import { LeftoverModel } from "@models/leftover";
import { GalleryTileModel } from "@models/gallery-tile";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { AccessEntryModel } from "@models/access-entry";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { SavedFilterModel } from "@models/saved-filter";
import { TaxFactsModel } from "@models/tax-facts";
import type { User } from "@models/user";
import { VenueModel } from "@models/venue";
import { openAppeals } from "~/admin/cases/find-moderation.server";
import { addDays, formatDay, todayInParis } from "~/platform/days";
import { readImage, storeImage } from "~/platform/images/images.server";
import { queueMail } from "~/platform/mail/mail.server";
import { refusalMessage } from "~/platform/refusal";
import { limit } from "~/platform/web/rate-limit.server";
import { appealLink } from "~/reports/appeal-link.server";
import { appealPage, sendAppeal } from "~/reports/appeal.server";
import { action as login } from "~/routes/connexion";
import { action, loader } from "~/routes/mes-parametres/desactiver";
import { loader as download } from "~/routes/mes-parametres/mes-donnees";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue, takeSlots } from "../support/fixtures";
import { newMember, storedUser, type Member } from "../support/members";
import { hashCheaply } from "../support/password-hash";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const today = todayInParis(new Date());
const longAgo = addDays(today, -300);
const [soon, later] = [addDays(today, 40), addDays(today, 50)];

/** Who of the office answered, decided and looked. */
const OFFICER = new mongoose.Types.ObjectId();
const password = "Tilleuls-1911";
const passwordHash = await hashCheaply(password);

/** Values found nowhere else, one for each personal field. */
const PERSONAL = {
  tag: "zephirine-quintefeuille-7k2f",
  name: "Zéphirine",
  lastname: "Quintefeuille",
  email: "zephirine@quintefeuille.example",
  dateOfBirth: "1951-03-09",
  entityName: "Maison Quintefeuille",
  siret: "73282932000074",
  RNA: "W751234567",
  INSEE: "732829320",
  phone: "0698765432",
  street: "77 impasse du Hérisson",
  postalCode: "29999",
  city: "Plouzané-sur-Nulle",
  spondorshipCode: "ZEPH2345",
} satisfies Partial<User>;

const submit = async (visitor: Visitor, currentPassword = password) =>
  await visitor.visit(action, "/mes-parametres/desactiver", {
    form: { intent: "deactivate", currentPassword },
  });

/** Someone who has left a trace in every collection. */
async function memberWithTraces(): Promise<Member & { images: string[] }> {
  const member = await newMember({
    ...PERSONAL,
    passwordHash,
    accountId: "acct_z",
    stripeStats: "active",
  });
  const { user } = member;
  const picture = await sharp({
    create: { width: 320, height: 240, channels: 3, background: "#fff" },
  })
    .png()
    .toBuffer();
  const avatar = await storeImage({ bytes: picture, owner: user._id, purpose: "avatar" });
  const photo = await storeImage({ bytes: picture, owner: user._id, purpose: "venue" });
  await mongoose.connection
    .collection("users")
    .updateOne({ _id: user._id }, { $set: { avatar: avatar._id } });
  const venue = await createVenue(user, {
    title: "La Grange",
    street: PERSONAL.street,
    description: `Chez ${PERSONAL.name}, téléphone ${PERSONAL.phone}.`,
    coordinates: { lat: 48.123456, lng: -4.654321 },
    locationIMG: [
      { image: photo._id, alt: `${PERSONAL.lastname} devant sa grange`, width: 320, height: 240 },
    ],
  });
  await GalleryTileModel.create({
    _id: "news:0",
    section: "news",
    place: 0,
    text: "La Grange",
    venue: venue._id,
    image: photo._id,
  });
  await takeSlots(venue, [later, "AM"]);
  await CalendarImportModel.create({
    venue: venue._id,
    owner: user._id,
    name: `Agenda de ${PERSONAL.name}`,
    url: `https://agenda.example/${PERSONAL.email}/prive.ics`,
    createdAt: new Date(),
  });
  const host = await createVenue(await createOwner());
  const buyer = await createUser({ link_id: user._id });
  const past = { status: "ended", startDate: longAgo } as const;
  const bought = await createReservation({ venue: host, buyer: user, ...past });
  const { entityName, street } = PERSONAL;
  const lessor = { name: entityName, kind: "Association", address: street } as const;
  const sold = await createReservation({ venue, buyer, lessor, ...past });
  await createReservation({
    venue: host,
    buyer: user,
    status: "cancelled",
    startDate: soon,
  });
  await LedgerEntryModel.create({
    _id: "captured:ch_1",
    reservation: bought._id,
    buyer: user._id,
    owner: host.userId,
    type: "captured",
    amount: 54_000,
    stripeId: "ch_1",
    at: new Date(),
  });
  await ReviewModel.create({
    reservation: bought._id,
    venue: host._id,
    author: user._id,
    authorName: PERSONAL.entityName,
    rating: 5,
    text: "Une salle parfaite.",
    stayDay: longAgo,
    state: "published",
    publishedAt: new Date(),
  });
  await ReviewModel.create({
    reservation: new mongoose.Types.ObjectId(),
    venue: host._id,
    author: user._id,
    authorName: `${PERSONAL.name} Q.`,
    rating: 1,
    text: `Appelez-moi, ${PERSONAL.name}, au ${PERSONAL.phone}.`,
    stayDay: longAgo,
    state: "refused",
    refusal: `L’avis donne le téléphone ${PERSONAL.phone}.`,
  });
  await decideAgainst(user._id, venue._id, photo._id);
  await ContactMessageModel.create({
    type: "Autre",
    email: PERSONAL.email,
    phone: PERSONAL.phone,
    name: PERSONAL.name,
    lastname: PERSONAL.lastname,
    description: "Bonjour",
    answers: [{ by: OFFICER, at: new Date(), text: "Bien reçu." }],
  });
  // Known by the address alone: one wrote without logging in, or before there was an account.
  const another = new mongoose.Types.ObjectId();
  await ReportModel.create({
    ...{ kind: "venue", target: host._id, reason: "trompeur", text: "Une autre salle." },
    ...{ email: PERSONAL.email, reporter: another },
  });
  await PrivacyRequestModel.create({
    ...{ kind: "access", channel: "letter", receivedOn: longAgo, dueOn: longAgo },
    ...{ email: PERSONAL.email, name: PERSONAL.name, details: "Par courrier" },
  });
  const looked = { admin: OFFICER, requestId: "req", address: "203.0.113.7" };
  const at = (ms: number) => new Date(1_800_000_000_000 + ms);
  await AccessEntryModel.create([
    { ...looked, kind: "user", target: user._id, at: at(0) },
    { ...looked, kind: "reservation", target: bought._id, at: at(1) },
  ]);
  // Never paid, though a reservation of theirs is over: nothing of them is declared (031).
  await TaxFactsModel.create({
    ...{ _id: user._id, confirmedAt: new Date(), legalName: PERSONAL.entityName, taxCountry: "FR" },
    ...{ birthDate: PERSONAL.dateOfBirth, street: PERSONAL.street, city: PERSONAL.city },
  });
  await queueMail({
    key: `test:${user._id.toString()}`,
    to: PERSONAL.email,
    subject: `Bonjour ${PERSONAL.name}`,
    paragraphs: ["Votre réservation est confirmée."],
  });
  expect(sold.ownerId).toEqual(user._id);
  return { ...member, images: [avatar._id, photo._id].map((id) => id.toString()) };
}

/** A photo taken off, with an appeal that was answered, and a suspension with one that was not. */
async function decideAgainst(person: Types.ObjectId, venue: Types.ObjectId, image: Types.ObjectId) {
  const admin = OFFICER;
  const at = new Date();
  const of = { kind: "venue", target: venue, person, admin, at } as const;
  const why = `Le texte donne le téléphone ${PERSONAL.phone}.`;
  const text = `Je suis ${PERSONAL.name} ${PERSONAL.lastname}.`;
  const answer = { outcome: "maintenir", why, admin, decidedAt: at } as const;
  await ModerationDecisionModel.create({
    ...{ ...of, measure: "retirer", why, appeal: { text, at, ...answer } },
    photo: { image, alt: `${PERSONAL.lastname} devant sa grange`, place: 0 },
  });
  await ModerationDecisionModel.create({ ...of, measure: "suspendre", why, appeal: { text, at } });
}

/** Every document of every collection, as text. */
async function everything(): Promise<string> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const documents = await Promise.all(
    collections
      .filter(({ collectionName }) => !collectionName.endsWith(".chunks"))
      .map(async (collection) => [collection.collectionName, await collection.find().toArray()]),
  );
  return JSON.stringify(documents);
}

describe("closing an account", () => {
  it("leaves no personal value in any document of the database", async () => {
    const { visitor } = await memberWithTraces();
    const before = await everything();
    for (const value of Object.values(PERSONAL)) expect(before).toContain(value);
    const response = await submit(visitor);
    expect(response.headers.get("location")).toBe("/");
    await handlers["finish-leftovers"]();
    const after = await everything();
    for (const value of Object.values(PERSONAL)) expect(after).not.toContain(value);
    for (const value of [passwordHash, "48.123456", "-4.654321", "grange", "vitest"]) {
      expect(after).not.toContain(value);
    }
  });

  it("takes away the filters of the office that name it, and leaves those of others", async () => {
    const { visitor } = await memberWithTraces();
    const list = { admin: OFFICER, list: "/admin/user", createdAt: new Date() };
    const kept = (name: string, q = "") => ({ ...list, name, path: `/admin/user?q=${q}` });
    await SavedFilterModel.create([
      kept("Tag", "zephirine-quintefeuille-7k2f"),
      kept("Mme QUINTEFEUILLE"),
      kept("Nom", "quintefeuille"),
      kept("Litige de Quintefeuille, Zéphirine"),
      kept("Litige Maison Quintefeuille"),
      // What these look for is as likely somebody or something else.
      kept("Boîte", encodeURIComponent("Zéphirine@")),
      kept("Rue Quintefeuille"),
      kept("Quintefeuilles et feuilles"),
      kept("Maison", "exemple"),
    ]);
    await submit(visitor);
    expect((await SavedFilterModel.distinct("name")).sort()).toEqual([
      "Boîte",
      "Maison",
      "Quintefeuilles et feuilles",
      "Rue Quintefeuille",
    ]);
  });

  it("leaves who an owner is and where to what is declared of them alone, once they were paid", async () => {
    const { user, visitor } = await memberWithTraces();
    const sold = await ReservationModel.findOne({ ownerId: user._id }).lean();
    await LedgerEntryModel.create({
      ...{ _id: "transferred:tr_1", type: "transferred", stripeId: "tr_1", amount: 40_000 },
      ...{ reservation: sold!._id, buyer: sold!.userId, owner: user._id, at: new Date() },
    });
    const declared = { cadastralReference: "69383000AB0123" };
    await VenueModel.updateOne({ _id: sold!.venueId }, { $set: declared });
    await submit(visitor);
    expect(await VenueModel.findById(sold!.venueId).lean()).toMatchObject(declared);
    expect(await TaxFactsModel.findById(user._id).lean()).toMatchObject({
      legalName: PERSONAL.entityName,
      birthDate: PERSONAL.dateOfBirth,
      properties: [{ venue: sold!.venueId, address: `${PERSONAL.street}, 69003 Lyon` }],
    });
    // The law has that told for ten years; it stands nowhere else.
    await TaxFactsModel.deleteMany({});
    await handlers["finish-leftovers"]();
    const after = await everything();
    for (const value of Object.values(PERSONAL)) expect(after).not.toContain(value);
  });

  it("keeps the books, withdraws the venues, erases the pictures and logs out", async () => {
    const { id, user, visitor, images } = await memberWithTraces();
    await submit(visitor);
    expect(await ReservationModel.countDocuments({ userId: user._id })).toBe(2);
    expect(await ReservationModel.countDocuments({ ownerId: user._id })).toBe(1);
    expect(await LedgerEntryModel.countDocuments({ buyer: user._id })).toBe(1);
    expect(await VenueModel.findOne({ userId: user._id }).lean()).toMatchObject({
      title: "La Grange",
      listed: false,
      searchable: false,
      locationIMG: [],
    });
    expect(await GalleryTileModel.countDocuments()).toBe(0);
    // What was published stays without a name; what nobody reads goes.
    expect(await ReviewModel.find().lean()).toMatchObject([
      { authorName: "Ancien membre", text: "Une salle parfaite." },
    ]);
    await handlers["erase-images"]();
    for (const image of images) expect(await readImage(image, 320)).toBeNull();
    expect(await mongoose.connection.collection("pictures.files").countDocuments()).toBe(0);
    expect(await visitor.context().session.viewer()).toBeNull();
    expect((await storedUser(id))?.deletedAt).toBeInstanceOf(Date);
  });

  it("keeps what was decided against it without its words, and leaves no appeal to be answered", async () => {
    const { user, visitor } = await memberWithTraces();
    const day = formatDay(todayInParis(new Date()));
    const page = await (await rendered(visitor, "/mes-parametres/desactiver")).text();
    expect(page.split("prend fin sans réponse.")).toHaveLength(2);
    expect(page).toContain(`Votre recours du ${day} prend fin sans réponse.`);
    const [photo, suspension] = await ModerationDecisionModel.find().sort({ _id: 1 }).lean();
    expect(await openAppeals({ skip: 0 })).toHaveLength(1);
    const token = appealLink(suspension!._id.toString()).split("/").at(-1)!;
    await submit(visitor);
    const why = "Effacé avec un compte fermé.";
    const { alt: _, ...place } = photo!.photo!;
    expect(await ModerationDecisionModel.find().sort({ _id: 1 }).lean()).toEqual([
      { ...photo, why, photo: place, appeal: { ...photo!.appeal, text: why, why } },
      { ...suspension, why, appeal: undefined },
    ]);
    expect(photo!.person).toEqual(user._id);
    expect(await openAppeals({ skip: 0 })).toEqual([]);
    // Nor can one be made by the letter's link any more: nobody could answer it.
    const appeal = { token, viewerId: null, text: PERSONAL.name };
    await expect(sendAppeal(appeal, new Date())).rejects.toMatchObject({ code: "not_found" });
    await expect(appealPage(token, null, new Date())).rejects.toMatchObject({ code: "not_found" });
  });

  it("is kept from it by nobody who took an address that it might be given", async () => {
    const { id, visitor } = await memberWithTraces();
    const taken = `${id}@compte-ferme.invalid`;
    await createUser({ email: taken, isVerified: true });
    expect((await submit(visitor)).status).toBe(303);
    const { email } = (await storedUser(id))!;
    expect(email).toMatch(/@compte-ferme\.invalid$/);
    expect(email).not.toBe(taken);
  });

  it("cannot be undone by logging in, and frees the address for another account", async () => {
    const { visitor } = await memberWithTraces();
    await submit(visitor);
    const form = { email: PERSONAL.email, password };
    const refused = await new Visitor().visit(login, "/connexion", { form });
    expect(refused.status).toBe(401);
    await createUser({ email: PERSONAL.email });
  });
});

it("erases at the next run of the job the pictures that a crash has left", async () => {
  const { user } = await newMember({ deletedAt: new Date() });
  const { user: other } = await newMember();
  const picture = await sharp({
    create: { width: 320, height: 240, channels: 3, background: "#fff" },
  })
    .png()
    .toBuffer();
  await storeImage({ bytes: picture, owner: user._id, purpose: "avatar" });
  await LeftoverModel.create({ kind: "images", account: user._id });
  const ofAnother = await storeImage({ bytes: picture, owner: other._id, purpose: "avatar" });
  await handlers["erase-images"]();
  expect(await ImageModel.find().lean()).toMatchObject([{ _id: ofAnother._id }]);
});

it("erases the pictures of others though those of one closed account cannot be erased", async () => {
  const picture = await sharp({
    create: { width: 320, height: 240, channels: 3, background: "#fff" },
  })
    .png()
    .toBuffer();
  const deletedAt = new Date();
  for (const { user } of [await newMember({ deletedAt }), await newMember({ deletedAt })]) {
    await storeImage({ bytes: picture, owner: user._id, purpose: "avatar" });
    await LeftoverModel.create({ kind: "images", account: user._id });
  }
  const removing = vi.spyOn(ImageModel, "findByIdAndDelete");
  onTestFinished(() => removing.mockRestore());
  removing.mockImplementationOnce(() => {
    throw new Error("broken");
  });
  await expect(handlers["erase-images"]()).rejects.toThrow("were not erased");
  expect(await ImageModel.countDocuments()).toBe(1);
});

describe("refusing to close an account", () => {
  it("wants the password", async () => {
    const { visitor } = await memberWithTraces();
    const before = await everything();
    for (const [tried, message] of [
      ["faux", "Le mot de passe actuel est incorrect."],
      ["", "Saisissez votre mot de passe actuel."],
    ] as const) {
      const response = await submit(visitor, tried);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ fieldErrors: { currentPassword: message } });
    }
    const withoutLimits = (text: string) => text.replace(/\["ratelimits",\[.*?\]\]/, "");
    expect(withoutLimits(await everything())).toBe(withoutLimits(before));
  });

  it.each([
    ["hold", "Paiement en cours"],
    ["pending", "En attente"],
    ["confirmed", "Confirmée"],
    ["cancelling", "Annulée"],
  ] as const)("stays while a reservation of its own is %s", async (status, state) => {
    const { id, user, visitor } = await newMember({ passwordHash });
    const venue = await createVenue(await createOwner());
    const { reference } = await createReservation({ venue, buyer: user, status, startDate: soon });
    const page = await visitor.visit(loader, "/mes-parametres/desactiver");
    expect(await page.json()).toMatchObject({
      obstacles: {
        isFree: false,
        asBuyer: [{ reference, venue: `${venue.title} (${venue.city})`, state }],
      },
    });
    const response = await submit(visitor);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({
      fieldErrors: { form: refusalMessage("account_in_use") },
    });
    expect(await storedUser(id)).not.toHaveProperty("deletedAt");
  });

  it("stays while its venues have reservations to come, and does not show who is paying", async () => {
    const { user, visitor } = await newMember({ passwordHash, accountId: "acct_1" });
    const venue = await createVenue(user);
    const buyer = await createUser();
    await createReservation({ venue, buyer, status: "confirmed", startDate: soon });
    const held = { venue, buyer, status: "hold", startDate: later } as const;
    await createReservation({ ...held, holdUntil: new Date("2026-11-26T11:00:00Z") });
    const page = await visitor.visit(loader, "/mes-parametres/desactiver");
    const heldUntil = "26/11/2026 à 12\u00a0h";
    expect(await page.json()).toMatchObject({
      obstacles: { asBuyer: [], asOwner: [{ state: "Confirmée" }], heldUntil },
    });
    expect((await submit(visitor)).status).toBe(409);
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: true });
  });

  it("stays while days are kept for it by a waiting list, which no list of requests shows", async () => {
    const { user, visitor } = await newMember({ passwordHash });
    const venue = await createVenue(await createOwner());
    const offer = new Types.ObjectId();
    await createReservation({ venue, buyer: user, status: "hold", startDate: soon, offer });
    const page = await visitor.visit(loader, "/mes-parametres/desactiver");
    expect(await page.json()).toMatchObject({
      obstacles: {
        asBuyer: [{ state: "Gardée pour vous par la liste d’attente" }],
        heldUntil: null,
      },
    });
  });

  it("goes once all is over", async () => {
    const { id, user, visitor } = await newMember({ passwordHash });
    const venue = await createVenue(await createOwner());
    const of = { venue, buyer: user };
    await createReservation({ ...of, status: "confirmed", startDate: longAgo });
    await createReservation({ ...of, status: "cancelled", startDate: soon });
    await createReservation({ ...of, status: "dead", startDate: later });
    expect((await submit(visitor)).status).toBe(303);
    expect((await storedUser(id))?.name).toBe("Ancien");
  });

  it("keeps administrators", async () => {
    const { id, visitor } = await newMember({ passwordHash, isAdmin: true });
    expect((await submit(visitor)).status).toBe(409);
    expect(await storedUser(id)).not.toHaveProperty("deletedAt");
    await expect(visitor.visit(loader, "/mes-parametres/desactiver")).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe("who does not accept the conditions of an account that was made for them", () => {
  it("takes their data and closes it, and opens nothing else", async () => {
    const { id, user, visitor } = await newMember({ passwordHash, termsAcceptedAt: undefined });
    const asked = await (await rendered(visitor, "/conditions")).text();
    for (const path of ["/mes-parametres/desactiver", "/mes-parametres/mes-donnees"])
      expect(asked).toContain(`href="${path}"`);
    const file = await visitor.visit(download, "/mes-parametres/mes-donnees");
    expect(await file.text()).toContain(user.email);
    expect((await rendered(visitor, "/mes-parametres/desactiver")).status).toBe(200);
    expect((await rendered(visitor, "/mes-parametres/sessions")).status).toBe(403);
    expect((await submit(visitor)).status).toBe(303);
    expect((await storedUser(id))?.deletedAt).toBeInstanceOf(Date);
  });
});

describe("the download of one's data", () => {
  it("holds all of them, and no secret", async () => {
    const { visitor } = await memberWithTraces();
    const response = await visitor.visit(download, "/mes-parametres/mes-donnees");
    expect(response.headers.get("content-disposition")).toMatch(
      /^attachment; filename=".*\.json"$/,
    );
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const text = await response.text();
    for (const value of Object.values(PERSONAL)) expect(text).toContain(value);
    expect(text).not.toContain(passwordHash);
    expect(JSON.parse(text)).toMatchObject({
      account: { email: PERSONAL.email },
      sessions: [{ userAgent: "vitest" }],
      images: [{ purpose: "avatar" }, { purpose: "venue" }],
      mails: [{ to: PERSONAL.email }],
      venues: [{ title: "La Grange" }],
      closedDays: [{ day: later, slot: "AM", block: "owner" }],
      reservations: [{ status: "ended" }, { status: "cancelled" }],
      reservationsOfVenues: [{ status: "ended" }],
      payments: { paid: [{ amount: 54_000 }], earned: [] },
      reviews: [{ rating: 5 }, { rating: 1, state: "refused" }],
      messages: [{ description: "Bonjour", answers: [{ text: "Bien reçu." }] }],
      reports: [{ text: "Une autre salle." }],
      privacyRequests: [{ details: "Par courrier" }],
    });
    const { looks, reports } = JSON.parse(text) as Record<"looks" | "reports", object[]>;
    expect(looks).toEqual([
      { kind: "user", at: "2027-01-15T08:00:00.000Z" },
      { kind: "reservation", at: "2027-01-15T08:00:00.001Z" },
    ]);
    expect(reports[0]).not.toHaveProperty("reporter");
    // Who of the office it was.
    expect(text).not.toContain(OFFICER.toString());
  });

  it("is made so often only", async () => {
    const { id, visitor } = await newMember();
    for (let count = 0; count < 20; count += 1) await limit("data_export", id);
    await expect(visitor.visit(download, "/mes-parametres/mes-donnees")).rejects.toMatchObject({
      status: 429,
    });
  });

  it("holds nothing of others", async () => {
    const { visitor } = await memberWithTraces();
    const stranger = await newMember({ name: "Barnabé" });
    const answer = await stranger.visitor.visit(download, "/mes-parametres/mes-donnees");
    const text = await answer.text();
    for (const value of Object.values(PERSONAL)) expect(text).not.toContain(value);
    const own = await (await visitor.visit(download, "/mes-parametres/mes-donnees")).text();
    expect(own).not.toContain("Barnabé");
    const buyers = await mongoose.connection.collection("reservations").find().toArray();
    const buyerOfSold = buyers.find(({ venueTitle }) => venueTitle === "La Grange")
      ?.userId as Types.ObjectId;
    expect(own).not.toContain(buyerOfSold.toString());
  });
});
