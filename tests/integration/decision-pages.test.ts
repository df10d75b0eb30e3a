import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import type { AdminRole } from "@models/enumerations";
import { ReportModel } from "@models/report";
import { ReviewModel } from "@models/review";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { addDays, todayInParis } from "~/platform/days";
import { refusalMessage, type RefusalCode } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD, type Administrator } from "../support/office";
import { rendered } from "../support/rendered";
import { createReservation } from "../support/reservations";

/** Pages that ask before an act: what is refused whatever one types is said at once, and no form is filled in for it. */

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();

async function shown({ visitor }: Administrator, path: string, form?: Record<string, string>) {
  const response = await rendered(visitor, path, form);
  return { status: response.status, html: await response.text() };
}

const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

async function expectRefused(
  admin: Administrator,
  path: string,
  code: RefusalCode,
  form?: Record<string, string>,
) {
  const { status, html } = await shown(admin, path, form);
  const main = mainOf(html);
  expect(main, path).toContain(refusalMessage(code, "super-admin"));
  expect(main, path).not.toContain('method="post"');
  // To the record that one comes from; the menu leads elsewhere.
  const record = /^\/admin\/[a-z]+\/[0-9a-f]{24}(?=\/)/.exec(path)?.[0] ?? "/admin";
  expect(main, path).toContain(`href="${record}"`);
  expect(html, path).toContain('href="/admin/user"');
  expect(status, path).toBeGreaterThanOrEqual(403);
  expect(status, path).toBeLessThan(410);
}

async function expectAsked(admin: Administrator, path: string) {
  const { status, html } = await shown(admin, path);
  expect(status, path).toBe(200);
  expect(mainOf(html), path).toContain('method="post"');
}

describe("an account's acts", () => {
  it("are not offered on one's own", async () => {
    const admin = await newAdmin();
    for (const act of ["bannir", "supprimer", "seconde-etape"]) {
      await expectRefused(admin, `/admin/user/${admin.id}/${act}`, "own_account");
    }
    await expectRefused(admin, `/admin/user/${admin.id}/retablir`, "not_banned");
    await expectRefused(admin, `/admin/user/${admin.id}/role`, "last_admin");
    const offered = async () => mainOf((await shown(admin, `/admin/user/${admin.id}`)).html);
    const alone = await offered();
    expect(alone).toContain(refusalMessage("last_admin"));
    expect(alone).not.toContain(`href="/admin/user/${admin.id}/role"`);
    const other = await newAdmin();
    const together = await offered();
    expect(together).not.toContain(refusalMessage("last_admin"));
    expect(together).toContain(`href="/admin/user/${admin.id}/role"`);
    await expectAsked(admin, `/admin/user/${admin.id}/role`);
    for (const act of ["bannir", "supprimer", "seconde-etape"]) {
      await expectAsked(admin, `/admin/user/${other.id}/${act}`);
    }
  });

  it("are described to those alone who may do them", async () => {
    const buyer = await createUser();
    const banned = await createUser({ bannedAt: now });
    const unproved = await createUser({ isVerified: false });
    const zone = ["Agir sur ce compte", 'href="#agir"'];
    const asks = ["La page suivante", ...zone];
    const told = async (adminRole: AdminRole, { _id }: Pick<User, "_id">) => {
      const { html } = await shown(await newAdmin({ adminRole }), `/admin/user/${_id.toString()}`);
      const main = mainOf(html);
      const acts = ["Bannir ferme", "ne se bannit pas", "Supprimer efface", "réservation à venir"];
      return [...acts, ...asks].filter((words) => main.includes(words));
    };
    expect(await told("lecture", buyer)).toEqual([]);
    expect(await told("finance", buyer)).toEqual([]);
    expect(await told("support", buyer)).toEqual(["Bannir ferme", ...asks]);
    expect(await told("support", banned)).toEqual(asks);
    expect(await told("support", unproved)).toEqual(["ne se bannit pas", ...zone]);
    expect(await told("super-admin", buyer)).toEqual(["Bannir ferme", "Supprimer efface", ...asks]);
    const venue = await createVenue(await createOwner());
    await createReservation({
      venue,
      buyer,
      status: "confirmed",
      startDate: addDays(todayInParis(now), 9),
    });
    expect(await told("finance", buyer)).toEqual(["réservation à venir", ...asks]);
  });

  it("are not offered to support on an administrator's", async () => {
    const support = await newAdmin({ adminRole: "support" });
    const { id } = await newAdmin({ adminRole: "lecture" });
    for (const act of ["bannir", "supprimer"]) {
      await expectRefused(support, `/admin/user/${id}/${act}`, "role_required");
    }
    const banned = await newAdmin({ adminRole: "lecture", bannedAt: now });
    await expectRefused(support, `/admin/user/${banned.id}/retablir`, "role_required");
  });

  it("ask for what is not done yet, also after somebody else was first", async () => {
    const admin = await newAdmin();
    const id = (await createUser())._id.toString();
    const path = (act: string) => `/admin/user/${id}/${act}`;
    await expectAsked(admin, path("bannir"));
    await expectRefused(admin, path("retablir"), "not_banned");
    const why = "Fraude avérée";
    const { actor } = await newAdmin();
    await banForPlatform({
      actor,
      userId: id,
      coming: "keep",
      why,
      password: OFFICE_PASSWORD,
      now,
    });
    await expectAsked(admin, path("retablir"));
    await expectRefused(admin, path("bannir"), "already_banned");
    const again = { why, coming: "keep", currentPassword: OFFICE_PASSWORD };
    await expectRefused(admin, path("bannir"), "already_banned", again);
  });

  it("ban no signup that nobody verified, and say to delete it", async () => {
    const admin = await newAdmin();
    const path = `/admin/user/${(await createUser({ isVerified: false }))._id.toString()}`;
    await expectRefused(admin, `${path}/bannir`, "ban_unverified");
    await expectAsked(admin, `${path}/supprimer`);
    const { html } = await shown(admin, `${path}/supprimer`);
    expect(html).toContain("Cette inscription n’a jamais été confirmée");
    expect(html).not.toContain("ses messages sont effacés");
    expect(mainOf((await shown(admin, path)).html)).not.toContain(`${path}/bannir`);
  });

  it("calls nothing off where nothing is to come", async () => {
    const admin = await newAdmin();
    const id = (await createUser())._id.toString();
    await expectRefused(admin, `/admin/user/${id}/annuler`, "nothing_coming");
  });
});

describe("other acts", () => {
  it("offer a banner to whoever may show one", async () => {
    const offers = async (adminRole: "super-admin" | "lecture") =>
      mainOf((await shown(await newAdmin({ adminRole }), "/admin/bandeaux")).html).includes(
        'method="post"',
      );
    expect([await offers("super-admin"), await offers("lecture")]).toEqual([true, false]);
  });

  it("do not answer a master's submission twice", async () => {
    const admin = await newAdmin();
    for (const masterStatus of ["validated", "refused"] as const) {
      const id = (await createUser({ masterStatus }))._id.toString();
      await expectRefused(admin, `/admin/master/${id}/refuser`, "already_decided");
    }
    const id = (await createUser({ masterStatus: "pending" }))._id.toString();
    await expectAsked(admin, `/admin/master/${id}/refuser`);
    await UserModel.updateOne({ _id: id }, { isVerified: false });
    await expectRefused(admin, `/admin/master/${id}/refuser`, "master_unverified");
  });

  it("do not refuse a review twice", async () => {
    const admin = await newAdmin();
    const venue = await createVenue(await createOwner());
    const author = (await createUser())._id;
    const review = await ReviewModel.create({
      ...{ venue: venue._id, author, reservation: new Types.ObjectId() },
      ...{ authorName: "Paul M.", rating: 4, text: "Belle salle.", stayDay: "2026-01-10" },
      state: "refused",
    });
    const path = `/admin/avis/${review.id}/refuser`;
    await expectRefused(admin, path, "review_decided");
    await ReviewModel.updateOne({ _id: review._id }, { $set: { state: "published" } });
    await expectAsked(admin, path);
  });

  it("do not give back a venue that is not suspended, nor take off its last photo", async () => {
    const admin = await newAdmin();
    const venue = await createVenue(await createOwner());
    const path = `/admin/location/${venue._id.toString()}`;
    await expectRefused(admin, `${path}/retablir`, "venue_not_suspended");
    await VenueModel.updateOne(
      { _id: venue._id },
      { $set: { suspendedAt: now, locationIMG: venue.locationIMG.slice(0, 1) } },
    );
    await expectAsked(admin, `${path}/retablir`);
    await VenueModel.updateOne({}, { userId: admin.user._id });
    // Nobody else may.
    await expectAsked(admin, `${path}/retablir`);
    await newAdmin();
    await expectRefused(admin, `${path}/retablir`, "own_matter");
    expect((await shown(admin, path)).html).not.toContain(`${path}/retablir`);
    await expectRefused(admin, `${path}/retirer`, "last_photo");
  });

  it("do not decide of reports twice, nor by what is done already", async () => {
    const admin = await newAdmin();
    const venue = await createVenue(await createOwner(), { suspendedAt: now });
    const report = await ReportModel.create({
      ...{ kind: "venue", target: venue._id, reason: "autre", text: "Photos volées." },
    });
    const path = (measure: string) => `/admin/moderation/${report.id}/${measure}`;
    await expectAsked(admin, path("classer"));
    await expectAsked(admin, path("bannir"));
    for (const measure of ["suspendre", "masquer"]) {
      await expectRefused(admin, path(measure), "report_decided");
    }
    await ReportModel.updateOne({ _id: report._id }, { $set: { decision: new Types.ObjectId() } });
    for (const measure of ["classer", "bannir", "retirer"]) {
      await expectRefused(admin, path(measure), "report_decided");
    }
  });

  it("do not ban one's own account for what is reported of it, nor, as support, an administrator's", async () => {
    const admin = await newAdmin();
    const support = await newAdmin({ adminRole: "support" });
    const { user } = admin;
    const venue = await createVenue(user);
    const { id } = await ReportModel.create({
      ...{ kind: "venue", target: venue._id, reason: "autre", text: "Photos volées." },
    });
    await expectRefused(admin, `/admin/moderation/${id}/bannir`, "own_account");
    await expectRefused(support, `/admin/moderation/${id}/bannir`, "role_required");
    for (const measure of ["classer", "retirer"]) {
      await expectRefused(admin, `/admin/moderation/${id}/${measure}`, "own_matter");
    }
    await expectAsked(support, `/admin/moderation/${id}/classer`);
    const record = async (by: Administrator) =>
      mainOf((await shown(by, `/admin/moderation/${id}`)).html);
    const [own, theirs] = [await record(admin), await record(support)];
    const offered = (html: string) =>
      ["classer", "retirer", "suspendre", "bannir"].filter((measure) =>
        html.includes(`href="/admin/moderation/${id}/${measure}"`),
      );
    expect([offered(own), offered(theirs)]).toEqual([
      ["suspendre"],
      ["classer", "retirer", "suspendre"],
    ]);
    for (const code of ["own_matter", "own_account"] as const) {
      expect(own).toContain(refusalMessage(code));
    }
    expect(theirs).toContain(refusalMessage("role_required", "super-admin"));
  });
});
