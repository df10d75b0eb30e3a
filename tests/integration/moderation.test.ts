import mongoose, { trusted, type Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { userDeparture } from "~/admin/users/user-departure.server";
import { findCases } from "~/admin/cases/find-cases.server";
import { decideAppeal, restoreForPlatform } from "~/admin/moderation/decide-appeal.server";
import {
  decideReport,
  refuseForPlatform,
  suspendForPlatform,
} from "~/admin/moderation/decide-report.server";
import { takeCase } from "~/admin/cases/take-charge.server";
import { appealRecord, moderationRecord } from "~/admin/moderation/moderation-record.server";
import { reviewBulk } from "~/admin/moderation/bulk-reviews.server";
import { publishReview, refuseReview } from "~/admin/reviews/decide-review.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { userBulk } from "~/admin/moderation/bulk-users.server";
import { forgetKept } from "~/platform/concurrency/kept-for";
import { addDays, addMinutes, formatInstant, todayInParis } from "~/platform/days";
import { Refusal, refusalMessage, type RefusalCode } from "~/platform/refusal";
import { deleteVenue } from "~/offboarding/delete-venue.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { isWithinLimit } from "~/platform/web/rate-limit.server";
import { appealLink } from "~/reports/appeal-link.server";
import { action as refuseAction } from "~/routes/admin/avis/$id/refuser";
import { action as banAction } from "~/routes/admin/user/$id/bannir";
import { action as measureAction } from "~/routes/admin/moderation/$id/$measure";
import { action as banCall } from "~/routes/api/admin/ban-user/$id";
import { action as appealAction, loader as appealLoader } from "~/routes/recours/$token";
import { action as reportAction, loader as reportLoader } from "~/routes/signaler/$id";
import { reviewPage } from "~/reviews/review-page.server";
import { changeVenue } from "~/venues/edit-venue.server";
import { refreshListing } from "~/venues/refresh-listing.server";
import { pictureUrl } from "~/ui/picture";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { besides, justBefore } from "../support/just-before";
import { loggedIn, newMember, storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { personalData } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

useDatabase();

const now = new Date();
const today = todayInParis(now);
let owner: User;
let venue: Venue;
let admin: Administrator;

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  venue = await createVenue(owner);
  admin = await newAdmin();
});

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const subjectsTo = async (to: string) =>
  (await MailModel.find({ to }).sort({ createdAt: 1, _id: 1 }).lean()).map(
    ({ subject }) => subject,
  );
const acts = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act }) => act);

const text = "La deuxième photo est celle d’une autre salle.";
const idOf = () => venue._id.toString();

async function report(form: Record<string, string> = {}, visitor = new Visitor()) {
  return await visitor.visit(reportAction, `/signaler/${idOf()}`, {
    form: { reason: "trompeur", text, ...form },
    params: { id: idOf() },
  });
}
const statusOf = async (work: Promise<unknown>) =>
  await work.then(
    (answer) => (answer instanceof Response ? answer.status : 200),
    (error: unknown) => (error instanceof Response ? error.status : 500),
  );
const published = async () => {
  const fields = { reservation: venue._id, authorName: "Paul M.", stayDay: "2026-05-01" };
  const author = await createUser();
  await VenueModel.updateOne(
    { _id: venue._id },
    { $set: { rating: { count: 1, sum: 1, average: 10 } } },
  );
  return await ReviewModel.create({
    ...fields,
    ...{ venue: venue._id, author: author._id, rating: 1, text: "Un voleur.", state: "published" },
    publishedAt: now,
  });
};
const decide = async (measure: "classer" | "masquer" | "suspendre" | "bannir", fields = {}) => {
  const open = await ReportModel.findOne().sort({ createdAt: -1 }).lean();
  const reportId = open!._id.toString();
  const { reportsSeen } = await moderationRecord(reportId, now);
  return await decideReport({
    actor: admin.actor,
    reportId,
    reports: reportsSeen,
    measure,
    reason: measure === "classer" ? "non-fonde" : "photos",
    facts: "Vu le 3 mai.",
    coming: "keep",
    password: OFFICE_PASSWORD,
    now,
    ...fields,
  });
};

describe("reporting", () => {
  it("is a member's own, who has it in the file of their data until their account is closed", async () => {
    const { user, visitor } = await newMember();
    const id = user._id.toString();
    expect((await report({}, visitor)).status).toBe(303);
    expect((await report()).status).toBe(303);
    const own = await ReportModel.findOne({ reporter: user._id }).lean();
    expect(await ReportModel.countDocuments({ reporter: trusted({ $exists: true }) })).toBe(1);
    expect((await personalData(id, now)).reports).toEqual([own]);
    await closeAccount(id, now);
    const { reporter: _, ...nobodys } = own!;
    expect(await ReportModel.findById(own!._id).lean()).toEqual(nobodys);
  });

  it("names nobody who closes their account at that moment", async () => {
    const { id, visitor } = await newMember();
    const ended = besides("Venue", "updateOne", () => closeAccount(id, now));
    expect((await report({}, visitor)).status).toBe(303);
    await ended();
    expect(await ReportModel.countDocuments()).toBe(1);
    expect(await ReportModel.findOne().lean()).not.toHaveProperty("reporter");
  });

  it("needs no account; the team and who left an address are told, and it waits in the queue", async () => {
    expect((await report({ email: "contact@mairie-évian.fr" })).status).toBe(303);
    await ReportModel.deleteMany();
    await MailModel.deleteMany();
    expect((await report({ email: "Nadia@exemple.fr" })).status).toBe(303);
    expect((await report()).status).toBe(303);
    expect(await ReportModel.find().lean()).toMatchObject([
      { kind: "venue", target: venue._id, reason: "trompeur", email: "nadia@exemple.fr" },
      { kind: "venue", target: venue._id },
    ]);
    expect(await subjectsTo("nadia@exemple.fr")).toEqual(["Nous avons reçu votre signalement"]);
    expect(await MailModel.countDocuments({ subject: "Nouveau signalement" })).toBe(1);
    const cases = (await findCases()).cases.filter(({ kind }) => kind === "report");
    expect(cases.map(({ context }) => context)).toEqual([
      expect.stringMatching(/^2 signalements\. Trompeur/),
    ]);
  });

  it("is one report however often it is sent within minutes, and another one once it is decided of", async () => {
    const form = { email: "nadia@exemple.fr" };
    const pressed = await Promise.all([report(form), report(form)]);
    expect([...pressed, await report(form)].map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await ReportModel.countDocuments()).toBe(1);
    expect(await MailModel.countDocuments()).toBe(2);
    // Somebody else, who says the same.
    await report({ email: "omar@exemple.fr" });
    await report();
    expect(await ReportModel.countDocuments()).toBe(3);
    await ReportModel.updateMany({}, { $set: { createdAt: addMinutes(now, -60) } });
    await report(form);
    expect(await ReportModel.countDocuments()).toBe(4);
    await decide("classer");
    await report(form);
    expect(await ReportModel.countDocuments()).toBe(5);
  });

  const NADIA = "nadia@exemple.fr";
  const RECEIPT = "Nous avons reçu votre signalement";
  const receipts = async (to: string) =>
    (await subjectsTo(to)).filter((subject) => subject === RECEIPT).length;

  it("keeps an address however often it was typed, acknowledges three a day, and tells it once of what is decided", async () => {
    for (let count = 0; count < 3; count += 1) await isWithinLimit("contact_sender", NADIA);
    for (const place of ["une", "deux", "trois", "quatre"]) {
      const sent = await report({ email: NADIA, text: `La photo ${place} est fausse.` });
      expect(sent.status).toBe(303);
    }
    const stored = await ReportModel.find().lean();
    expect(stored.map(({ email }) => email)).toEqual(Array(4).fill(NADIA));
    expect(await receipts(NADIA)).toBe(3);
    await decide("classer");
    const told = (await subjectsTo(NADIA)).filter((subject) => subject !== RECEIPT);
    expect(told).toEqual(["Suite donnée à votre signalement"]);
  });

  it("acknowledges who is logged in at their own address, whoever else typed it that day", async () => {
    const { user, visitor } = await newMember();
    const { email } = user;
    for (const place of ["une", "deux", "trois"])
      await report({ email, text: `La photo ${place} est fausse.` });
    await report({ email, text: "La quatrième aussi." });
    expect(await receipts(email)).toBe(3);
    await report({ email, text: "La cinquième aussi." }, visitor);
    expect(await receipts(email)).toBe(4);
  });

  it.each(["venue", "review"])("is none of a %s that is hidden at that moment", async (kind) => {
    const subject = (await published())._id.toString();
    await admin.actor.session.confirm(now);
    const hide = async () =>
      kind === "venue"
        ? suspendForPlatform({
            ...{ actor: admin.actor, venueId: idOf(), now },
            reason: "photos",
            facts: "Vu.",
          })
        : refuseForPlatform({ actor: admin.actor, reviewId: subject, why: "Injures.", now });
    const ended = besides("Venue", "updateOne", hide);
    expect((await report({ subject, email: "nadia@exemple.fr" })).status).toBe(404);
    await ended();
    expect(await ReportModel.countDocuments()).toBe(0);
    expect(await subjectsTo("nadia@exemple.fr")).toEqual([]);
  });

  it("is one case of each thing, whatever is reported beside it, and is looked up by the same queries", async () => {
    const venues = await Promise.all(Array.from({ length: 3 }, () => createVenue(owner)));
    const reportOn = (target: Types.ObjectId, minute: number) => ({
      ...{ kind: "venue" as const, target, reason: "trompeur" as const, text: "Faux." },
      createdAt: addMinutes(now, minute),
    });
    const [flooded, ...others] = venues.map(({ _id }) => _id);
    await ReportModel.insertMany([reportOn(flooded!, 0)]);
    const commands: string[] = [];
    const hear = ({ commandName }: { commandName: string }) => commands.push(commandName);
    mongoose.connection.getClient().on("commandStarted", hear);
    const asked = async () => {
      forgetKept();
      commands.length = 0;
      const cases = (await findCases()).cases.filter(({ kind }) => kind === "report");
      return { titles: cases.map(({ context }) => context), count: commands.length };
    };
    const few = await asked();
    await ReportModel.insertMany([
      ...Array.from({ length: 119 }, (_, minute) => reportOn(flooded!, minute + 1)),
      ...others.map((target, index) => reportOn(target, 200 + index)),
    ]);
    const many = await asked();
    mongoose.connection.getClient().off("commandStarted", hear);
    expect(many.titles.map((title) => /^(?:\d+ signalements|\w+)/.exec(title)?.[0])).toEqual([
      ...["120 signalements", "Trompeur", "Trompeur"],
    ]);
    expect(many.count).toBe(few.count);
  });

  it("is open to a venue's owner for what others wrote of it, and for any review by its own link", async () => {
    const mine = await newMember();
    await VenueModel.updateOne({ _id: venue._id }, { $set: { userId: mine.user._id } });
    await UserModel.updateOne({ _id: mine.user._id }, { $set: { stripeStats: "active" } });
    const oldest = await published();
    const more = Array.from({ length: 55 }, (_, minute) => ({
      ...{ reservation: new mongoose.Types.ObjectId(), venue: venue._id, author: oldest.author },
      ...{ authorName: "Anne B.", stayDay: "2026-05-01", rating: 4, text: "Bien.", createdAt: now },
      ...{ state: "published", publishedAt: addMinutes(now, minute + 1) },
    }));
    await ReviewModel.insertMany(more);
    const id = oldest._id.toString();
    const choices = async (visitor: Visitor, query = "") => {
      const params = { id: idOf() };
      const answer = await visitor.visit(reportLoader, `/signaler/${idOf()}${query}`, { params });
      const { subjects } = (await answer.json()) as { subjects: { value: string }[] };
      return subjects.map(({ value }) => value);
    };
    const stranger = new Visitor();
    const of = (values: string[]) => [values.length, values[0] === "lieu", values.includes(id)];
    expect(of(await choices(stranger))).toEqual([51, true, false]);
    expect(of(await choices(stranger, `?avis=${id}`))).toEqual([52, true, true]);
    expect(of(await choices(stranger, `?avis=${idOf()}`))).toEqual([51, true, false]);
    expect(of(await choices(mine.visitor, `?avis=${id}`))).toEqual([51, false, true]);
    await ReviewModel.updateOne({ _id: id }, { $set: { text: `${"x".repeat(59)}😀 et plus` } });
    const params = { id: idOf() };
    const answer = await stranger.visit(reportLoader, `/signaler/${idOf()}?avis=${id}`, { params });
    expect(await answer.text()).toContain(`«\u00a0${"x".repeat(59)}😀…\u00a0»`);
    expect((await report({}, mine.visitor)).status).toBe(404);
    const told = await report({ subject: id }, mine.visitor);
    expect([told.status, told.headers.get("location")]).toEqual([
      ...[303, `/reservation/${idOf()}/avis`],
    ]);
    expect(await ReportModel.find().lean()).toMatchObject([{ kind: "review", target: oldest._id }]);
  });

  it("takes nothing from programs, of what nobody sees, or beyond the limit", async () => {
    expect((await report({ website: "https://spam" })).status).toBe(303);
    expect((await report({ text: " " })).status).toBe(422);
    expect((await report({ subject: "0".repeat(24) })).status).toBe(404);
    const mine = await newMember();
    await VenueModel.updateOne({ _id: venue._id }, { $set: { userId: mine.user._id } });
    expect((await report({}, mine.visitor)).status).toBe(404);
    const params = { id: idOf() };
    expect(await statusOf(mine.visitor.visit(reportLoader, "/signaler", { params }))).toBe(404);
    expect(await ReportModel.countDocuments()).toBe(0);
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1) statuses.push((await report({ text: " " })).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe("deciding", () => {
  it("dismisses every report on the same thing at once, and says why", async () => {
    await report({ email: "nadia@exemple.fr" });
    await report();
    const [one, two] = await Promise.all([codeOf(decide("classer")), codeOf(decide("classer"))]);
    expect([one, two].toSorted()).toEqual(["done", "report_decided"]);
    const letters = await MailModel.find({ to: "nadia@exemple.fr" }).sort({ _id: 1 }).lean();
    expect(letters.at(-1)).toMatchObject({ subject: "Suite donnée à votre signalement" });
    // The address is whoever's it may be: the facts are not told to it.
    expect(letters.at(-1)?.text).toContain("Motif\u00a0: Ce qui est signalé n’a pas été constaté.");
    expect(letters.at(-1)?.text).not.toContain("Vu le 3 mai.");
    expect(await subjectsTo(owner.email)).toEqual([]);
    expect(await acts()).toEqual(["report.dismiss"]);
    expect((await findCases()).cases.filter(({ kind }) => kind === "report")).toEqual([]);
  });

  it("keeps what was seen of a dismissed report from whom it concerns, in the file of their data too", async () => {
    await report();
    await decide("classer", { facts: "Vu le 3 mai avec Nadia, du premier étage." });
    const ownerId = owner._id.toString();
    expect((await personalData(ownerId, now)).decisions).toEqual([]);
    await report();
    await decide("suspendre");
    expect((await personalData(ownerId, now)).decisions).toMatchObject([{ measure: "suspendre" }]);
  });

  it.each([
    [true, "à la suite d’un signalement"],
    [false, "de notre propre initiative"],
  ])(
    "tells whether it was reported (%s), and that there is a court",
    async (isReported, origin) => {
      const review = await published();
      const reviewId = review._id.toString();
      if (isReported) await report({ subject: reviewId, email: "nadia@exemple.fr" });
      await refuseForPlatform({ actor: admin.actor, reviewId, why: "Injures.", now });
      const { email } = (await storedUser(review.author.toString()))!;
      const letter = (await MailModel.findOne({ to: email }).lean())?.text;
      expect(letter).toContain(`par une personne, ${origin}.`);
      expect(letter).toContain("tribunal compétent");
      const toReporter = await MailModel.findOne({ subject: /^Suite donnée/ }).lean();
      if (isReported) expect(toReporter?.text).toContain("tribunal compétent");
    },
  );

  it.each(["Venue", "Review"] as const)(
    "tells that it was reported when a report arrives just before the decision (%s)",
    async (kind) => {
      const review = await published();
      const by = { actor: admin.actor, now };
      const reviewId = review._id.toString();
      await admin.actor.session.confirm(now);
      justBefore(kind, "updateOne", () => report(kind === "Venue" ? {} : { subject: reviewId }));
      if (kind === "Review") await refuseForPlatform({ ...by, reviewId, why: "Injures." });
      else await suspendForPlatform({ ...by, venueId: idOf(), reason: "photos", facts: "Vu." });
      const person = kind === "Venue" ? owner._id : review.author;
      const { email } = (await storedUser(person.toString()))!;
      const letter = (await MailModel.findOne({ to: email }).lean())?.text;
      expect(letter).toContain("par une personne, à la suite d’un signalement.");
      expect(await ReportModel.findOne().lean()).toHaveProperty("decision");
    },
  );

  it("hides a review, counts its stars no more, and tells its author how to appeal", async () => {
    const review = await published();
    await report({ subject: review._id.toString() });
    await decide("masquer");
    expect((await ReviewModel.findById(review._id).lean())?.state).toBe("refused");
    expect((await VenueModel.findById(venue._id).lean())?.rating).toBeUndefined();
    const author = await storedUser(review.author.toString());
    const mail = await MailModel.findOne({ to: author!.email }).lean();
    const decision = await ModerationDecisionModel.findOne().lean();
    expect(mail?.text).toContain(appealLink(decision!._id.toString()));
    expect(await acts()).toEqual(["review.refuse"]);
  });

  it("suspends a venue for everybody, also when its owner's standing is looked at again", async () => {
    const buyer = await createUser();
    const startDate = addDays(todayInParis(now), 40);
    const kept = await createReservation({ venue, buyer, status: "confirmed", startDate });
    const hold = { venue, buyer, status: "hold", startDate: addDays(startDate, 1) } as const;
    await createReservation(hold);
    await report();
    expect(await codeOf(decide("suspendre", { password: "pas celui-là" }))).toBe("wrong_password");
    expect(await codeOf(decide("masquer"))).toBe("report_decided");
    await decide("suspendre", { coming: "keep" });
    await refreshListing(owner._id.toString());
    const hidden = { listed: false, searchable: false, suspendedAt: now };
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject(hidden);
    expect((await ReservationModel.findById(kept._id).lean())?.status).toBe("confirmed");
    expect((await report()).status).toBe(404);
    const [mail] = await MailModel.find({ to: owner.email }).lean();
    expect(mail?.subject).toContain("Votre lieu est suspendu");
    expect(mail?.text).toContain("Vu le 3 mai.");
    const restore = { actor: admin.actor, venueId: idOf(), why: "Photos refaites", now };
    await restoreForPlatform(restore);
    expect(await codeOf(restoreForPlatform(restore))).toBe("venue_not_suspended");
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: true });
    expect(await acts()).toEqual(["venue.suspend", "venue.restore"]);
  });

  it("does not suspend what its owner has deleted: nobody is told of what nobody sees", async () => {
    await report({ email: "marie@exemple.fr" });
    await VenueModel.updateOne({ _id: venue._id }, { deletedAt: now, status: "unavailable" });
    const { _id } = (await ReportModel.findOne().lean())!;
    const { reported } = await moderationRecord(_id.toString(), now);
    expect(reported.measures).toEqual(["classer", "bannir"]);
    expect(await codeOf(decide("suspendre"))).toBe("report_decided");
    const said = { reason: "photos", facts: "Vu.", now } as const;
    const act = { actor: admin.actor, venueId: idOf(), ...said };
    expect(await codeOf(suspendForPlatform(act))).toBe("not_found");
    expect(await acts()).toEqual([]);
  });

  it("is not done in one's own favour by who works in the office too, unless nobody else may", async () => {
    const { actor, user, id } = await newAdmin({ adminRole: "support" });
    await VenueModel.updateOne({ _id: venue._id }, { userId: user._id, suspendedAt: now });
    const reviewId = (await published())._id.toString();
    await ReviewModel.updateOne({ _id: reviewId }, { author: user._id, state: "refused" });
    await ReportModel.create({ kind: "venue", target: venue._id, reason: "trompeur", text });
    const restore = () => codeOf(restoreForPlatform({ actor, venueId: idOf(), why: "Vu", now }));
    const publish = () => codeOf(publishReview({ actor, reviewId, now }));
    const dismiss = () => codeOf(decide("classer", { actor }));
    const all = async () => [await restore(), await publish(), await dismiss()];
    expect(await all()).toEqual(["own_matter", "own_matter", "own_matter"]);
    expect(await acts()).toEqual([]);
    await UserModel.updateOne({ _id: admin.user._id }, { bannedAt: now });
    // Somebody who has never come decides of nothing.
    await newAdmin({ lastLogin: undefined });
    expect(await all()).toEqual(["done", "done", "done"]);
    expect(await AuditEntryModel.countDocuments({ admin: id })).toBe(3);
  });

  it("is not decided of what others wrote of one's own venue either, unless nobody else may", async () => {
    const { actor, user, visitor } = await newAdmin({ adminRole: "support" });
    await VenueModel.updateOne({ _id: venue._id }, { userId: user._id });
    const review = await published();
    const reviewId = review._id.toString();
    const target = review._id;
    await ReportModel.create({ kind: "review", target, reason: "autre", text });
    const refuse = () => codeOf(refuseForPlatform({ actor, reviewId, why: "Vu", now }));
    const publish = () => codeOf(publishReview({ actor, reviewId, now }));
    const offered = async () =>
      (await (await rendered(visitor, `/admin/avis/${reviewId}`)).text()).includes(
        `/admin/avis/${reviewId}/refuser`,
      );
    for (const measure of ["masquer", "classer"] as const) {
      expect(await codeOf(decide(measure, { actor })), measure).toBe("own_matter");
    }
    expect(await refuse()).toBe("own_matter");
    expect(await offered()).toBe(false);
    await ReviewModel.updateOne({ _id: target }, { state: "pending" });
    expect([await publish(), await refuse()]).toEqual(["own_matter", "own_matter"]);
    await ReviewModel.updateOne({ _id: target }, { state: "published" });
    await UserModel.updateOne({ _id: admin.user._id }, { bannedAt: now });
    expect(await offered()).toBe(true);
    expect([await refuse(), await publish()]).toEqual(["done", "done"]);
  });

  it.each([
    ["Votre lieu peut de nouveau être trouvé et réservé.", {}],
    ["Il reste supprimé.", { deletedAt: now, status: "unavailable" }],
    ["Il ne peut pas être réservé pour autant", { status: "unavailable" }],
  ])("tells an owner what the end of a suspension gives back: %s", async (said, fields) => {
    await VenueModel.updateOne({ _id: venue._id }, { $set: { ...fields, suspendedAt: now } });
    await restoreForPlatform({ actor: admin.actor, venueId: idOf(), why: "Vu", now });
    expect((await MailModel.findOne({ to: owner.email }).lean())?.text).toContain(said);
  });

  it("calls off what was to come, when the operator says so", async () => {
    const buyer = await createUser();
    const startDate = addDays(todayInParis(now), 40);
    await createReservation({ venue, buyer, status: "hold", startDate });
    await report();
    expect(await decide("suspendre", { coming: "cancel" })).toEqual({
      cancelled: 1,
      unfinished: 0,
      left: 0,
      came: 0,
    });
    // Written before any is called off.
    expect(
      (await MailModel.findOne({ to: owner.email, subject: /suspendu/ }).lean())?.text,
    ).toContain("L’annulation de ses réservations à venir est en cours");
    expect(await acts()).toEqual([
      "venue.suspend",
      "reservation.cancel",
      "venue.cancel-reservations",
    ]);
  });

  it("says what calling off does with the buyers’ money: given back, set free, or nothing", async () => {
    const buyer = await createUser();
    await report();
    const { _id } = (await ReportModel.findOne().lean())!;
    const said = async () =>
      (await moderationRecord(_id.toString(), now)).coming.suspendre.givenBack;
    const reserve = async (days: number, status: "hold" | "pending" | "confirmed") =>
      await createReservation({
        ...{ venue, buyer, status, startDate: addDays(todayInParis(now), days) },
        ...(status === "confirmed" && { paidAt: now }),
      });
    await reserve(40, "hold");
    expect(await said()).toBe("Rien n’a été débité\u00a0: rien n’est à rendre.");
    await reserve(41, "pending");
    expect(await said()).toBe("540,00\u00a0€ réservés sur des cartes sont libérés.");
    await reserve(42, "confirmed");
    expect(await said()).toBe(
      "540,00\u00a0€ sont rendus aux acheteurs et 540,00\u00a0€ réservés sur des cartes sont libérés.",
    );
  });

  it("has on its page what a decision would weigh upon, until when it waits, and who sees to it", async () => {
    const buyer = await createUser();
    await report();
    await createReservation({
      ...{ venue, buyer, status: "confirmed", paidAt: now },
      startDate: addDays(todayInParis(now), 42),
    });
    const { _id } = (await ReportModel.findOne().lean())!;
    const page = async () => {
      const html = await (
        await rendered(admin.visitor, `/admin/moderation/${_id.toString()}`)
      ).text();
      return html.slice(html.indexOf("<main"));
    };
    const open = await page();
    const told = [
      /Publié<\/span>/,
      /480\u00a0€ par jour/,
      /1, 540,00\u00a0€ payés/,
      /Échéance/,
      /Personne/,
    ];
    expect(told.filter((text) => !text.test(open))).toEqual([]);
    expect(open).toContain(pictureUrl(venue.locationIMG[0]!.image.toString(), 640));
    await takeCase({ actor: admin.actor, key: `report:venue:${idOf()}`, now: new Date() });
    expect(await page()).toMatch(/Vous, depuis le/);
    await decide("suspendre", { coming: "keep" });
    const decided = await page();
    expect(decided).toMatch(/Suspendu<\/span>/);
    expect(decided).not.toContain("Échéance");
  });

  /** As the page of a measure posts it. */
  const posted = async (measure: "classer" | "suspendre", form: Record<string, string>) => {
    const { _id } = (await ReportModel.findOne().lean())!;
    const params = { id: _id.toString(), measure };
    return await admin.visitor.visit(measureAction, `/admin/moderation/${params.id}/${measure}`, {
      params,
      form: { facts: "Vu.", currentPassword: OFFICE_PASSWORD, ...form },
    });
  };
  const recordNow = async () => {
    const { _id } = (await ReportModel.findOne().lean())!;
    return await moderationRecord(_id.toString(), now);
  };
  const refusedAs = async (answer: Response, code: RefusalCode) => {
    expect(answer.status).toBe(409);
    expect(JSON.stringify(await answer.json())).toContain(refusalMessage(code));
  };

  it("decides of the reports that were read, not of one that came since", async () => {
    await report({ email: "nadia@exemple.fr" });
    const { reportsSeen: reports } = await recordNow();
    await report({ email: "omar@exemple.fr", text: "Le plafond menace de tomber." });
    const dismiss = { reason: "non-fonde" };
    await refusedAs(await posted("classer", { ...dismiss, reports }), "reports_changed");
    await refusedAs(await posted("classer", dismiss), "reports_changed");
    expect(await ReportModel.countDocuments({ decision: trusted({ $exists: true }) })).toBe(0);
    expect(await subjectsTo("omar@exemple.fr")).toHaveLength(1);
    const shown = await recordNow();
    expect(shown.reports).toHaveLength(2);
    const done = await posted("classer", { ...dismiss, reports: shown.reportsSeen });
    expect(done.status).toBe(303);
    expect(await ReportModel.countDocuments({ decision: trusted({ $exists: true }) })).toBe(2);
  });

  it.each(["venue", "review"])(
    "sees one on the same %s that comes at that moment",
    async (kind) => {
      const subject: Record<string, string> =
        kind === "review" ? { subject: String((await published())._id) } : {};
      await report(subject);
      const { reportsSeen: reports } = await recordNow();
      const arriving = { ...subject, text: "Le plafond menace de tomber." };
      justBefore("Setting", "findOne", () => report(arriving));
      expect(await codeOf(decide("classer", { reports }))).toBe("reports_changed");
      const { reportsSeen: seen } = await recordNow();
      expect(await codeOf(decide("classer", { reports: seen }))).toBe("done");
      expect(await ReportModel.countDocuments({ decision: trusted({ $exists: false }) })).toBe(0);
    },
  );

  it("calls off with a suspension what its page said, and nothing where that is something else by now", async () => {
    await report();
    const { reportsSeen: reports, coming } = await recordNow();
    const startDate = addDays(todayInParis(now), 40);
    const buyer = await createUser();
    const made = await createReservation({ venue, buyer, status: "hold", startDate });
    const form = { reason: "photos", coming: "cancel", reports };
    const outdated = await posted("suspendre", { ...form, seen: coming.suspendre.seen });
    await refusedAs(outdated, "coming_changed");
    await refusedAs(await posted("suspendre", form), "coming_changed");
    expect(await VenueModel.findById(venue._id).lean()).not.toHaveProperty("suspendedAt");
    const { seen } = (await recordNow()).coming.suspendre;
    expect((await posted("suspendre", { ...form, seen })).status).toBe(303);
    expect((await ReservationModel.findById(made._id).lean())?.status).toBe("dead");
  });

  it("suspends a venue as it was read, not once its owner has mended it", async () => {
    await report();
    const { id, reportsSeen: reports, version } = await recordNow();
    const path = `/admin/moderation/${id}/suspendre`;
    const page = await (await rendered(admin.visitor, path)).text();
    expect(page).toContain(`name="version" value="${version}"`);
    await VenueModel.updateOne({ _id: venue._id }, { $set: { title: "La petite salle" } });
    const form = { reason: "photos", coming: "keep", reports };
    await refusedAs(await posted("suspendre", { ...form, version: version! }), "venue_mended");
    expect(await VenueModel.findById(venue._id).lean()).not.toHaveProperty("suspendedAt");
    expect(await subjectsTo(owner.email)).toEqual([]);
    const now = await recordNow();
    const done = await posted("suspendre", { ...form, version: now.version! });
    expect(done.status).toBe(303);
    expect(await VenueModel.findById(venue._id).lean()).toHaveProperty("suspendedAt");
  });

  it.each(["its page", "the list"])(
    "closes what is reported of a review by refusing it: %s",
    async (by) => {
      const review = await published();
      const id = review._id.toString();
      await report({ subject: id, email: "nadia@exemple.fr" });
      const why = "Insulte";
      const said = { actor: admin.actor, why, now };
      if (by === "the list") await reviewBulk(admin.actor).run("refuser", id, said);
      else {
        const path = `/admin/avis/${id}/refuser`;
        const form = { why, seen: "published" };
        const done = admin.visitor.visit(refuseAction, path, { params: { id }, form });
        expect((await done).status).toBe(303);
      }
      expect((await findCases()).cases.filter(({ kind }) => kind === "report")).toEqual([]);
      const decision = (await ModerationDecisionModel.findOne().lean())!;
      expect(decision).toMatchObject({ measure: "masquer", why, person: review.author });
      const letter = await MailModel.findOne({ to: "nadia@exemple.fr" }).sort({ _id: -1 }).lean();
      expect(letter?.text).toContain("Nous avons masqué cet avis.");
      // The words are for its author.
      expect(letter?.text).not.toMatch(/Insulte|Motif/);
      const author = await storedUser(review.author.toString());
      const told = await MailModel.findOne({ to: author!.email }).lean();
      expect(told?.text).toContain("Insulte");
      expect(told?.text).toContain(appealLink(decision._id.toString()));
      expect(await acts()).toEqual(["review.refuse"]);
      const again = refuseForPlatform({ actor: admin.actor, reviewId: id, why, now });
      expect(await codeOf(again)).toBe("review_decided");
    },
  );

  it("ends the reports on a review that goes with its author's account", async () => {
    const review = await published();
    await report({ subject: review._id.toString(), email: "nadia@exemple.fr" });
    const isReport = ({ kind }: { kind: string }) => kind === "report";
    expect((await findCases()).cases.filter(isReport)).toHaveLength(1);
    await ReviewModel.updateOne({ _id: review._id }, { $set: { state: "refused" } });
    await closeAccount(review.author.toString(), now);
    expect((await findCases()).cases.filter(isReport)).toEqual([]);
    expect(await ReportModel.countDocuments()).toBe(0);
    const letter = await MailModel.findOne({ to: "nadia@exemple.fr" }).sort({ _id: -1 }).lean();
    expect(letter?.text).toContain("L’avis que vous nous avez signalé n’est plus sur le site");
  });

  it("tells who reported a venue that is deleted by now that it is, and nobody else", async () => {
    await report({ email: "nadia@exemple.fr" });
    await deleteVenue(owner._id.toString(), idOf(), now);
    expect(await codeOf(decide("classer"))).toBe("done");
    const letter = await MailModel.findOne({ to: "nadia@exemple.fr" }).sort({ _id: -1 }).lean();
    expect(letter?.text).toContain("Ce lieu n’est plus publié.");
    expect(letter?.text).not.toMatch(/Motif|ne prenons pas de mesure/);
    expect(await subjectsTo(owner.email)).toEqual([]);
  });

  it("dismisses the reports on a review that is nobody's any more", async () => {
    const review = await published();
    await report({ subject: review._id.toString() });
    await ReviewModel.deleteOne({ _id: review._id });
    expect(await codeOf(decide("masquer"))).toBe("report_decided");
    expect(await codeOf(decide("bannir"))).toBe("report_decided");
    expect(await codeOf(decide("classer"))).toBe("done");
    expect(await ModerationDecisionModel.findOne().lean()).not.toHaveProperty("person");
    expect((await findCases()).cases.filter(({ kind }) => kind === "report")).toEqual([]);
  });

  it.each(["keep", "cancel"] as const)(
    "tells whom a ban concerns which reservations are to come, and what becomes of them: %s",
    async (coming) => {
      await report();
      const startDate = addDays(todayInParis(now), 40);
      const buyer = await createUser();
      const made = await createReservation({ venue, buyer, status: "pending", startDate });
      await createReservation({
        ...{ venue, buyer, status: "hold", startDate: addDays(startDate, 3) },
      });
      const { kept } = await userDeparture(owner._id.toString(), now);
      expect(kept).toContain("demande reçue ne pourra pas être acceptée");
      expect((await userDeparture(buyer._id.toString(), now)).kept).toBeNull();
      await decide("bannir", { coming });
      const letter = await MailModel.findOne({ to: owner.email, subject: /suspendu/ }).lean();
      expect(letter?.text).toContain(made.reference);
      expect(letter?.text?.match(new RegExp(venue.title, "g"))).toHaveLength(1);
      expect(letter?.text).toContain(
        coming === "keep"
          ? "ne peuvent pas être acceptées tant que votre compte est suspendu"
          : "est en cours\u00a0: ce qui",
      );
      expect(letter?.text).not.toContain("tiennent");
    },
  );

  it("bans the account, and changes nothing for a role that may not", async () => {
    await report();
    const reader = await newAdmin({ adminRole: "lecture" });
    expect(await codeOf(decide("classer", { actor: reader.actor }))).toBe("forbidden");
    expect(await codeOf(decide("bannir", { actor: reader.actor }))).toBe("forbidden");
    expect(await acts()).toEqual([]);
    await decide("bannir");
    expect((await storedUser(owner._id.toString()))?.bannedAt).toEqual(now);
    expect(await ReportModel.countDocuments({ decision: trusted({ $exists: false }) })).toBe(0);
  });

  it("hides with its author's account the review that was reported, and says so in one letter", async () => {
    const review = await published();
    const subject = review._id.toString();
    await report({ subject, email: "nadia@exemple.fr" });
    const reportId = (await ReportModel.findOne().lean())!._id.toString();
    const page = await rendered(admin.visitor, `/admin/moderation/${reportId}/bannir`);
    expect(await page.text()).toContain("Cet avis quitte la page du lieu");
    await decide("bannir");
    const hidden = await ReviewModel.findById(review._id).lean();
    const { why } = (await ModerationDecisionModel.findOne().lean())!;
    expect(hidden).toMatchObject({ state: "refused", refusal: why });
    expect(hidden).not.toHaveProperty("publishedAt");
    expect((await VenueModel.findById(venue._id).lean())?.rating).toBeUndefined();
    expect(await acts()).toEqual(["user.ban", "review.refuse"]);
    const author = (await storedUser(review.author.toString()))!;
    const letters = await MailModel.find({ to: author.email }).lean();
    expect(letters).toHaveLength(1);
    expect(letters[0]!.text).toContain(
      `Votre avis sur ${venue.title} (${venue.city}) n’est plus montré.`,
    );
    const told = await MailModel.findOne({ subject: /^Suite donnée/ }).lean();
    expect(told?.text).toContain("le compte de son auteur, et cet avis n’est plus montré.");
  });

  it("leaves to others in the office to ban who wrote of one's own venue, for that hides it", async () => {
    const own = await newAdmin();
    await report({ subject: (await published())._id.toString() });
    await VenueModel.updateOne({ _id: venue._id }, { $set: { userId: own.user._id } });
    expect(await codeOf(decide("bannir", { actor: own.actor }))).toBe("own_matter");
    expect(await codeOf(decide("bannir"))).toBe("done");
  });
});

describe("appealing", () => {
  /** Follows the link of the mail. */
  const appeal = async (
    link: string,
    visitor = new Visitor(),
    text = "Les photos sont de juin.",
  ) => {
    const token = link.slice(link.lastIndexOf("/") + 1);
    return await visitor.visit(appealAction, `/recours/${token}`, {
      form: { text },
      params: { token },
    });
  };
  const answer = async (fields = {}) => {
    const decision = await ModerationDecisionModel.findOne().lean();
    const other = await newAdmin({ adminRole: "support" });
    return await decideAppeal({
      actor: other.actor,
      decisionId: decision!._id.toString(),
      outcome: "revenir",
      why: "Photos vérifiées",
      password: OFFICE_PASSWORD,
      now,
      ...fields,
    });
  };

  it("is done once, by the link or logged in, in time; strangers and forged links find nothing", async () => {
    await report();
    await decide("suspendre");
    const decision = await ModerationDecisionModel.findOne().lean();
    const id = decision!._id.toString();
    const link = appealLink(id);
    expect((await appeal(`${link}x`)).status).toBe(404);
    expect((await appeal(`/${id}`)).status).toBe(404);
    expect((await appeal(`/${id}`, (await newMember()).visitor)).status).toBe(404);
    const at = decision!.at;
    await ModerationDecisionModel.updateOne(
      { _id: id },
      { $set: { at: addMinutes(now, -186 * 1440) } },
    );
    expect((await appeal(link)).status).toBe(410);
    await ModerationDecisionModel.updateOne({ _id: id }, { $set: { at } });
    // The same once more is a second press of it.
    for (let press = 0; press < 2; press += 1) expect((await appeal(link)).status).toBe(303);
    expect((await appeal(link, new Visitor(), "Et de mai.")).status).toBe(409);
    const { visitor } = await loggedIn(owner);
    const seen = await visitor.visit(appealLoader, `/recours/${id}`, { params: { token: id } });
    expect(await seen.json()).toMatchObject({ appeal: { text: "Les photos sont de juin." } });
    const cases = (await findCases()).cases.filter(({ kind }) => kind === "appeal");
    expect(cases).toHaveLength(1);
    // What it says is read where the look is noted.
    expect(cases[0]!.context).not.toContain("Les photos sont de juin.");
  });

  it("is read by somebody else, once, and undoes what was done", async () => {
    await report();
    await decide("suspendre");
    const decision = await ModerationDecisionModel.findOne().lean();
    await appeal(appealLink(decision!._id.toString()));
    const id = decision!._id.toString();
    const shown = async () => await appealRecord(id, admin.id);
    expect(await shown()).toMatchObject({ own: "decided", readers: null });
    await newAdmin({ adminRole: "finance" });
    await newAdmin({ adminRole: "support", lastLogin: undefined });
    expect(await shown()).toMatchObject({ readers: null });
    const other = await newAdmin({ adminRole: "support", name: "Léa", lastname: "Faure" });
    expect(await shown()).toMatchObject({ readers: "Léa Faure (support)" });
    expect(await appealRecord(id, other.id)).toMatchObject({ own: null, readers: null });
    expect(await codeOf(answer({ actor: admin.actor }))).toBe("own_decision");
    await answer({ actor: other.actor });
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: true });
    expect((await shown()).answer).toMatchObject({
      outcome: "Décision annulée",
      why: "Photos vérifiées",
      by: `Par Léa Faure, ${formatInstant(now)}`,
    });
    expect((await subjectsTo(owner.email)).at(-1)).toContain("décision annulée");
    expect(await codeOf(answer({ outcome: "maintenir" }))).toBe("appeal_decided");
    expect(await acts()).toEqual(["venue.suspend", "appeal.decide"]);
  });

  it("is promised nobody else's eyes, for the office may have one person only", async () => {
    await report();
    await decide("suspendre");
    const { _id } = (await ModerationDecisionModel.findOne().lean())!;
    const link = appealLink(_id.toString());
    const page = async () => {
      const path = new URL(link).pathname;
      return await (await rendered(new Visitor(), path)).text();
    };
    const before = await page();
    await appeal(link);
    const letters = await MailModel.find({ to: owner.email }).lean();
    expect(letters).toHaveLength(2);
    for (const told of [before, await page(), ...letters.map(({ text: words }) => words)]) {
      expect(told).not.toMatch(/[Uu]ne autre personne (de l’équipe|relira|vous lit)/);
    }
  });

  it("is answered by whoever decided where nobody else may, and the letter says so", async () => {
    await report();
    await decide("suspendre");
    const decision = await ModerationDecisionModel.findOne().lean();
    await appeal(appealLink(decision!._id.toString()));
    const { actor } = admin;
    await decideAppeal({
      ...{ actor, decisionId: decision!._id.toString(), outcome: "maintenir", now },
      ...{ why: "Photos d’une autre salle", password: OFFICE_PASSWORD },
    });
    const letter = await MailModel.findOne({ to: owner.email }).sort({ _id: -1 }).lean();
    expect(letter?.text).toContain("qui avait pris la décision l’a relue et la maintient");
    expect(letter?.text).not.toContain("Une autre personne");
  });

  it("is not answered by whom it concerns, who works in the office too, unless nobody else may", async () => {
    await report();
    await decide("suspendre");
    const concerned = await newAdmin({ adminRole: "support" });
    const person = concerned.user._id;
    const decisionId = (await ModerationDecisionModel.findOne().lean())!._id.toString();
    await ModerationDecisionModel.updateOne({ _id: decisionId }, { $set: { person } });
    await appeal(appealLink(decisionId));
    const by = (actor: Administrator["actor"]) => {
      const said = { outcome: "maintenir", why: "Vu", password: OFFICE_PASSWORD, now } as const;
      return codeOf(decideAppeal({ actor, decisionId, ...said }));
    };
    expect(await appealRecord(decisionId, concerned.id)).toMatchObject({ own: "concerned" });
    expect((await appealRecord(decisionId, concerned.id)).readers).toContain("(super-admin)");
    expect(await by(concerned.actor)).toBe("own_decision");
    // Who decided goes before whom it concerns, where those two are all.
    expect(await appealRecord(decisionId, admin.id)).toMatchObject({
      own: "decided",
      readers: null,
    });
    await UserModel.updateOne({ _id: admin.user._id }, { $set: { bannedAt: now } });
    expect((await appealRecord(decisionId, concerned.id)).readers).toBeNull();
    expect(await by(concerned.actor)).toBe("done");
    const letter = await MailModel.findOne({ to: concerned.user.email }).sort({ _id: -1 }).lean();
    expect(letter?.text).toContain("concerne l’a relue elle-même et la maintient");
    expect(letter?.text).not.toContain("Une autre personne");
  });

  it("against an administrator's ban is read by who can lift it: a super-admin, and whoever decided where there is one", async () => {
    const concerned = await newAdmin({ adminRole: "support" });
    const support = await newAdmin({ adminRole: "support" });
    const by = { actor: admin.actor, userId: concerned.id, password: OFFICE_PASSWORD, now };
    await banForPlatform({ ...by, coming: "keep", why: "Fraude" });
    const decisionId = (await ModerationDecisionModel.findOne().lean())!._id.toString();
    await appeal(appealLink(decisionId));
    const path = `/admin/recours/${decisionId}`;
    const page = async ({ visitor }: Administrator) => await (await rendered(visitor, path)).text();
    expect(await page(support)).not.toContain("Envoyer la réponse");
    expect(await page(support)).toContain(
      "Seul un super-admin agit sur un compte de l’administration\u00a0: ce recours est relu par",
    );
    for (const outcome of ["maintenir", "revenir"]) {
      expect(await codeOf(answer({ actor: support.actor, outcome }))).toBe("role_required");
    }
    expect(await page(admin)).toContain("Envoyer la réponse");
    const other = await newAdmin({ name: "Léa", lastname: "Faure" });
    expect(await appealRecord(decisionId, admin.id)).toMatchObject({
      readers: "Léa Faure (super-admin)",
    });
    expect(await codeOf(answer({ actor: admin.actor }))).toBe("own_decision");
    await UserModel.updateOne({ _id: other.user._id }, { $set: { adminRole: "support" } });
    expect(await codeOf(answer({ actor: admin.actor }))).toBe("done");
    expect((await storedUser(concerned.id))?.bannedAt).toBeUndefined();
  });

  describe("that is granted", () => {
    const appealed = async (measure: "masquer" | "suspendre" | "bannir") => {
      await decide(measure);
      const decision = (await ModerationDecisionModel.findOne().lean())!;
      expect((await appeal(appealLink(decision._id.toString()))).status).toBe(303);
      return decision;
    };
    const letterTo = async (to: string) =>
      (await MailModel.findOne({ to }).sort({ _id: -1 }).lean())?.text ?? "";
    const OVER = "l’annule. Elle n’avait déjà plus d’effet.";
    const newer = (what: string) => `Une décision plus récente reste en vigueur\u00a0: ${what}.`;
    const by = () => ({ actor: admin.actor, venueId: idOf(), now });

    it("lifts no newer suspension, and says that it stands", async () => {
      await report();
      const { _id } = await appealed("suspendre");
      await restoreForPlatform({ ...by(), why: "Corrigé" });
      const later = addMinutes(now, 1);
      const facts = "Fraude nouvelle";
      await suspendForPlatform({ ...by(), reason: "photos", facts, now: later });
      expect(await appealRecord(_id.toString(), admin.id)).toMatchObject({ standing: "another" });
      await answer({ decisionId: _id.toString() });
      expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ suspendedAt: later });
      expect(await letterTo(owner.email)).toContain(newer("votre lieu est suspendu"));
    });

    it("is granted though the measure was lifted otherwise, and changes nothing", async () => {
      await report();
      const { _id } = await appealed("suspendre");
      await restoreForPlatform({ ...by(), why: "Erreur" });
      const before = await VenueModel.findById(venue._id).lean();
      await answer();
      expect(await VenueModel.findById(venue._id).lean()).toEqual(before);
      expect(await letterTo(owner.email)).toContain(OVER);
      const { answer: told, standing } = await appealRecord(_id.toString(), admin.id);
      expect([told?.outcome, standing]).toEqual(["Décision annulée", "over"]);
    });

    it("lifts no newer ban, and asks for no password", async () => {
      await report();
      const { _id } = await appealed("bannir");
      const userId = owner._id.toString();
      const said = { actor: admin.actor, userId, why: "Geste", password: OFFICE_PASSWORD };
      await unbanUser({ ...said, now });
      const later = addMinutes(now, 1);
      await banForPlatform({ ...said, coming: "keep", now: later });
      expect(await appealRecord(_id.toString(), admin.id)).toMatchObject({ asksPassword: false });
      await answer({ decisionId: _id.toString(), password: undefined });
      expect((await storedUser(userId))?.bannedAt).toEqual(later);
      expect(await letterTo(owner.email)).toContain(newer("votre compte est suspendu"));
    });

    it("shows its review again, one that is shown already or refused anew stays as it is", async () => {
      const review = await published();
      const author = (await storedUser(review.author.toString()))!;
      const about = { actor: admin.actor, reviewId: review._id.toString(), now };
      const state = async () => (await ReviewModel.findById(review._id).lean())?.state;
      const again = async () => {
        await report({ subject: about.reviewId });
        await ModerationDecisionModel.deleteMany();
        return await appealed("masquer");
      };
      await again();
      await answer();
      expect(await state()).toBe("published");

      await again();
      await publishReview(about);
      await answer();
      expect(await state()).toBe("published");
      expect(await letterTo(author.email)).toContain(OVER);

      await again();
      await publishReview(about);
      await refuseForPlatform({ ...about, why: "Hors sujet" });
      await answer();
      expect(await state()).toBe("refused");
      expect(await letterTo(author.email)).toContain(newer("votre avis n’est pas montré"));
    });
  });

  describe("about a review whose venue is in another town by now", () => {
    const ELSEWHERE =
      "l’annule. Votre avis n’est pas montré pour autant\u00a0: ce lieu a changé de ville depuis votre réservation";
    const hidden = async (measure: "masquer" | "bannir") => {
      const review = await published();
      const author = (await storedUser(review.author.toString()))!;
      const stay = await createReservation({
        ...{ venue, buyer: author, status: "ended", startDate: addDays(today, -30) },
      });
      await ReviewModel.updateOne({ _id: review._id }, { $set: { reservation: stay._id } });
      await report({ subject: review._id.toString() });
      await decide(measure);
      const decision = (await ModerationDecisionModel.findOne().lean())!;
      const link = appealLink(decision._id.toString());
      expect((await appeal(link)).status).toBe(303);
      await VenueModel.updateOne({ _id: venue._id }, { $set: { city: "Bordeaux" } });
      return { id: decision._id.toString(), review, author, stay, link };
    };
    const stored = async () => ({
      review: (await ReviewModel.findOne().lean())!,
      rating: (await VenueModel.findById(venue._id).lean())?.rating,
    });

    it.each(["masquer", "bannir"] as const)(
      "is granted, and the review stays hidden, which its author is told: %s",
      async (measure) => {
        const { id, author, stay, link, review } = await hidden(measure);
        const page = await (await rendered(admin.visitor, `/admin/recours/${id}`)).text();
        expect(await appealRecord(id, admin.id)).toMatchObject({ staysHidden: true });
        expect(page).not.toContain("ce qu’elle a fait est défait");
        const before = await subjectsTo(author.email);
        await answer();
        expect(await stored()).toMatchObject({ review: { state: "refused" }, rating: undefined });
        expect((await storedUser(author._id.toString()))?.bannedAt).toBeUndefined();
        const told = (await MailModel.find({ to: author.email }).sort({ _id: 1 }).lean()).slice(
          before.length,
        );
        const letter = told.find(({ key }) => key === `appeal-decided:${id}`);
        expect(letter?.text).toContain(ELSEWHERE);
        expect(told.map(({ subject }) => subject)).not.toContain("Votre avis est publié");
        expect(await acts()).not.toContain("review.publish");
        // No decision hides it any more: its author is not told of one that was taken back, nor of a newer one.
        const request = { reservationId: stay._id.toString(), buyerId: author._id.toString(), now };
        const { review: own } = await reviewPage(request);
        expect(own?.refusal).toContain("Ce lieu a changé de ville depuis votre réservation");
        expect(own?.decisionId).toBeNull();
        const bulk = `/admin/avis/lot?acte=publier&id=${review._id.toString()}`;
        const asked = await (await rendered(admin.visitor, bulk)).text();
        expect(asked).not.toContain("masqué par une décision");
        const token = link.slice(link.lastIndexOf("/") + 1);
        const params = { token };
        const seen = await new Visitor().visit(appealLoader, link, { params });
        expect(await seen.json()).toMatchObject({ standing: "over" });

        await VenueModel.updateOne({ _id: venue._id }, { $set: { city: "Lyon" } });
        await publishReview({ actor: admin.actor, reviewId: review._id.toString(), now });
        expect(await stored()).toMatchObject({
          review: { state: "published" },
          rating: { count: 1, sum: 1 },
        });
      },
    );

    it("is not shown beside a move at that moment", async () => {
      await hidden("masquer");
      await VenueModel.updateOne({ _id: venue._id }, { $set: { city: "Lyon" } });
      justBefore("Venue", "updateOne", () =>
        changeVenue(owner._id.toString(), idOf(), { city: "Bordeaux", postalCode: "33000" }),
      );
      await answer();
      expect(await stored()).toMatchObject({ review: { state: "refused" }, rating: undefined });
      expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ city: "Bordeaux" });
    });
  });

  describe("against what nobody reported", () => {
    const linkTo = async (to: string) => {
      const text = (await MailModel.findOne({ to }).sort({ _id: -1 }).lean())?.text ?? "";
      return /\/recours\/\S+/.exec(text)?.[0] ?? "no link";
    };
    const opened = async (link: string) => {
      const token = link.slice(link.lastIndexOf("/") + 1);
      return (await new Visitor().visit(appealLoader, link, { params: { token } })).status;
    };

    it.each(["its record", "the list", "/api"])(
      "opens an account again: banned by %s",
      async (by) => {
        const id = owner._id.toString();
        const why = "Fraude";
        const params = { id };
        if (by === "the list") {
          const { actor } = admin;
          await actor.session.confirm(now);
          await userBulk((await actor.session.viewer())!, now).run("bannir", id, {
            actor,
            why,
            now,
          });
        } else {
          const form = { why, currentPassword: OFFICE_PASSWORD, coming: "keep" };
          const done =
            by === "/api"
              ? admin.visitor.visit(banCall, `/api/admin/ban-user/${id}`, { json: form, params })
              : admin.visitor.visit(banAction, `/admin/user/${id}/bannir`, { form, params });
          expect([200, 303]).toContain((await done).status);
        }
        const link = await linkTo(owner.email);
        expect(await opened(link)).toBe(200);
        expect((await appeal(link)).status).toBe(303);
        const decision = (await ModerationDecisionModel.findOne().lean())!;
        expect(decision).toMatchObject({
          kind: "account",
          measure: "bannir",
          why,
          person: owner._id,
        });
        const shown = await appealRecord(decision._id.toString(), admin.id);
        expect(shown.reported).toMatchObject({ href: `/admin/user/${id}`, measures: [] });
        const waiting = (await findCases()).cases.filter(({ kind }) => kind === "appeal");
        expect(waiting).toMatchObject([{ title: `${shown.reported.title}\u00a0: recours` }]);
        await newAdmin({ adminRole: "support" });
        expect(await codeOf(answer({ actor: admin.actor }))).toBe("own_decision");
        await answer();
        expect((await storedUser(id))?.bannedAt).toBeUndefined();
        expect(await acts()).toEqual(["user.ban", "user.unban", "appeal.decide"]);
      },
    );

    it("shows a review again that was taken away", async () => {
      const review = await published();
      const reviewId = review._id.toString();
      const about = { actor: admin.actor, reviewId, why: "Insulte", now };
      expect(await codeOf(refuseReview(about))).toBe("review_decided");
      await refuseForPlatform(about);
      const author = (await storedUser(review.author.toString()))!;
      expect(await subjectsTo(author.email)).toEqual(["Votre avis n’est plus publié"]);
      const link = await linkTo(author.email);
      expect(await opened(link)).toBe(200);
      expect((await appeal(link)).status).toBe(303);
      await answer();
      expect(await ReviewModel.findById(reviewId).lean()).toMatchObject({ state: "published" });
    });
  });

  it("against a ban opens the account again", async () => {
    await report();
    await decide("bannir");
    const decision = await ModerationDecisionModel.findOne().lean();
    await appeal(appealLink(decision!._id.toString()));
    await answer();
    const userId = owner._id.toString();
    expect((await storedUser(userId))?.bannedAt).toBeUndefined();
    const { actor } = admin;
    const again = unbanUser({ actor, userId, why: "x", password: OFFICE_PASSWORD, now });
    expect(await codeOf(again)).toBe("not_banned");
  });

  it("against a ban that was lifted otherwise shows again the review that it hid, without a password", async () => {
    const review = await published();
    await report({ subject: review._id.toString() });
    await decide("bannir");
    const decision = (await ModerationDecisionModel.findOne().lean())!;
    const id = decision._id.toString();
    const userId = review.author.toString();
    const lifted = { userId, why: "Geste", password: OFFICE_PASSWORD, now };
    await unbanUser({ actor: admin.actor, ...lifted });
    expect((await appeal(appealLink(id))).status).toBe(303);
    const record = await appealRecord(id, admin.id);
    expect(record).toMatchObject({ standing: "stands", asksPassword: false });
    await answer({ password: undefined });
    expect((await ReviewModel.findById(review._id).lean())?.state).toBe("published");
    expect((await appealRecord(id, admin.id)).standing).toBe("over");
    const to = (await storedUser(userId))!.email;
    const letter = await MailModel.findOne({ to, key: `appeal-decided:${id}` }).lean();
    expect(letter?.text).not.toContain("déjà plus d’effet");
  });

  it("against a ban shows again the review that it hid, and none that was refused anew", async () => {
    for (const isAnew of [false, true]) {
      await ReviewModel.deleteMany();
      await ModerationDecisionModel.deleteMany();
      const review = await published();
      await report({ subject: review._id.toString() });
      await decide("bannir");
      const decision = await ModerationDecisionModel.findOne().lean();
      await appeal(appealLink(decision!._id.toString()));
      if (isAnew) await ReviewModel.updateOne({ _id: review._id }, { $set: { refusal: "Autre" } });
      await answer();
      const after = await ReviewModel.findById(review._id).lean();
      expect(after?.state).toBe(isAnew ? "refused" : "published");
      const { rating } = (await VenueModel.findById(venue._id).lean())!;
      if (!isAnew) expect(rating).toMatchObject({ count: 1, sum: 1 });
    }
  });
});
