import { beforeEach, describe, expect, it } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { checkChain } from "~/admin/audit/check-chain.server";
import { findCases } from "~/admin/cases/find-cases.server";
import { editProfile } from "~/accounts/edit-profile.server";
import { listReviews as listForAdmin } from "~/admin/reviews/list-reviews.server";
import { refuseForPlatform } from "~/admin/moderation/decide-report.server";
import { publishReview, refuseReview } from "~/admin/reviews/decide-review.server";
import { homePage } from "~/gallery/home-page.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { addDays, todayInParis } from "~/platform/days";
import { Refusal, refusalMessage } from "~/platform/refusal";
import { reviewInput } from "~/reviews/forms";
import { latestReviews, listReviews } from "~/reviews/list-reviews.server";
import { reviewPage } from "~/reviews/review-page.server";
import { writeReview } from "~/reviews/write-review.server";
import { action as refusePage } from "~/routes/admin/avis/$id/refuser";
import { loader as getReviews } from "~/routes/api/admin/get-reviews";
import { action as publishCall } from "~/routes/api/admin/publish-review/$id";
import { action as writeCall } from "~/routes/api/location/write-review/$id";
import { action as writePage } from "~/routes/mes-demandes/$id/avis";
import { meta as reviewListMeta } from "~/routes/reservation/$id/avis";
import { dayLimits } from "~/rules/calendar";
import { readSearch } from "~/venues/search-form";
import { listVenues } from "~/venues/search-venues.server";
import { venuePage } from "~/venues/venue-page.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { newMember, type Member } from "../support/members";
import { newAdmin } from "../support/office";
import { personalData } from "../support/personal-data";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

useDatabase();

const now = new Date();
const today = todayInParis(now);
const words = { rating: 4, text: "Une belle salle, claire et calme." };

let owner: User;
let venue: Venue;
let buyer: Member;
let ended: Reservation;

const endedReservation = async () =>
  await createReservation({
    venue,
    buyer: buyer.user,
    status: "ended",
    startDate: addDays(today, -10),
    endDate: addDays(today, -8),
  });

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  venue = await createVenue(owner);
  buyer = await newMember({ name: "Marie", lastname: "Durand", entityName: "Les Tilleuls" });
  ended = await endedReservation();
});

const write = async (reservation = ended, by = buyer, said = words) =>
  await writeReview({
    reservationId: reservation._id.toString(),
    buyerId: by.id,
    ...said,
    now,
  });
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const storedRating = async () => (await VenueModel.findById(venue._id).lean())?.rating;
const publicRating = async () => (await venuePage(venue._id.toString(), null)).rating;

describe("writing", () => {
  it("keeps the words for an administrator to read, under the name that others see", async () => {
    await write();
    expect(await ReviewModel.findOne().lean()).toMatchObject({
      ...words,
      reservation: ended._id,
      venue: venue._id,
      author: buyer.user._id,
      authorName: "Les Tilleuls",
      stayDay: ended.startDate,
      state: "pending",
    });
    expect(await latestReviews(venue._id.toString())).toEqual([]);
    expect(await publicRating()).toBeNull();
  });

  it("is its buyer's alone: neither the owner's nor anybody else's", async () => {
    const other = await newMember();
    expect(await codeOf(write(ended, other))).toBe("not_found");
    const id = ended._id.toString();
    const owner = { reservationId: id, buyerId: venue.userId.toString(), ...words, now };
    expect(await codeOf(writeReview(owner))).toBe("not_found");
    expect(await ReviewModel.countDocuments()).toBe(0);
  });

  it("waits for the end, which counts whether or not the job has noticed it", async () => {
    const days = { venue, buyer: buyer.user };
    const past = { startDate: addDays(today, -3), endDate: addDays(today, -1) };
    const lastDay = await createReservation({ ...days, status: "confirmed", startDate: today });
    expect(await codeOf(write(lastDay))).toBe("review_too_early");
    const unnoticed = await createReservation({ ...days, status: "confirmed", ...past });
    expect(await codeOf(write(unnoticed))).toBe("done");
    const others = ["hold", "dead", "pending", "cancelled", "cancelling"] as const;
    for (const [index, status] of others.entries()) {
      const startDate = addDays(today, 20 + index);
      const reservation = await createReservation({ ...days, status, startDate });
      expect(await codeOf(write(reservation)), status).toBe("not_found");
    }
  });

  it("is refused once the venue is in another town, on the page, too, until it is back", async () => {
    const id = ended._id.toString();
    const move = async (to: object) => {
      await VenueModel.updateOne({ _id: venue._id }, { $set: to });
    };
    const asking = () => reviewPage({ reservationId: id, buyerId: buyer.id, now });
    const visit = () =>
      buyer.visitor.visit(writePage, `/mes-demandes/${id}/avis`, {
        form: { rating: "5", text: words.text },
        params: { id },
      });
    await move({ city: "Bordeaux" });
    const answer = await visit();
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(refusalMessage("review_elsewhere"));
    expect(await codeOf(asking())).toBe("review_elsewhere");
    expect(await ReviewModel.countDocuments()).toBe(0);
    await move({ city: "LYON", street: "21 rue des Tilleuls" });
    expect(await codeOf(asking())).toBe("done");
    expect((await visit()).status).toBe(303);
    // What was written is read by who wrote it, wherever the venue is by now.
    await move({ city: "Bordeaux" });
    expect((await asking()).review).toMatchObject({ text: words.text });
  });

  it("is asked for where the code of the same town was corrected, and not of another town", async () => {
    const id = ended._id.toString();
    await ReservationModel.updateOne({ _id: ended._id }, { $set: { venuePostalCode: "69001" } });
    const waysOn = async (path: string) =>
      (await (await rendered(buyer.visitor, path)).text()).includes(`/mes-demandes/${id}/avis"`);
    const ways = async () => [await waysOn("/mes-demandes"), await waysOn(`/mes-demandes/${id}`)];
    const move = async (city: string) => {
      await VenueModel.updateOne({ _id: venue._id }, { $set: { city } });
    };
    expect(await ways()).toEqual([true, true]);
    await move("Bordeaux");
    expect(await ways()).toEqual([false, false]);
    const page = await (await rendered(buyer.visitor, `/mes-demandes/${id}`)).text();
    expect(page).toContain("La location est terminée.");
    expect(page).not.toContain("Votre avis aide");
    expect(await codeOf(write())).toBe("review_elsewhere");
    await move("Lyon 3e");
    expect(await codeOf(write())).toBe("done");
    // What is written is read wherever the venue is.
    await move("Bordeaux");
    expect(await ways()).toEqual([true, true]);
  });

  it("counts once a reservation, also of ten at once", async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf(write())));
    // The same words ten times: each is told what is true of them.
    expect(new Set(codes)).toEqual(new Set(["done"]));
    expect(await codeOf(write(ended, buyer, { ...words, text: `${words.text} Vraiment.` }))).toBe(
      "review_exists",
    );
    expect(await ReviewModel.countDocuments()).toBe(1);
  });

  it.each([
    [{ text: "x".repeat(20) }, { rating: "Choisissez une note de 1 à 5." }],
    [{ rating: "0", text: "x".repeat(20) }, { rating: "Choisissez une note de 1 à 5." }],
    [{ rating: "6", text: "x".repeat(20) }, { rating: "Choisissez une note de 1 à 5." }],
    [{ rating: "4,5", text: "x".repeat(20) }, { rating: "Choisissez une note de 1 à 5." }],
    [{ rating: "4" }, { text: "Écrivez votre avis." }],
    [{ rating: "4", text: "x".repeat(19) }, { text: "L’avis a de 20 à 280 caractères." }],
    [{ rating: "4", text: "x".repeat(281) }, { text: "L’avis a de 20 à 280 caractères." }],
    [{ rating: "4", text: ` ${"x".repeat(19)} ` }, { text: "L’avis a de 20 à 280 caractères." }],
  ])("refuses %o with its sentence, and keeps what was typed", async (form, fieldErrors) => {
    const id = ended._id.toString();
    const response = await buyer.visitor.visit(writePage, `/mes-demandes/${id}/avis`, {
      form,
      params: { id },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ fieldErrors, repopulateFields: form });
    expect(await ReviewModel.countDocuments()).toBe(0);
  });

  it("takes 20 and 280 characters, a line end as one", () => {
    const lines = `${"x".repeat(139)}\r\n${"x".repeat(140)}`;
    for (const text of ["x".repeat(20), "x".repeat(280), lines]) {
      expect(reviewInput.schema.safeParse({ rating: "5", text }).success).toBe(true);
    }
  });

  it("is the same behind /api", async () => {
    const id = ended._id.toString();
    const options = { json: words, params: { id } };
    const path = `/api/location/write-review/${id}`;
    const response = await buyer.visitor.visit(writeCall, path, options);
    const written: unknown = await response.json();
    expect(written).toMatchObject({ success: true, review: { state: "pending" } });
    const again = await buyer.visitor.visit(writeCall, path, options);
    expect(await again.json()).toEqual(written);
    const other = { ...options, json: { ...words, rating: 1 } };
    expect((await buyer.visitor.visit(writeCall, path, other)).status).toBe(409);
  });
});

describe("what search engines know of a venue's reviews", () => {
  const metaOf = (page: number, rating: object | null = { count: 41 }) => {
    const data = { id: "v1", name: "La Grange (Boos)", rating, reviews: [], page, pages: 3 };
    const root = { id: "root", data: { brand: "B", appUrl: "https://exemple.fr" } };
    const location = { pathname: "/reservation/v1/avis" };
    return reviewListMeta({ data, location, matches: [root] } as never) ?? [];
  };
  const canonicalOf = (page: number) =>
    metaOf(page).find((tag) => "rel" in tag && tag.rel === "canonical");

  it("is an address of its own for each page", () => {
    expect(canonicalOf(1)).toMatchObject({ href: "https://exemple.fr/reservation/v1/avis" });
    expect(canonicalOf(2)).toMatchObject({ href: "https://exemple.fr/reservation/v1/avis?page=2" });
  });

  it("is whose reviews they are, and nothing while there are none", () => {
    expect(metaOf(1)).toContainEqual({ title: "B | Avis sur La Grange (Boos)" });
    expect(metaOf(1)).toContainEqual({
      name: "description",
      content: "Notes et commentaires de personnes qui ont loué La Grange (Boos).",
    });
    expect(metaOf(1, null)).toContainEqual({ name: "robots", content: "noindex" });
  });
});

describe("an administrator's answer", () => {
  it("shows it to everybody, counts its stars, tells the author and is written down", async () => {
    const { actor } = await newAdmin();
    const reviewId = (await write())._id.toString();
    expect((await findCases()).cases.map(({ key }) => key)).toContain(`review:${reviewId}`);
    await publishReview({ actor, reviewId, now });
    expect(await latestReviews(venue._id.toString())).toMatchObject([
      { ...words, author: "Les Tilleuls" },
    ]);
    expect(await publicRating()).toEqual({ average: "4", count: 1 });
    const [mail] = await MailModel.find({ to: buyer.user.email }).lean();
    expect(mail?.subject).toBe("Votre avis est publié");
    expect(mail?.text).toContain(`Votre avis sur ${venue.title} (${venue.city}) est en ligne`);
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      act: "review.publish",
      target: reviewId,
      before: "À relire",
      after: "Publié",
    });
    expect((await findCases()).cases.map(({ key }) => key)).not.toContain(`review:${reviewId}`);
    const { search } = readSearch(new URLSearchParams(), dayLimits(now));
    const [card] = (await listVenues(search, null, now)).venues;
    expect(card?.rating).toEqual({ average: "4", count: 1 });
  });

  it("leads an author who is banned to no page behind the login", async () => {
    const { actor } = await newAdmin();
    const reviewId = (await write())._id.toString();
    await VenueModel.updateOne({ _id: venue._id }, { $set: { listed: false, suspendedAt: now } });
    await UserModel.updateOne({ _id: buyer.user._id }, { $set: { bannedAt: now } });
    await publishReview({ actor, reviewId, now });
    const [mail] = await MailModel.find({ to: buyer.user.email }).lean();
    expect(mail?.subject).toBe("Votre avis est accepté");
    expect(mail?.text).not.toContain("/mes-demandes");
  });

  it.each([
    ["its owner deleted", { listed: false, deletedAt: now }],
    ["moderation suspended", { listed: false, suspendedAt: now }],
  ])("leads nobody to the page of a venue that %s", async (_how, gone) => {
    const { actor } = await newAdmin();
    const reviewId = (await write())._id.toString();
    await VenueModel.updateOne({ _id: venue._id }, { $set: gone });
    await publishReview({ actor, reviewId, now });
    const [mail] = await MailModel.find({ to: buyer.user.email }).lean();
    expect(mail?.subject).toBe("Votre avis est accepté");
    expect(mail?.text).toContain(`Votre avis sur ${venue.title} (${venue.city}) est accepté`);
    expect(mail?.text).toContain("Ce lieu n’a pas de page en ce moment");
    expect(mail?.text).not.toContain("en ligne");
    expect(mail?.text).not.toContain(`/reservation/${venue._id.toString()}`);
    expect(mail?.text).toContain(`/mes-demandes/${ended._id.toString()}/avis`);
  });

  it("refuses it with a reason, which its author reads by mail and on the page", async () => {
    const admin = await newAdmin();
    const reviewId = (await write())._id.toString();
    const path = `/admin/avis/${reviewId}/refuser`;
    const params = { id: reviewId };
    const empty = await admin.visitor.visit(refusePage, path, { form: { why: " " }, params });
    expect(empty.status).toBe(422);
    const form = { why: "L’avis parle d’un autre lieu.", seen: "pending" };
    expect((await admin.visitor.visit(refusePage, path, { form, params })).status).toBe(303);
    const [mail] = await MailModel.find({ to: buyer.user.email }).lean();
    expect(mail?.text).toContain(form.why);
    const request = { reservationId: ended._id.toString(), buyerId: buyer.id, now };
    expect((await reviewPage(request)).review).toMatchObject({
      state: "refused",
      refusal: form.why,
    });
    expect(await publicRating()).toBeNull();
    expect(await codeOf(write())).toBe("review_exists");
  });

  it("may be taken back and forth; the venue's stars follow", async () => {
    const { actor } = await newAdmin();
    const reviewId = (await write())._id.toString();
    await publishReview({ actor, reviewId, now });
    await refuseForPlatform({
      actor,
      reviewId,
      why: "Plainte fondée",
      now: new Date(now.getTime() + 1),
    });
    expect(await storedRating()).toBeUndefined();
    expect(await publicRating()).toBeNull();
    expect(await latestReviews(venue._id.toString())).toEqual([]);
    await publishReview({ actor, reviewId, now: new Date(now.getTime() + 2) });
    expect(await ReviewModel.findOne().lean()).not.toHaveProperty("refusal");
    expect(await storedRating()).toEqual({ count: 1, sum: 4, average: 40 });
    expect(await MailModel.countDocuments({ to: buyer.user.email })).toBe(3);
    expect(await checkChain()).toMatchObject({ entries: 3, flaw: null });
  });

  describe("once the venue is in another town", () => {
    const moved = async (city: string) => {
      await VenueModel.updateOne({ _id: venue._id }, { $set: { city } });
    };
    const hidden = async () => {
      const { actor } = await newAdmin();
      const reviewId = (await write())._id.toString();
      await publishReview({ actor, reviewId, now });
      const later = { now: new Date(now.getTime() + 1) };
      await refuseForPlatform({ actor, reviewId, why: "Plainte fondée", ...later });
      await moved("Bordeaux");
      return { actor, reviewId, now: new Date(now.getTime() + 2) };
    };

    it("shows no review of where it was, until it is back", async () => {
      const again = await hidden();
      const told = await MailModel.countDocuments();
      expect(await codeOf(publishReview(again))).toBe("review_venue_moved");
      expect(await ReviewModel.findOne().lean()).toMatchObject({ state: "refused" });
      expect(await storedRating()).toBeUndefined();
      expect(await MailModel.countDocuments()).toBe(told);
      expect(await checkChain()).toMatchObject({ entries: 2 });
      await moved("LYON");
      await publishReview(again);
      expect(await storedRating()).toEqual({ count: 1, sum: 4, average: 40 });
    });

    it("is offered to nobody, by the record or the list, which say why", async () => {
      const { reviewId } = await hidden();
      const { visitor } = await newAdmin();
      const page = async (path: string) =>
        (await (await rendered(visitor, path)).text()).includes(
          refusalMessage("review_venue_moved"),
        );
      const lot = (act: string) => `/admin/avis/lot?acte=${act}&id=${reviewId}`;
      const record = async () =>
        (await (await rendered(visitor, `/admin/avis/${reviewId}`)).text()).includes("Publier<");
      expect(await page(`/admin/avis/${reviewId}`)).toBe(true);
      expect(await record()).toBe(false);
      expect(await page(lot("publier"))).toBe(true);
      expect(await page(lot("refuser"))).toBe(false);
      await moved("Lyon");
      expect(await page(`/admin/avis/${reviewId}`)).toBe(false);
      expect(await record()).toBe(true);
      expect(await page(lot("publier"))).toBe(false);
    });
  });

  it("moves the venue among the best rated, at once", async () => {
    const { actor } = await newAdmin();
    const { search } = readSearch(new URLSearchParams("sort=rating"), dayLimits(now));
    const titles = async () =>
      (await listVenues(search, null, now)).venues.map(({ title }) => title);
    // Newer, and without a review.
    const other = await createVenue(owner, { title: "La Neuve" });
    await bumpContentVersion({ venues: [other._id.toString()] });
    const reviewId = (await write())._id.toString();
    expect(await titles()).toEqual(["La Neuve", venue.title]);
    await publishReview({ actor, reviewId, now });
    expect(await titles()).toEqual([venue.title, "La Neuve"]);
    await refuseForPlatform({
      actor,
      reviewId,
      why: "Plainte fondée",
      now: new Date(now.getTime() + 1),
    });
    expect(await titles()).toEqual(["La Neuve", venue.title]);
  });

  it("counts once when two give it at once", async () => {
    const admins = [await newAdmin(), await newAdmin()];
    const reviewId = (await write())._id.toString();
    const codes = await Promise.all(
      admins.map(({ actor }) => codeOf(publishReview({ actor, reviewId, now }))),
    );
    expect(codes.toSorted()).toEqual(["done", "review_decided"]);
    expect(await storedRating()).toEqual({ count: 1, sum: 4, average: 40 });
    expect(await AuditEntryModel.countDocuments()).toBe(1);
  });

  it("is for administrators alone", async () => {
    const id = (await write())._id.toString();
    const path = `/api/admin/publish-review/${id}`;
    const response = await buyer.visitor.visit(publishCall, path, { json: {}, params: { id } });
    expect(response.status).toBe(403);
    expect(await ReviewModel.countDocuments({ state: "pending" })).toBe(1);
    const admin = await newAdmin();
    const list = await admin.visitor.visit(getReviews, "/api/admin/get-reviews?etat=a-relire");
    expect(await list.json()).toMatchObject({ reviews: [{ _id: id, state: "pending" }] });
    const asked = await admin.visitor.visit(publishCall, path, { json: {}, params: { id } });
    expect(asked.status).toBe(200);
    expect(
      (await listForAdmin({ q: "claire", etat: "publie", date: today }, "")).rows,
    ).toHaveLength(1);
    expect((await listForAdmin({ q: "", etat: "a-relire", date: "" }, "")).rows).toEqual([]);
  });
});

it("stands in its author's own data, with what became of it", async () => {
  const { actor } = await newAdmin();
  const reviewId = (await write())._id.toString();
  await refuseReview({ actor, reviewId, why: "Hors sujet", now });
  const { reviews } = await personalData(buyer.id, now);
  expect(reviews).toMatchObject([{ ...words, state: "refused", refusal: "Hors sujet" }]);
});

it("lists a venue's reviews page by page, the latest first, also of those that were published together", async () => {
  await ReviewModel.insertMany(
    Array.from({ length: 23 }, (_, index) => ({
      _id: `${index + 1}`.padStart(24, "0"),
      reservation: `${index}`.padStart(24, "0"),
      venue: venue._id,
      author: buyer.user._id,
      authorName: "Marie D.",
      stayDay: "2026-06-11",
      rating: 5,
      text: `Avis ${index}`,
      state: "published",
      publishedAt: now,
    })),
  );
  const page = async (number: number) =>
    await listReviews(venue._id.toString(), { count: 23, page: number });
  expect((await page(1)).reviews.map(({ text }) => text).slice(0, 2)).toEqual([
    "Avis 22",
    "Avis 21",
  ]);
  expect(await page(9)).toMatchObject({ page: 2, pages: 2 });
  expect((await page(9)).reviews.map(({ text }) => text)).toEqual(["Avis 2", "Avis 1", "Avis 0"]);
});

describe("its author's name", () => {
  it("is the one they have now, wherever the review stands", async () => {
    const { actor } = await newAdmin();
    await publishReview({ actor, reviewId: (await write())._id.toString(), now });
    const names = async () => {
      const own = await latestReviews(venue._id.toString());
      const { reviews } = await homePage();
      return [
        ...own.map(({ author }) => [author]),
        ...reviews.map(({ author, detail }) => [author, detail]),
      ];
    };
    const shownAs = (name: string) => [[name], [name, venue.title]];
    expect(await names()).toEqual(shownAs("Les Tilleuls"));
    const rename = (change: { name: string; lastname: string; entityName?: string }) =>
      editProfile(buyer.id, { type: "Entités privés", identity: { ...change } });
    await rename({ name: "Paul", lastname: "Élie", entityName: "Le Verger" });
    expect(await names()).toEqual(shownAs("Le Verger"));
    await rename({ name: "Paul", lastname: "Durand" });
    expect(await names()).toEqual(shownAs("Paul D."));
  });

  it("is an organisation's own on everybody's pages: who its contact person is stays its own", async () => {
    const { actor } = await newAdmin();
    await publishReview({ actor, reviewId: (await write())._id.toString(), now });
    for (const path of [`/reservation/${venue._id.toString()}`, "/"]) {
      const page = await (await rendered(new Visitor(), path)).text();
      expect(page).toContain("Les Tilleuls");
      expect(page).not.toContain("Marie");
      expect(page).not.toContain(">MD<");
    }
  });
});
