import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { ReviewModel } from "@models/review";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { saveNotice } from "~/admin/site/change-notices.server";
import { siteSeen } from "~/admin/site/site-seen.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { loadState, storedState } from "~/platform/site-state.server";
import { appealLink } from "~/reports/appeal-link.server";
import { action as banner } from "~/routes/admin/bandeaux/$id";
import { action as review } from "~/routes/mes-demandes/$id/avis";
import { action as tokens } from "~/routes/mes-parametres/jetons";
import { action as links } from "~/routes/mes-parametres/mes-liens";
import { action as sessions } from "~/routes/mes-parametres/sessions";
import { action as appeal } from "~/routes/recours/$token";
import { answered } from "../support/answered";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";
import { newMember, type Member } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { createReservation } from "../support/reservations";

/** What moves no money, pressed twice, as `pressed-twice.test.ts` has what does. */

useDatabase();

const now = new Date();
let buyer: Member;

beforeEach(async () => {
  await emptyDatabase();
  buyer = await newMember();
});

describe("a banner", () => {
  // What the process knows of the site outlives the database.
  afterAll(async () => {
    await emptyDatabase();
    await loadState();
  });

  test("is taken away", async () => {
    const admin = await newAdmin();
    const until = addMinutes(now, 60);
    const notice = {
      text: "Travaux",
      kind: "information",
      audience: "everyone",
      from: now,
      until,
    } as const;
    await saveNotice(notice, { actor: admin.actor, now });
    const { id: bannerId } = (await inTransaction(storedState)).notices[0]!;
    const page = await answered(admin, banner, { id: bannerId }, { intent: "end" });
    expect(page).toBe("409 ");
    const seen = siteSeen((await inTransaction(storedState)).notices[0]!);
    for (let press = 0; press < 2; press += 1)
      expect(await answered(admin, banner, { id: bannerId }, { intent: "end", seen })).toBe(
        "303 /admin/bandeaux",
      );
    expect((await inTransaction(storedState)).notices).toEqual([]);
    expect(await AuditEntryModel.countDocuments({ act: "notice.end" })).toBe(1);
  });
});

test("a review is written, and the same one again is it", async () => {
  const days = {
    startDate: addDays(todayInParis(now), -9),
    endDate: addDays(todayInParis(now), -7),
  };
  const venue = await createVenue(await createOwner());
  const { _id } = await createReservation({ venue, buyer: buyer.user, status: "ended", ...days });
  const id = _id.toString();
  const form = { rating: "4", text: "Une très belle salle, au calme, et un accueil parfait." };
  const press = (fields = {}) => answered(buyer, review, { id }, { ...form, ...fields });
  const first = await press();
  expect(first).toMatch(/^303 /);
  expect(await press()).toBe(first);
  expect(await press({ rating: "1" })).toBe("409 ");
  await ReviewModel.updateOne({}, { state: "refused" });
  expect(await press()).toBe("409 ");
});

test("an appeal is sent, and the same words again are it", async () => {
  const { _id: person } = buyer.user;
  const { _id } = await ModerationDecisionModel.create({
    ...{ kind: "account", target: person, person, admin: person, measure: "bannir" },
    ...{ why: "Fraude", at: now },
  });
  await UserModel.updateOne({ _id: person }, { $set: { bannedAt: now } });
  const token = appealLink(_id.toString()).split("/").at(-1)!;
  const press = (text: string) => answered(buyer, appeal, { token }, { text });
  const first = await press("Ce n’était pas moi, je peux le prouver.");
  expect(first).toMatch(/^303 /);
  expect(await press("Ce n’était pas moi, je peux le prouver.")).toBe(first);
  expect(await press("Autre chose, que je n’avais pas dit.")).toBe("409 ");
  expect(await MailModel.countDocuments({ key: `appeal:${_id.toString()}` })).toBe(1);
});

describe("what is taken away", () => {
  test("a token, a session, an account that is linked: of others', nothing changes", async () => {
    const other = await newMember();
    const tokenOf = async (userId: Member["user"]["_id"]) =>
      (
        await ApiTokenModel.create({
          userId,
          name: "A",
          hash: userId.toString(),
          scope: "read",
          createdAt: now,
        })
      ).id;
    const mine = { id: await tokenOf(buyer.user._id), intent: "revoke" };
    const theirs = { id: await tokenOf(other.user._id), intent: "revoke" };
    for (const form of [mine, mine, theirs])
      expect(await answered(buyer, tokens, {}, form)).toBe("303 /mes-parametres/jetons");
    expect(await ApiTokenModel.distinct("userId")).toEqual([other.user._id]);

    const session = (userId: Member["user"]["_id"], _id: string) =>
      SessionModel.create({
        ...{ _id, userId, createdAt: now, lastUsedAt: now, expiresAt: addMinutes(now, 9) },
      });
    const [one, two] = ["1".repeat(64), "2".repeat(64)];
    await Promise.all([session(buyer.user._id, one), session(other.user._id, two)]);
    for (const of of [one, one, two])
      expect(await answered(buyer, sessions, {}, { intent: "end", id: of })).toBe(
        "303 /mes-parametres/sessions",
      );
    expect(await SessionModel.findById(one)).toBeNull();
    expect(await SessionModel.findById(two)).not.toBeNull();

    const linked = await newMember({ link_id: buyer.user._id });
    const elsewhere = await newMember({ link_id: other.user._id });
    for (const { id: account } of [linked, linked, elsewhere])
      expect(await answered(buyer, links, {}, { id: account })).toBe(
        "303 /mes-parametres/mes-liens",
      );
    const linksLeft = await UserModel.distinct("link_id");
    expect(linksLeft).toEqual([other.user._id]);
  });
});

test("a token is made: the one that nobody was shown ends", async () => {
  const member = await newAdmin({ isAdmin: false });
  const form = { intent: "create", name: "Agenda", scope: "read", life: "none" };
  const press = (fields = {}) =>
    answered(member, tokens, {}, { ...form, currentPassword: OFFICE_PASSWORD, ...fields });
  for (let again = 0; again < 2; again += 1) expect(await press()).toMatch(/^200/);
  expect(await ApiTokenModel.countDocuments()).toBe(1);
  await press({ name: "Comptabilité" });
  await ApiTokenModel.updateOne({ name: "Agenda" }, { lastUsedAt: now });
  await press();
  expect(await ApiTokenModel.countDocuments()).toBe(3);
});
