import { trusted, Types } from "mongoose";
import sharp from "sharp";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { ImageModel } from "@models/image";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReportModel } from "@models/report";
import type { User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { eraseForgottenImages } from "~/accounts/anonymise-account.server";
import { decideAppeal } from "~/admin/moderation/decide-appeal.server";
import { eraseRemovedPhotos } from "~/admin/moderation/erase-removed-photos.server";
import { appealRecord, moderationRecord } from "~/admin/moderation/moderation-record.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { addMinutes, parisMidnight, parisNoon } from "~/platform/days";
import { readImage, storeImage } from "~/platform/images/images.server";
import { Refusal, refusalMessage, type RefusalCode } from "~/platform/refusal";
import { appealLink } from "~/reports/appeal-link.server";
import { appealPage, sendAppeal } from "~/reports/appeal.server";
import {
  action as removeAction,
  loader as removeLoader,
} from "~/routes/admin/location/$id/retirer";
import { action as reportedAction } from "~/routes/admin/moderation/$id/retirer";
import { loader as picture } from "~/routes/images";
import { sweepDraftPhotos } from "~/venues/draft-photos.server";
import { changeVenue, editVenue } from "~/venues/edit-venue.server";
import { ownVenue, versionOf } from "~/venues/own-venue.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { loggedIn } from "../support/members";
import { newAdmin, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";
import { Visitor } from "../support/visitor";

useDatabase();

const now = new Date();
const SIX_MONTHS = 186 * 24 * 60;
let owner: User;
let venue: Venue;
let admin: Administrator;
/** Of the venue's photos, in their order. */
let photos: string[];

async function stored(fields: { draftSince?: Date } = {}): Promise<string> {
  const create = { width: 64, height: 48, channels: 3 as const, background: "#284" };
  const bytes = await sharp({ create }).png().toBuffer();
  return (
    await storeImage({ bytes, owner: owner._id, purpose: "venue", ...fields })
  )._id.toHexString();
}

/** Photos as a venue has them that its owner gave no names. */
const shownAs = (ids: readonly string[]) =>
  ids.map((id, index) => ({
    ...{ image: new Types.ObjectId(id), alt: `Le Loft, photo ${index + 1}` },
    ...{ width: 64, height: 48 },
  }));

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  admin = await newAdmin();
  photos = [await stored(), await stored(), await stored(), await stored(), await stored()];
  venue = await createVenue(owner, { title: "Le Loft", locationIMG: shownAs(photos) });
});

const venueId = () => venue._id.toString();
const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const isServed = async (id: string, visitor = new Visitor()) => {
  const request = new Request(`http://localhost/images/${id}/320.webp`);
  const params = { id, file: "320.webp" };
  return (await picture({ params, request, context: visitor.context() })).status === 200;
};
const shown = async () => {
  const { locationIMG } = (await VenueModel.findById(venue._id).lean())!;
  return locationIMG.map(({ image, alt }) => [image.toString(), alt]);
};
const said = { reason: "illicite", facts: "Un visage d’enfant." };
const remove = async (photo: string, fields = {}, by = admin) =>
  await by.visitor.visit(removeAction, `/admin/location/${venueId()}/retirer`, {
    params: { id: venueId() },
    form: { ...said, photo, ...fields },
  });
const refusedAs = async (answer: Response, code: RefusalCode) => {
  expect(JSON.stringify(await answer.json())).toContain(refusalMessage(code));
  expect(answer.status).toBe(409);
};
const lastMailTo = async (to: string) =>
  (await MailModel.findOne({ to }).sort({ _id: -1 }).lean())?.text ?? "";
const theDecision = async () => (await ModerationDecisionModel.findOne().sort({ at: -1 }).lean())!;

describe("taking a photo off a venue", () => {
  it("names each by what its owner says that it shows", async () => {
    await VenueModel.updateOne(
      { _id: venue._id },
      { $set: { "locationIMG.1.alt": "La salle dressée pour un dîner" } },
    );
    const record = await (await rendered(admin.visitor, `/admin/location/${venueId()}`)).text();
    const links = [...record.matchAll(/<a href="\/images\/[^>]*>(.*?)<\/a>/g)];
    const alts = links.map(([, inside = ""]) => /alt="(.*?)"/.exec(inside)?.[1]);
    expect(alts.slice(0, 2)).toEqual(["Le Loft, photo 1", "La salle dressée pour un dîner"]);
    expect(links[1]![0]).not.toContain("aria-label");
    expect(links[1]![1]).toContain(", en grand");
    expect(record).toContain(">«\u00a0La salle dressée pour un dîner\u00a0»</p>");
    expect(record).not.toContain("«\u00a0Le Loft, photo 1\u00a0»");
    const page = await rendered(admin.visitor, `/admin/location/${venueId()}/retirer`);
    const names = [...(await page.text()).matchAll(/<span>(Photo \d[^<]*)<\/span>/g)];
    expect(names.map(([, name]) => name)).toEqual([
      "Photo 1",
      "Photo 2\u00a0: La salle dressée pour un dîner",
      ...["Photo 3", "Photo 4", "Photo 5"],
    ]);
  });

  it("hides that one alone, tells its owner why and how to appeal, and is written down", async () => {
    const [cover, second, third, ...others] = photos;
    expect((await remove(second!)).status).toBe(303);
    expect(await shown()).toEqual(
      [cover, third, ...others].map((id, index) => [id, `Le Loft, photo ${index + 1}`]),
    );
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: true });
    const { visitor } = await loggedIn(owner);
    expect([await isServed(second!), await isServed(cover!)]).toEqual([false, true]);
    expect([await isServed(second!, visitor), await isServed(second!, admin.visitor)]).toEqual([
      ...[true, true],
    ]);
    const decision = await theDecision();
    expect(decision).toMatchObject({
      ...{ kind: "venue", target: venue._id, person: owner._id, measure: "retirer" },
      ...{ photo: { image: new Types.ObjectId(second), alt: "", place: 1 } },
    });
    const letter = await lastMailTo(owner.email);
    for (const words of [
      "Nous avons retiré la photo 2 de votre lieu",
      "Contenu ou activité illicite. Un visage d’enfant.",
      "Il montre encore 4 photos. Il en faut 5",
      appealLink(decision._id.toString()),
    ]) {
      expect(letter).toContain(words);
    }
    expect(await AuditEntryModel.find().lean()).toMatchObject([
      { act: "venue.remove-photo", target: venueId(), after: "photo 2 retirée" },
    ]);
  });

  it("is done once, however often it is sent, and asks which and why", async () => {
    const twice = await Promise.all([remove(photos[1]!), remove(photos[1]!)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    await refusedAs(await remove(photos[1]!), "photo_not_shown");
    await refusedAs(await remove("0".repeat(24)), "photo_not_shown");
    expect((await remove("", { reason: "", facts: "" })).status).toBe(422);
    expect((await remove(photos[2]!, { reason: "conforme" })).status).toBe(303);
    expect(await ModerationDecisionModel.countDocuments()).toBe(2);
    expect(await MailModel.countDocuments({ to: owner.email })).toBe(2);
  });

  it("takes off no other photo than was looked at, when its owner changed them meanwhile", async () => {
    const page = await admin.visitor.visit(removeLoader, `/?photo=${photos[0]!}`, {
      params: { id: venueId() },
    });
    expect(await page.json()).toMatchObject({ chosen: photos[0], name: "Le Loft (Lyon)" });
    const draft = await stored({ draftSince: now });
    const photo = [draft, ...photos.slice(1)];
    await changeVenue(owner._id.toString(), venueId(), { photo });
    await refusedAs(await remove(photos[0]!), "photo_not_shown");
    expect((await shown()).map(([id]) => id)).toEqual(photo);
  });

  it("and an edit of the same moment end with what both say, or with one of them", async () => {
    const draft = await stored({ draftSince: now });
    const photo = [...photos, draft];
    const [removed, edited] = await Promise.all([
      remove(photos[0]!),
      codeOf(changeVenue(owner._id.toString(), venueId(), { photo })),
    ]);
    expect(removed.status).toBe(303);
    const left = (await shown()).map(([id]) => id);
    expect(left).not.toContain(photos[0]);
    // The edit came first, or named what is no photo of theirs any more.
    expect(["done", "photos_gone"]).toContain(edited);
    expect(left).toHaveLength(edited === "done" ? 5 : 4);
  });

  it("is not undone by the owner’s form of before, nor by any other", async () => {
    const { values } = await ownVenue(
      { id: owner._id.toString(), stripeStats: "active" },
      venueId(),
    );
    const version = versionOf((await VenueModel.findById(venue._id).lean())!);
    await remove(photos[0]!);
    const ownerId = owner._id.toString();
    const { photo } = values;
    expect(photo).toContain(photos[0]);
    const stale = { title: "Le Loft", photo: photos, version } as never;
    expect(await codeOf(editVenue(ownerId, venueId(), stale))).toBe("venue_changed");
    expect(await codeOf(changeVenue(ownerId, venueId(), { photo: photos }))).toBe("photos_gone");
    const other = await createVenue(owner);
    const again = { photo: [photos[0]!, ...photos.slice(1)] };
    expect(await codeOf(changeVenue(ownerId, other._id.toString(), again))).toBe("photos_gone");
    expect(await sweepDraftPhotos(addMinutes(now, SIX_MONTHS))).toBe(0);
  });

  it("leaves the last one, and a venue that its owner deleted", async () => {
    const [one] = shownAs(photos);
    await VenueModel.updateOne({ _id: venue._id }, { $set: { locationIMG: [one] } });
    await refusedAs(await remove(photos[0]!), "last_photo");
    await VenueModel.updateOne(
      { _id: venue._id },
      { $set: { locationIMG: shownAs(photos), deletedAt: now } },
    );
    await refusedAs(await remove(photos[0]!), "photo_not_shown");
    expect(await ModerationDecisionModel.countDocuments()).toBe(0);
  });

  it("is nobody’s whose role does not allow it", async () => {
    const reader = await newAdmin({ adminRole: "lecture" });
    expect((await remove(photos[0]!, {}, reader)).status).toBe(403);
    expect(await isServed(photos[0]!)).toBe(true);
  });
});

describe("of a venue that is reported", () => {
  const report = async (email?: string) =>
    (
      await ReportModel.create({
        ...{ kind: "venue", target: venue._id, reason: "vie-privee", text: "Mon enfant." },
        ...(email && { email }),
      })
    )._id.toString();
  const decide = async (id: string, reports: string, photo = photos[0]!) =>
    await admin.visitor.visit(reportedAction, `/admin/moderation/${id}/retirer`, {
      params: { id },
      form: { ...said, photo, reports },
    });

  it("ends the reports that were read, and tells who made them the measure and the reason alone", async () => {
    const id = await report("nadia@exemple.fr");
    const { reportsSeen, reported } = await moderationRecord(id, now);
    expect(reported.measures).toEqual(["classer", "retirer", "suspendre", "bannir"]);
    await report();
    await refusedAs(await decide(id, reportsSeen), "reports_changed");
    expect(await isServed(photos[0]!)).toBe(true);
    const { reportsSeen: seen } = await moderationRecord(id, now);
    expect((await decide(id, seen)).status).toBe(303);
    await refusedAs(await decide(id, seen, photos[1]), "report_decided");
    expect(await isServed(photos[1]!)).toBe(true);
    const letter = await lastMailTo("nadia@exemple.fr");
    expect(letter).toContain("Nous avons retiré une photo de ce lieu.");
    expect(letter).not.toContain("visage");
  });

  it("leaves them where nobody read them", async () => {
    await report();
    expect((await remove(photos[0]!)).status).toBe(303);
    const undecided = { decision: trusted({ $exists: false }) };
    expect(await ReportModel.countDocuments(undecided)).toBe(1);
  });
});

describe("an appeal against it", () => {
  const named =
    /notre décision du \d\d\/\d\d\/\d{4}\u00a0: le retrait de la photo 2 de votre lieu «\u00a0Le Loft \(Lyon\)\u00a0»\./;
  const appealed = async (photo = photos[1]!) => {
    await remove(photo);
    const { _id } = await theDecision();
    const token = appealLink(_id.toString()).split("/").at(-1)!;
    await sendAppeal({ token, viewerId: null, text: "C’est ma salle." }, now);
    return _id.toString();
  };
  const answer = async (decisionId: string, fields = {}) => {
    const { actor } = await newAdmin({ adminRole: "support" });
    const said = { outcome: "revenir", why: "Vérifié", password: undefined, now } as const;
    return await decideAppeal({ actor, decisionId, ...said, ...fields });
  };

  it("that is granted puts the photo back where it was", async () => {
    const before = await shown();
    const id = await appealed();
    expect(await appealRecord(id, admin.id)).toMatchObject({
      ...{ measure: "Photo retirée", standing: "stands", asksPassword: false },
    });
    await answer(id);
    expect(await shown()).toEqual(before);
    expect(await isServed(photos[1]!)).toBe(true);
    const letter = await lastMailTo(owner.email);
    expect(letter).toMatch(named);
    expect(letter).toContain("l’annule. La photo est de nouveau sur la fiche de votre lieu.");
    expect(letter).not.toContain("réservations");
    expect(await codeOf(answer(id))).toBe("appeal_decided");
    expect(await appealRecord(id, admin.id)).toMatchObject({ standing: "over" });
  });

  it("gives it back as a draft where the venue shows ten by now, and says so", async () => {
    const id = await appealed();
    const ten = shownAs(Array.from({ length: 10 }, () => new Types.ObjectId().toString()));
    await VenueModel.updateOne({ _id: venue._id }, { $set: { locationIMG: ten } });
    await answer(id);
    expect(await shown()).toHaveLength(10);
    expect(await lastMailTo(owner.email)).toContain("Votre lieu montre déjà 10 photos");
    const image = await ImageModel.findById(photos[1]).lean();
    expect(image).toMatchObject({ draftSince: now });
    expect(image).not.toHaveProperty("removedBy");
  });

  it("is confirmed by a letter that says which decision it is about", async () => {
    await appealed();
    expect(await lastMailTo(owner.email)).toMatch(named);
    const subject = "Nous avons reçu votre recours\u00a0: Le Loft (Lyon)";
    expect(await MailModel.countDocuments({ to: owner.email, subject })).toBe(1);
  });

  it("that is granted leaves a venue without it that its owner deleted, and says so", async () => {
    const id = await appealed();
    const deleted = { deletedAt: now, listed: false, locationIMG: [] };
    await VenueModel.updateOne({ _id: venue._id }, { $set: deleted });
    await answer(id);
    expect(await shown()).toEqual([]);
    const letter = await lastMailTo(owner.email);
    expect(letter).toContain("l’annule. Votre lieu reste supprimé");
    expect(letter).not.toContain("de nouveau sur la fiche");
    // Swept a day later, as all that the venue showed is.
    const image = await ImageModel.findById(photos[1]).lean();
    expect(image).toMatchObject({ draftSince: now });
    expect(image).not.toHaveProperty("removedBy");
  });

  it("that is turned down leaves it hidden, and one without an answer goes with the account", async () => {
    const id = await appealed();
    await answer(id, { outcome: "maintenir" });
    expect(await isServed(photos[1]!)).toBe(false);
    expect(await shown()).toHaveLength(4);
    const other = await appealed(photos[2]);
    await closeAccount(owner._id.toString(), now);
    for (const photo of photos) expect(await isServed(photo)).toBe(false);
    await eraseForgottenImages();
    expect(await ImageModel.countDocuments()).toBe(0);
    expect(await codeOf(answer(other))).toBe("not_found");
    expect(await shown()).toEqual([]);
  });

  it("shows the photo to its owner, logged in, and to nobody else who has the link", async () => {
    await remove(photos[1]!);
    const { _id } = await theDecision();
    const token = appealLink(_id.toString()).split("/").at(-1)!;
    expect(await appealPage(token, null, now)).toMatchObject({
      ...{
        what: "La photo 2 de votre lieu «\u00a0Le Loft (Lyon)\u00a0» a été retirée.",
        photo: null,
      },
    });
    const seen = await appealPage(token, owner._id.toString(), now);
    expect(seen.photo).toEqual({ id: photos[1], name: "Photo 2" });
  });

  it("names each of two photos of a venue, by its place and its owner's words", async () => {
    const words = { "locationIMG.2.alt": "La salle dressée" };
    await VenueModel.updateOne({ _id: venue._id }, { $set: words });
    const id = await appealed(photos[2]);
    await remove(photos[1]!);
    const { visitor } = await loggedIn(owner);
    const list = await (await rendered(visitor, "/mes-parametres/decisions")).text();
    const links = [...list.matchAll(/<a[^>]*>Motif et recours(.*?)<\/a>/g)].map(([, name]) => name);
    expect(new Set(links).size).toBe(2);
    const named =
      "La photo 3 de votre lieu «\u00a0Le Loft (Lyon)\u00a0», «\u00a0La salle dressée\u00a0», a été retirée.";
    expect(list).toContain(named);
    expect(list).toContain("La photo 2 de votre lieu «\u00a0Le Loft (Lyon)\u00a0» a été retirée.");
    const alt = 'alt="Photo 3\u00a0: La salle dressée"';
    const own = await (await rendered(visitor, `/recours/${id}`)).text();
    expect(own).toContain(named);
    expect(own).toContain(alt);
    const theirs = await rendered(admin.visitor, `/admin/recours/${id}`);
    expect(await theirs.text()).toContain(alt);
    await ModerationDecisionModel.updateMany({}, { $unset: { "photo.alt": 1 } });
    expect((await appealPage(id, owner._id.toString(), now)).photo?.name).toBe("Photo 3");
    await ModerationDecisionModel.updateMany({}, { $unset: { photo: 1 } });
    expect(await appealPage(id, owner._id.toString(), now)).toMatchObject({
      ...{
        what: "Une photo de votre lieu «\u00a0Le Loft (Lyon)\u00a0» a été retirée.",
        photo: null,
      },
    });
  });

  it("keeps it on the last day of the six months, and erases it after", async () => {
    await remove(photos[1]!);
    await ModerationDecisionModel.updateOne({}, { $set: { at: parisNoon("2025-03-01") } });
    const lastDay = parisMidnight("2025-09-01");
    expect(await eraseRemovedPhotos(addMinutes(lastDay, 30))).toBe(0);
    const { _id } = await theDecision();
    const token = appealLink(_id.toString()).split("/").at(-1)!;
    const seen = await appealPage(token, null, addMinutes(lastDay, 30));
    expect(seen).toMatchObject({ until: "01/09/2025", isLate: false });
    expect(await eraseRemovedPhotos(addMinutes(lastDay, 24 * 60))).toBe(1);
  });

  it("erases all that is due, whichever cannot be", async () => {
    await remove(photos[1]!);
    await remove(photos[2]!);
    await stored({ draftSince: now });
    await stored({ draftSince: now });
    const later = addMinutes(now, SIX_MONTHS);
    for (const take of [eraseRemovedPhotos, sweepDraftPhotos]) {
      const failing = vi.spyOn(ImageModel, "findOneAndDelete").mockImplementationOnce(() => {
        throw new Error("no");
      });
      const left = await ImageModel.countDocuments();
      await expect(take(later)).rejects.toMatchObject({ errors: [expect.any(Error)] });
      expect(await ImageModel.countDocuments()).toBe(left - 1);
      failing.mockRestore();
      expect(await take(later)).toBe(1);
    }
  });

  it("keeps the picture until nobody can appeal any more, or has an answer", async () => {
    const id = await appealed();
    await remove(photos[2]!);
    expect(await eraseRemovedPhotos(now)).toBe(0);
    const later = addMinutes(now, SIX_MONTHS);
    expect(await eraseRemovedPhotos(later)).toBe(1);
    expect(await readImage(photos[2]!, 320)).toBeNull();
    expect(await readImage(photos[1]!, 320)).not.toBeNull();
    await answer(id, { outcome: "maintenir", now: later });
    expect(await eraseRemovedPhotos(later)).toBe(1);
    expect(await ImageModel.countDocuments()).toBe(3);
    // What is no more is shown to nobody, by either page.
    const token = appealLink(id).split("/").at(-1)!;
    expect((await appealPage(token, owner._id.toString(), later)).photo).toBeNull();
    expect((await appealRecord(id, admin.id)).photo).toBeNull();
  });
});
