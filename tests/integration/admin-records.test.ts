import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { ContactMessageModel } from "@models/contact-message";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { mailEmailChanged } from "~/accounts/account-mails.server";
import { contactRecord } from "~/admin/contacts/contact-record.server";
import { moderationHistory } from "~/admin/measures/moderation-history.server";
import { refusableReview, reviewRecord } from "~/admin/reviews/review-record.server";
import { searchEverywhere } from "~/admin/search/search-everywhere.server";
import { inTransaction } from "~/platform/database.server";
import { suspendedVenue, venueRecord } from "~/admin/venues/venue-record.server";
import { venuePlace } from "~/venues/map-places.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { createdAt, idOf, leftOut, like, now, plain, unknown } from "../support/office-record";

/** What the pages of single records tell the office, field by field. */

useDatabase();
beforeEach(emptyDatabase);

const reader = { id: new Types.ObjectId().toString() };

describe("a venue", () => {
  it("says what is let, by whom, and what may be done of it", async () => {
    const owner = await createOwner({ entityName: "Les Tilleuls" });
    const venue = await createVenue(owner, { createdAt, needValidation: true });
    const id = idOf(venue);
    const record = await venueRecord(id, now);
    expect({ ...record, price: plain(record.price) }).toEqual({
      ...{ id, title: venue.title, isVisible: true, createdAt: "03/05/2026" },
      state: { label: "Publié", tone: "success" },
      owner: { id: idOf(owner), name: "Les Tilleuls" },
      address: "12 rue des Tilleuls, 69003 Lyon",
      types: "Salles de fête",
      capacity: "10 - 50",
      price: "480 € par jour",
      policy: expect.stringMatching(/^Souple/) as unknown,
      answers: "Le propriétaire répond à chaque demande",
      ...{ dates: "", equipment: "Parking, Chaises", practical: [] },
      ...{ description: venue.description, houseRules: null, arrival: null },
      pictures: venue.locationIMG.map(({ image }) => like({ id: image.toString() })),
      reservations: [],
      ...{
        isSuspended: false,
        suspendedAt: null,
        maySuspend: true,
        mayRemovePhoto: true,
        moderation: [],
      },
    });
    expect(await leftOut(`/admin/location/${id}`, record)).toEqual([]);
    await expect(suspendedVenue(id, now)).rejects.toMatchObject({ code: "venue_not_suspended" });
    await expect(venueRecord(unknown, now)).rejects.toMatchObject({ code: "not_found" });
  });

  it("says so when it is suspended, deleted, nobody's, or let by half days", async () => {
    const owner = await createOwner();
    const hidden = { listed: false, searchable: false };
    const made = {
      suspended: await createVenue(owner, { ...hidden, suspendedAt: now }),
      deleted: await createVenue(owner, { ...hidden, deletedAt: now }),
      halves: await createVenue({ _id: new Types.ObjectId() }, { time: "Half" }),
    };
    const record = async (name: keyof typeof made) => await venueRecord(idOf(made[name]), now);
    expect(await record("suspended")).toMatchObject({
      ...{
        isVisible: false,
        isSuspended: true,
        suspendedAt: now.getTime(),
        maySuspend: false,
        mayRemovePhoto: true,
      },
      ...{
        state: { label: "Suspendu" },
        owner: { name: "Camille Durand" },
        answers: "Automatique",
      },
    });
    expect((await suspendedVenue(idOf(made.suspended), now)).isSuspended).toBe(true);
    expect(await record("deleted")).toMatchObject({
      ...{ isVisible: false, isSuspended: false, maySuspend: false, mayRemovePhoto: false },
      state: { label: "Supprimé" },
    });
    const { price, ...halves } = await record("halves");
    expect(halves).toMatchObject({ owner: null });
    expect(plain(price)).toBe("480 € par demi-journée");
  });

  it("keeps its last photo", async () => {
    const owner = await createOwner();
    const { locationIMG } = await createVenue(owner);
    for (const [left, may] of [
      [1, false],
      [2, true],
    ] as const) {
      const venue = await createVenue(owner, { locationIMG: locationIMG.slice(0, left) });
      expect((await venueRecord(idOf(venue), now)).mayRemovePhoto).toBe(may);
    }
  });

  it("shows all that its owner wrote of it, also once nobody else sees it", async () => {
    const venue = await createVenue(await createOwner(), {
      ...{ listed: false, searchable: false, suspendedAt: now },
      ...{ floorArea: 85, stepFreeAccess: "Rampe ou ascenseur", minimumNotice: 3 },
      ...{ hours: "8 h à 22 h", latestAccess: "18 h, à l’accueil" },
      ...{ houseRules: "Pas de musique.\nPayez en espèces.", arrival: "Code 1911A.\nPorte bleue." },
    });
    const record = await venueRecord(idOf(venue), now);
    expect(record.practical.map(({ label, text }) => [label, plain(text)])).toEqual([
      ["Surface", "85 m²"],
      ["Accès PMR", "Rampe ou ascenseur"],
      ["Horaires", "8 h à 22 h"],
      ["Dernière arrivée", "18 h, à l’accueil"],
    ]);
    const path = `/admin/location/${idOf(venue)}`;
    const written = ["Pas de musique.\nPayez en espèces.", "Code 1911A.\nPorte bleue."];
    expect(await leftOut(path, record, ["Règlement", ...written])).toEqual([]);
    // Who decides of no report reads no code of a door.
    const { visitor } = await newAdmin({ adminRole: "finance" });
    const html = await (await rendered(visitor, path)).text();
    expect(written.map((text) => html.includes(text))).toEqual([true, false]);
  });

  it("is somewhere on a map, or beside it", async () => {
    const owner = await createOwner();
    const placed = await createVenue(owner, { coordinates: { lat: 45.75, lng: 4.85 } });
    const unplaced = await createVenue(owner);
    expect(await venuePlace(idOf(placed), null)).toMatchObject({
      ...{ id: idOf(placed), title: placed.title, href: `/reservation/${idOf(placed)}` },
      ...{ address: "12 rue des Tilleuls, 69003 Lyon, France", at: { lat: 45.75, lng: 4.85 } },
    });
    expect((await venuePlace(idOf(unplaced), null)).at).toBeNull();
  });
});

describe("a review", () => {
  it("says who wrote it of which stay, and what became of it", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner);
    const buyer = await createUser();
    const stay = { venue, buyer, status: "ended", startDate: "2026-04-04" } as const;
    const reservation = await createReservation(stay);
    const said = {
      author: buyer._id,
      authorName: "Camille D.",
      rating: 4,
      text: "Très bien reçus.",
    };
    const at = { stayDay: "2026-04-04", createdAt: new Date("2026-04-10T09:05:00Z") };
    const review = await ReviewModel.create({
      ...{ ...said, ...at, venue: venue._id, reservation: reservation._id },
      state: "published",
      publishedAt: new Date("2026-04-11T09:05:00Z"),
    });
    const id = idOf(review);
    const record = await refusableReview(id, reader);
    expect({
      ...record,
      createdAt: plain(record.createdAt),
      publishedAt: plain(record.publishedAt!),
    }).toEqual({
      ...{ id, rating: 4, text: said.text, state: "published" },
      author: { id: idOf(buyer), name: "Camille D." },
      venue: { id: idOf(venue), name: `${venue.title} (${venue.city})` },
      reservation: { id: idOf(reservation), reference: reservation.reference },
      ...{ stayOn: "04/04/2026", createdAt: "10/04/2026 à 11 h 05" },
      ...{ publishedAt: "11/04/2026 à 11 h 05", refusal: null, moderation: [] },
      ...{ answers: ["refused"], hindrance: null },
    });
    expect(
      await leftOut(`/admin/avis/${id}`, { ...record, state: "", answers: [] }, ["Publié"]),
    ).toEqual([]);
    const alone = await ReviewModel.create({
      ...{ ...said, ...at, venue: new Types.ObjectId(), reservation: new Types.ObjectId() },
      ...{ state: "refused", refusal: "Hors sujet" },
    });
    expect(await reviewRecord(idOf(alone), reader)).toMatchObject({
      ...{ reservation: null, publishedAt: null, refusal: "Hors sujet" },
      venue: { name: "Lieu inconnu" },
    });
    await expect(refusableReview(idOf(alone), reader)).rejects.toMatchObject({
      code: "review_decided",
    });
    await expect(reviewRecord(unknown, reader)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a message", () => {
  it("says who wrote it, who answered, and what was made of it", async () => {
    const sender = await createUser();
    const admin = await createUser({ isAdmin: true, name: "Ada", lastname: "Min" });
    const at = new Date("2026-05-19T09:05:00Z");
    const message = await ContactMessageModel.create({
      ...{ type: "Autre", email: sender.email, phone: "0612345678", createdAt: at },
      ...{ name: "Camille", lastname: "Durand", description: "Bonjour", status: true },
      answers: [
        { by: admin._id, at, text: "Bonjour à vous." },
        { by: new Types.ObjectId(), at, text: "Merci." },
      ],
    });
    const id = idOf(message);
    const request = await PrivacyRequestModel.create({
      ...{ kind: "access", channel: "contact", receivedOn: "2026-05-19", dueOn: "2026-06-19" },
      message: message._id,
    });
    const told = "19/05/2026 à 11 h 05";
    const record = await contactRecord(id);
    expect({
      ...record,
      createdAt: plain(record.createdAt),
      answers: record.answers.map((answer) => ({ ...answer, at: plain(answer.at) })),
    }).toEqual({
      ...{ id, name: "Camille Durand", email: sender.email, phone: "0612345678" },
      ...{
        type: expect.any(String) as unknown,
        description: "Bonjour",
        isDone: true,
        createdAt: told,
      },
      account: { id: idOf(sender), name: "Camille Durand" },
      formerAccounts: [],
      answers: [
        { text: "Bonjour à vous.", at: told, by: "Ada Min" },
        { text: "Merci.", at: told, by: "un ancien compte" },
      ],
      requestId: idOf(request),
      reservations: [],
    });
    const written = { ...record, phone: "" };
    expect(await leftOut(`/admin/contact/${id}`, written, ["06 12 34 56 78"])).toEqual([]);
    const other = await ContactMessageModel.create({
      ...{ type: "Autre", email: "lucie@exemple.fr", name: "Lucie", lastname: "Ferrand" },
      description: "Bonjour",
    });
    expect(await contactRecord(idOf(other))).toMatchObject({
      ...{ phone: null, isDone: false, account: null, answers: [], requestId: null },
    });
    await expect(contactRecord(unknown)).rejects.toMatchObject({ code: "not_found" });
  });

  it("leads to the account that had its address, as the search does", async () => {
    const former = "lucie@exemple.fr";
    const user = await createUser({ name: "Lucie", lastname: "Ferrand", email: "x@exemple.fr" });
    await inTransaction((session) =>
      mailEmailChanged({ _id: user._id, email: former }, new Date(), session),
    );
    const message = await ContactMessageModel.create({
      ...{ type: "Autre", email: former, name: "Lucie", lastname: "Ferrand" },
      description: "On a changé mon adresse.",
    });
    const record = await contactRecord(idOf(message));
    expect([record.account, record.formerAccounts]).toEqual([
      null,
      [{ id: idOf(user), name: "Lucie Ferrand" }],
    ]);
    expect(await leftOut(`/admin/contact/${idOf(message)}`, record)).toEqual([]);
    const { people } = await searchEverywhere("Lucie@exemple.fr");
    expect(people).toMatchObject([
      { id: idOf(user), detail: expect.stringContaining(former) as unknown },
    ]);
    await UserModel.updateOne({ _id: user._id }, { email: former });
    expect((await contactRecord(idOf(message))).formerAccounts).toEqual([]);
  });

  it("leads to the reservations that it names", async () => {
    const [venue, buyer] = [await createVenue(await createOwner()), await createUser()];
    const one = { venue, buyer, status: "ended", startDate: "2026-05-02" } as const;
    const named = await createReservation({ ...one, reference: "PDS-7K2F9Q" });
    await createReservation({ ...one, startDate: "2026-05-03", reference: "PDS-7K2F9R" });
    const message = await ContactMessageModel.create({
      ...{ type: "Autre", email: "lucie@exemple.fr", name: "Lucie", lastname: "Ferrand" },
      description: "Réservation pds-7k2f9q\u00a0: le chauffage, et PDS-INCONNUE.",
    });
    const record = await contactRecord(idOf(message));
    expect(record.reservations).toEqual([{ id: idOf(named), reference: "PDS-7K2F9Q" }]);
    expect(await leftOut(`/admin/contact/${idOf(message)}`, record)).toEqual([]);
  });

  it.each([
    ["PDS-7K2F9Q-M4", ["PDS-7K2F9Q", "PDS-7K2F9Q-M4"]],
    ["le supplément pds-7k2f9q-m4.", ["PDS-7K2F9Q", "PDS-7K2F9Q-M4"]],
    ["PDS-7K2F9Q-ma réservation", ["PDS-7K2F9Q"]],
    ["PDS-7K2F9Q-chauffage", ["PDS-7K2F9Q"]],
    ["Bonjour, PDS 7k2f9q ne marche pas", ["PDS-7K2F9Q"]],
    ["pds7k2f9q\u00a0: le chauffage", ["PDS-7K2F9Q"]],
    ["PDS\u00a0–\u00a07K2F9Q-M4", ["PDS-7K2F9Q", "PDS-7K2F9Q-M4"]],
    ["PDS\u20117K2F9Q\u2011M4", ["PDS-7K2F9Q", "PDS-7K2F9Q-M4"]],
    ["les pds de 7K2F9Q, rapids 7K2F9Q", []],
  ])("leads to a supplement and to what it belongs to: '%s'", async (description, references) => {
    const [venue, buyer] = [await createVenue(await createOwner()), await createUser()];
    const one = { venue, buyer, status: "ended", startDate: "2026-05-02" } as const;
    await createReservation({ ...one, reference: "PDS-7K2F9Q" });
    await createReservation({ ...one, startDate: "2026-05-03", reference: "PDS-7K2F9Q-M4" });
    const message = await ContactMessageModel.create({
      ...{ type: "Autre", email: "lucie@exemple.fr", name: "Lucie", lastname: "Ferrand" },
      description,
    });
    const { reservations } = await contactRecord(idOf(message));
    expect(reservations.map(({ reference }) => reference).sort()).toEqual(references);
  });
});

it("what was reported and decided is told, the latest first", async () => {
  const target = new Types.ObjectId();
  const admin = await createUser({ isAdmin: true, name: "Ada", lastname: "Min" });
  const second = await createUser({ isAdmin: true, name: "Léo", lastname: "Roy" });
  const at = (day: number) => new Date(Date.UTC(2026, 4, day, 9, 5));
  const report = await ReportModel.create({
    ...{ kind: "venue", target, reason: "trompeur", text: "Faux", createdAt: at(1) },
  });
  const decision = {
    kind: "venue",
    target,
    measure: "suspendre",
    why: "Les photos.",
    admin: admin._id,
  } as const;
  const outcome = "revenir" as const;
  const decisions = await ModerationDecisionModel.create([
    { ...decision, at: at(2), admin: new Types.ObjectId() },
    {
      ...{ ...decision, at: at(3) },
      appeal: {
        ...{ text: "Ce sont les miennes.", at: at(4), outcome, why: "C’est vrai." },
        ...{ admin: second._id, decidedAt: at(7) },
      },
    },
    { ...decision, at: at(5), appeal: { text: "Encore moi.", at: at(6) } },
  ]);
  const [kept = "", lifted = "", open = ""] = decisions.map(idOf);
  await ReportModel.create({
    ...{ kind: "venue", target: new Types.ObjectId(), reason: "trompeur", text: "Ailleurs" },
  });
  const lines = await moderationHistory(target.toString());
  expect(lines.map((line) => [line.id, plain(line.at), plain(line.detail), line.href])).toEqual([
    [
      `recours-${lifted}`,
      "07/05/2026 à 11 h 05",
      "Par Léo Roy. C’est vrai.",
      `/admin/recours/${lifted}`,
    ],
    // What nobody has answered is read where the look is noted.
    [
      `recours-${open}`,
      "06/05/2026 à 11 h 05",
      "Ce que dit la personne se lit sur la page du recours.",
      `/admin/recours/${open}`,
    ],
    [`decision-${open}`, "05/05/2026 à 11 h 05", "Par Ada Min. Les photos.", null],
    [`decision-${lifted}`, "03/05/2026 à 11 h 05", "Par Ada Min. Les photos.", null],
    [`decision-${kept}`, "02/05/2026 à 11 h 05", "Par un ancien compte. Les photos.", null],
    [
      `signalement-${idOf(report)}`,
      "01/05/2026 à 11 h 05",
      "« Faux »",
      `/admin/moderation/${idOf(report)}`,
    ],
  ]);
  expect(new Set(lines.map(({ title }) => title)).size).toBe(4);
});
