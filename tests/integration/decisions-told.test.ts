import { beforeEach, describe, expect, it } from "vitest";
import { ImageModel } from "@models/image";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReviewModel } from "@models/review";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { decideAppeal, restoreForPlatform } from "~/admin/moderation/decide-appeal.server";
import {
  refuseForPlatform,
  removePhotoForPlatform,
  suspendForPlatform,
} from "~/admin/moderation/decide-report.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { appealLink } from "~/reports/appeal-link.server";
import { sendAppeal } from "~/reports/appeal.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { loggedIn, newMember } from "../support/members";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";
import { Visitor } from "../support/visitor";

/** What whom a decision concerns reads of it on the site. */

useDatabase();

const now = new Date();
let owner: User;
let venue: Venue;
let admin: Administrator;

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  venue = await createVenue(owner);
  admin = await newAdmin();
  await admin.actor.session.confirm(now);
});

const venueId = () => venue._id.toString();

/** @returns the decision's id */
async function suspend(at = now): Promise<string> {
  const why = { reason: "photos", facts: "Vu le 3 mai." } as const;
  await suspendForPlatform({ actor: admin.actor, venueId: venueId(), ...why, now: at });
  return (await ModerationDecisionModel.findOne().sort({ at: -1 }).lean())!._id.toString();
}

/** What is read of a page, its spaces plain. */
async function readPage(visitor: Visitor, path: string): Promise<string> {
  const html = await (await rendered(visitor, path)).text();
  const main = /<main[^]*<\/main>/.exec(html)?.[0] ?? "";
  return main.replaceAll(/<[^>]+>/g, " ").replaceAll(/(?:&nbsp;|\s)+/g, " ");
}

async function linksOf(visitor: Visitor, path: string): Promise<string[]> {
  const html = await (await rendered(visitor, path)).text();
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
}

describe("the page of an appeal", () => {
  const read = async (id: string) =>
    await readPage(new Visitor(), new URL(appealLink(id)).pathname);
  const appeal = async (id: string) => {
    const link = appealLink(id);
    const token = link.slice(link.lastIndexOf("/") + 1);
    await sendAppeal({ token, viewerId: null, text: "Les photos sont de juin." }, now);
  };
  const answer = async (decisionId: string, outcome: "maintenir" | "revenir") => {
    const { actor } = await newAdmin({ adminRole: "support" });
    const said = { why: "Photos vérifiées", password: OFFICE_PASSWORD, now };
    await decideAppeal({ actor, decisionId, outcome, ...said });
  };
  const OVER = "Cette mesure n’a plus d’effet.";

  it("says what was decided, and asks for what speaks against it", async () => {
    const told = await read(await suspend());
    expect(told).toContain(`Votre lieu « ${venue.title} (${venue.city}) » a été suspendu.`);
    expect(told).toContain("Envoyer le recours");
    expect(told).not.toContain(OVER);
  });

  it("says that it ended by the decision's being taken back", async () => {
    const id = await suspend();
    await appeal(id);
    expect(await read(id)).toContain("Notre équipe le relit");
    await answer(id, "revenir");
    const told = await read(id);
    expect(told).toContain("Décision annulée");
    expect(told).toContain("Photos vérifiées");
    expect(told).not.toContain("est suspendu");
    expect(told).not.toContain(OVER);
  });

  it("says that it ended by the decision's being kept, and later that it has no effect any more", async () => {
    const id = await suspend();
    await appeal(id);
    await answer(id, "maintenir");
    expect(await read(id)).toContain("Décision maintenue");
    expect(await read(id)).not.toContain(OVER);
    await restoreForPlatform({ actor: admin.actor, venueId: venueId(), why: "Corrigé", now });
    expect(await read(id)).toContain("Décision maintenue");
    expect(await read(id)).toContain(OVER);
  });

  it("asks for nothing against what was lifted without an appeal, and names a newer decision", async () => {
    const id = await suspend();
    await restoreForPlatform({ actor: admin.actor, venueId: venueId(), why: "Corrigé", now });
    const told = await read(id);
    expect(told).toContain(OVER);
    expect(told).not.toContain("Envoyer le recours");
    expect(told).not.toContain("est suspendu");
    const newer = await suspend(addMinutes(now, 1));
    expect(await read(id)).toContain("Une décision plus récente est en vigueur.");
    expect(await read(id)).not.toContain("Envoyer le recours");
    expect(await read(newer)).toContain("Envoyer le recours");
    // By a page that was open before.
    await expect(appeal(id)).rejects.toMatchObject({ code: "appeal_over" });
    await appeal(newer);
  });

  it("does not say of a photo that it is back because it is erased", async () => {
    const photo = venue.locationIMG[0]!.image;
    await removePhotoForPlatform({
      ...{ actor: admin.actor, venueId: venueId(), photo: photo.toString(), now },
      ...{ reason: "photos", facts: "Vu le 3 mai." },
    });
    const { _id } = (await ModerationDecisionModel.findOne().lean())!;
    await ImageModel.deleteOne({ _id: photo });
    const told = await read(_id.toString());
    expect(told).toContain("a été retirée.");
    expect(told).not.toContain(OVER);
  });
});

describe("somebody finds on the site what was decided of them", () => {
  const LIST = "/mes-parametres/decisions";

  it("in a list of their settings, with the way to its reason, and nobody else does", async () => {
    const id = await suspend();
    const { visitor } = await loggedIn(owner);
    expect(await readPage(visitor, LIST)).toContain(
      `Votre lieu « ${venue.title} (${venue.city}) » a été suspendu.`,
    );
    expect(await linksOf(visitor, LIST)).toContain(`/recours/${id}`);
    expect(await readPage(visitor, `/recours/${id}`)).toContain("Vu le 3 mai.");
    const stranger = (await newMember()).visitor;
    expect(await readPage(stranger, LIST)).toContain("Aucune décision ne vous concerne.");
    expect(await linksOf(stranger, LIST)).not.toContain(`/recours/${id}`);
    expect((await rendered(stranger, `/recours/${id}`)).status).toBe(404);
  });

  it("where their venue is said to be suspended", async () => {
    await suspend();
    const { visitor } = await loggedIn(owner);
    expect(await linksOf(visitor, `/profil/location/${venueId()}`)).toContain(LIST);
    expect(await linksOf(visitor, "/mes-parametres/mon-compte")).toContain(LIST);
  });

  it("where they read their own review, once it was hidden after it was shown", async () => {
    const { user, visitor } = await newMember();
    const { _id } = await createReservation({
      ...{ venue, buyer: user, status: "ended" },
      ...{ startDate: addDays(todayInParis(now), -10), endDate: addDays(todayInParis(now), -8) },
    });
    const written = { reservation: _id, venue: venue._id, author: user._id, authorName: "Anne B." };
    const review = await ReviewModel.create({
      ...{ ...written, stayDay: "2026-05-01", rating: 1, text: "Un voleur.", state: "refused" },
      refusal: "Injures.",
    });
    const path = `/mes-demandes/${_id.toString()}/avis`;
    const appeals = async () =>
      (await linksOf(visitor, path)).filter((href) => href.startsWith("/recours/"));
    expect(await appeals()).toEqual([]);
    await ReviewModel.updateOne({ _id: review._id }, { $set: { state: "published" } });
    const about = { actor: admin.actor, reviewId: review._id.toString(), why: "Injures.", now };
    await refuseForPlatform(about);
    const decision = await ModerationDecisionModel.findOne().lean();
    expect(await appeals()).toEqual([`/recours/${decision!._id.toString()}`]);
    // Which is true of what was appealed against already, too.
    expect(await readPage(visitor, path)).toContain("Motif et recours");
    expect(await readPage(visitor, LIST)).toContain("Votre avis sur");
  });
});
