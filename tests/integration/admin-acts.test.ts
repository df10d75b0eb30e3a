import { trusted, Types } from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { jobsCollection } from "@jobs/queue";
import { AuditEntryModel } from "@models/audit-entry";
import { CaseChargeModel } from "@models/case-charge";
import { ContactMessageModel } from "@models/contact-message";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { SessionModel } from "@models/session";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { actsOn, auditLog } from "~/admin/journal/list-audit.server";
import type { ChargeFilter } from "~/admin/cases/case-file";
import { listCases } from "~/admin/cases/list-cases.server";
import { giveCaseBack, takeCase, takeCaseOver } from "~/admin/cases/take-charge.server";
import { findCases } from "~/admin/cases/find-cases.server";
import { refuseMaster, validateMaster } from "~/admin/masters/decide-master.server";
import { readWaiting } from "~/admin/shell/read-waiting.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { fullName } from "~/admin/words/person";
import { deleteUser } from "~/admin/users/delete-user.server";
import { userDeparture } from "~/admin/users/user-departure.server";
import { addDays, addMinutes, formatDay, formatInstant, todayInParis } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal, refusalMessage } from "~/platform/refusal";
import { appealLink } from "~/reports/appeal-link.server";
import { sendAppeal } from "~/reports/appeal.server";
import { action as answerPage } from "~/routes/admin/contact/$id/index";
import { action as deletePage } from "~/routes/admin/contact/$id/supprimer";
import { action as cancelPage } from "~/routes/admin/user/$id/annuler";
import { action as banPage } from "~/routes/admin/user/$id/bannir";
import { action as deleteAccountPage } from "~/routes/admin/user/$id/supprimer";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { loggedIn, newMember, storedUser } from "../support/members";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { createReservation } from "../support/reservations";
import { rendered } from "../support/rendered";

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();
const soon = addDays(todayInParis(now), 40);
const why = "Fraude avérée";

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
const acts = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act }) => act);
const mailsTo = async (to: string) => await MailModel.find({ to }).sort({ createdAt: 1 }).lean();
const decision = { why, password: OFFICE_PASSWORD, now };

describe("banning", () => {
  it("ends the sessions, hides the venues, tells the person and is written down", async () => {
    const { actor } = await newAdmin();
    const owner = await newMember({ accountId: "acct_ban", stripeStats: "active" });
    await createVenue(owner.user);
    await banForPlatform({ actor, userId: owner.id, coming: "keep", ...decision });
    expect(await storedUser(owner.id)).toMatchObject({ bannedAt: now, banReason: why });
    expect(await SessionModel.countDocuments({ userId: owner.user._id })).toBe(0);
    expect(await owner.visitor.context().session.viewer()).toBeNull();
    expect(await VenueModel.countDocuments({ userId: owner.user._id, listed: true })).toBe(0);
    const [mail] = await mailsTo(owner.user.email);
    expect(mail?.subject).toBe("Votre compte est suspendu");
    expect(mail?.text).toContain(why);
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({
      act: "user.ban",
      target: owner.id,
      why,
      before: "actif",
      after: "banni",
      requestId: "req-test",
      address: "203.0.113.7",
    });
  });

  it("refuses a signup that nobody verified: it can do nothing, and its address is not known to be its holder's", async () => {
    const { actor } = await newAdmin();
    for (const masterStatus of [undefined, "pending", "refused"] as const) {
      const { _id } = await createUser({
        isVerified: false,
        ...(masterStatus && { masterStatus }),
      });
      const ban = { actor, userId: _id.toString(), coming: "keep", ...decision } as const;
      expect(await codeOf(banForPlatform(ban))).toBe("ban_unverified");
      expect(await storedUser(_id.toString())).not.toHaveProperty("bannedAt");
    }
    expect(await acts()).toEqual([]);
  });

  it.each([
    ["pending", "une fois votre compte validé"],
    ["refused", "reste refusée"],
  ] as const)(
    "tells a master's that is %s what keeps it out once it is taken back",
    async (masterStatus, told) => {
      const { actor } = await newAdmin();
      const { _id, email } = await createUser({ masterStatus });
      const userId = _id.toString();
      await banForPlatform({ actor, userId, coming: "keep", ...decision });
      await unbanUser({ actor, userId, ...decision });
      const mail = (await mailsTo(email)).find(({ key }) => key.startsWith("unbanned"));
      expect(mail?.text).toContain(told);
      expect(mail?.text).not.toContain("Vous pouvez de nouveau vous connecter");
    },
  );

  it("can be taken back, and the venues are found again", async () => {
    const { actor } = await newAdmin();
    const owner = await createOwner();
    const userId = owner._id.toString();
    await createVenue(owner);
    await banForPlatform({ actor, userId, coming: "keep", ...decision });
    const another = new Date(now.getTime() - 60_000);
    const older = unbanUser({ actor, userId, ...decision, bannedAt: another });
    expect(await codeOf(older)).toBe("ban_changed");
    await unbanUser({ actor, userId, ...decision });
    expect(await storedUser(userId)).not.toHaveProperty("bannedAt");
    expect(await VenueModel.countDocuments({ userId: owner._id, searchable: true })).toBe(1);
    expect(await acts()).toEqual(["user.ban", "user.unban"]);
    expect(await codeOf(unbanUser({ actor, userId, ...decision }))).toBe("not_banned");
  });

  it("changes nothing without the administrator's own password", async () => {
    const { actor } = await newAdmin();
    const user = await createUser();
    const userId = user._id.toString();
    const wrong = { ...decision, password: "pas celui-là" };
    expect(await codeOf(banForPlatform({ actor, userId, coming: "keep", ...wrong }))).toBe(
      "wrong_password",
    );
    expect(await storedUser(userId)).not.toHaveProperty("bannedAt");
    expect(await acts()).toEqual([]);
  });

  it("asks for the password again once in ten minutes of a session", async () => {
    const admin = await newAdmin();
    const { _id } = await createUser();
    const userId = _id.toString();
    const ban = async (at: Date, password?: string) => {
      const actor = { ...admin.actor, session: admin.visitor.context().session };
      const request = { actor, userId, why, password, now: at };
      await UserModel.updateOne({ _id }, { $unset: { bannedAt: 1, banReason: 1 } });
      return await codeOf(banForPlatform({ ...request, coming: "keep" }));
    };
    expect(await ban(now)).toBe("password_required");
    expect(await ban(now, OFFICE_PASSWORD)).toBe("done");
    expect(await ban(addMinutes(now, 9))).toBe("done");
    expect(await ban(addMinutes(now, 10))).toBe("password_required");
    const elsewhere = await loggedIn(admin.user);
    const { session } = elsewhere.visitor.context();
    const other = { actor: { ...admin.actor, session }, userId, coming: "keep" as const };
    expect(await codeOf(banForPlatform({ ...other, why, password: undefined, now }))).toBe(
      "password_required",
    );
  });

  it("asks for a reason, says so, and keeps what was typed but the password", async () => {
    const admin = await newAdmin();
    const user = await createUser();
    const id = user._id.toString();
    const response = await admin.visitor.visit(banPage, `/admin/user/${id}/bannir`, {
      form: { coming: "keep", why: " ", currentPassword: OFFICE_PASSWORD },
      params: { id },
    });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      fieldErrors: { why: "Indiquez le motif." },
      repopulateFields: { coming: "keep" },
    });
    expect(await storedUser(id)).not.toHaveProperty("bannedAt");
  });

  it("is written down of the account, in whatever letters the address has its id", async () => {
    const admin = await newAdmin();
    const id = (
      await createUser({ _id: new Types.ObjectId("abcdef0123456789abcdef01") })
    )._id.toString();
    const written = id.toUpperCase();
    const response = await admin.visitor.visit(banPage, `/admin/user/${written}/bannir`, {
      form: { coming: "keep", why, currentPassword: OFFICE_PASSWORD },
      params: { id: written },
    });
    expect(response.headers.get("location")).toBe(`/admin/user/${id}`);
    expect(await actsOn(id, 5)).toMatchObject([{ why }]);
  });

  it("gives back the unpaid days of reservations to come, of both sides, when asked to", async () => {
    const { actor } = await newAdmin();
    const owner = await createOwner();
    const buyer = await createUser();
    const venue = await createVenue(owner);
    await createReservation({ venue, buyer, status: "hold", startDate: soon });
    const past = await createReservation({
      venue,
      buyer,
      status: "ended",
      startDate: "2026-01-05",
    });
    const outcome = await banForPlatform({
      actor,
      userId: buyer._id.toString(),
      coming: "cancel",
      ...decision,
    });
    expect(outcome).toEqual({ cancelled: 1, unfinished: 0, left: 0, came: 0 });
    expect(await ReservationModel.countDocuments({ status: "dead" })).toBe(1);
    expect((await ReservationModel.findById(past._id).lean())?.status).toBe("ended");
    expect(await acts()).toEqual(["user.ban", "reservation.cancel", "user.cancel-reservations"]);
  });
});

describe("calling off what is to come", () => {
  it.each([
    ["bannir", banPage, { coming: "cancel" }],
    ["supprimer", deleteAccountPage, { cancelComing: "on" }],
    ["annuler", cancelPage, {}],
  ])("by /%s is held to what the page said of it", async (page, handler, form) => {
    const { visitor } = await newAdmin();
    const owner = await createOwner();
    const venue = await createVenue(owner);
    const id = owner._id.toString();
    const { seen } = await userDeparture(id, now);
    const buyer = await createUser();
    const made = await createReservation({ venue, buyer, status: "hold", startDate: soon });
    const post = async (said: Record<string, string>) =>
      await visitor.visit(handler, `/admin/user/${id}/${page}`, {
        params: { id },
        form: { ...form, why: "Fraude", currentPassword: OFFICE_PASSWORD, ...said },
      });
    for (const said of [{ seen }, {}] as Record<string, string>[]) {
      const refused = await post(said);
      expect(refused.status).toBe(409);
      const told = JSON.stringify(await refused.json());
      expect(told).toContain(refusalMessage("coming_changed"));
    }
    expect((await ReservationModel.findById(made._id).lean())?.status).toBe("hold");
    expect(await acts()).toEqual([]);
    const shown = await userDeparture(id, now);
    expect((await post({ seen: shown.seen })).status).toBe(303);
    expect((await ReservationModel.findById(made._id).lean())?.status).toBe("dead");
  });
});

describe("nobody shuts the office", () => {
  it("refuses one's own account and the last administrator's", async () => {
    const admin = await newAdmin();
    const { actor, id: userId } = admin;
    const banned = banForPlatform({ actor, userId, coming: "keep", ...decision });
    expect(await codeOf(banned)).toBe("own_account");
    const deleted = deleteUser({ actor, userId, cancelComing: false, ...decision });
    expect(await codeOf(deleted)).toBe("own_account");
    expect(await storedUser(userId)).not.toHaveProperty("bannedAt");
    expect(await acts()).toEqual([]);
  });

  it("lets one of two administrators stay, when each bans the other at the same moment", async () => {
    const [first, second] = [await newAdmin(), await newAdmin()];
    const outcomes = await Promise.all([
      codeOf(
        banForPlatform({ actor: first.actor, userId: second.id, coming: "keep", ...decision }),
      ),
      codeOf(
        banForPlatform({ actor: second.actor, userId: first.id, coming: "keep", ...decision }),
      ),
    ]);
    expect(outcomes.toSorted()).toEqual(["done", "forbidden"]);
    const banned = await UserModel.find({ isAdmin: true }).lean();
    expect(banned.filter(({ bannedAt }) => bannedAt)).toHaveLength(1);
    expect(await acts()).toEqual(["user.ban"]);
  });
});

describe("deleting", () => {
  /** Of whom the one decision concerns, by the link of its mail. */
  const appeal = async () => {
    const id = (await ModerationDecisionModel.findOne().lean())!._id.toString();
    const token = appealLink(id).split("/").at(-1)!;
    await sendAppeal({ token, viewerId: null, text: "Ce n’était pas moi." }, now);
    return id;
  };

  it("anonymises as the person's own closing does, and tells them last", async () => {
    const { actor } = await newAdmin();
    const member = await newMember({ phone: "0612345678" });
    await deleteUser({ actor, userId: member.id, cancelComing: false, ...decision });
    const left = await storedUser(member.id);
    expect(left).toMatchObject({ name: "Ancien", lastname: "membre", deletedAt: now });
    expect(left).not.toHaveProperty("phone");
    const mails = await mailsTo(member.user.email);
    expect(mails.map(({ subject }) => subject)).toEqual(["Votre compte est supprimé"]);
    expect(await AuditEntryModel.findOne().lean()).toMatchObject({ act: "user.delete", why });
    expect(
      await codeOf(deleteUser({ actor, userId: member.id, cancelComing: false, ...decision })),
    ).toBe("not_found");
    const banned = (await createUser({ bannedAt: now }))._id.toString();
    await deleteUser({ actor, userId: banned, cancelComing: false, ...decision });
    expect(await AuditEntryModel.findOne({ target: banned }).lean()).toMatchObject({
      before: "banni",
    });
  });

  it("of a signup that nobody proved to be theirs leaves what belongs to the address's real holder", async () => {
    const { actor } = await newAdmin();
    const { _id, email } = await createUser({ isVerified: false });
    const before = new Types.ObjectId();
    await ContactMessageModel.create({
      ...{ type: "Autre", email, name: "Lucie", lastname: "Ferrand", description: "Bonjour" },
    });
    await ReportModel.create({
      ...{ kind: "venue", target: before, reason: "autre", text: "Faux", email },
    });
    await PrivacyRequestModel.create({
      ...{ kind: "access", channel: "letter", receivedOn: "2026-01-02", dueOn: "2026-02-02" },
      ...{ email, user: _id },
    });
    const kept = `contact-answer:${before.toString()}`;
    const own = [`code:${_id.toString()}:1`, `code:${before.toString()}:1`];
    for (const key of [kept, ...own])
      await queueMail({ key, to: email, subject: "x", paragraphs: [] });
    await deleteUser({ actor, userId: _id.toString(), cancelComing: false, ...decision });
    expect(await storedUser(_id.toString())).toMatchObject({ name: "Ancien", deletedAt: now });
    expect(await ContactMessageModel.countDocuments({ email })).toBe(1);
    expect(await ReportModel.countDocuments({ email })).toBe(1);
    expect(await PrivacyRequestModel.findOne().lean()).not.toHaveProperty("outcome");
    expect((await mailsTo(email)).map(({ key }) => key.split(":", 1)[0])).toEqual([
      "contact-answer",
      "deleted",
    ]);
    // Their data stay, so nobody says that they went.
    const { subject, text } = (await MailModel.findOne({ subject: trusted({ $ne: "x" }) }).lean())!;
    expect(subject).toBe("Une inscription avec votre adresse est supprimée");
    expect(text).toContain("L’inscription faite avec votre adresse a été supprimée");
    expect(text).not.toContain("données personnelles");
  });

  it("is refused while reservations are to come, and leaves no trace of itself", async () => {
    const { actor } = await newAdmin();
    const venue = await createVenue(await createOwner());
    const buyer = await createUser();
    await createReservation({ venue, buyer, status: "confirmed", startDate: soon });
    const userId = buyer._id.toString();
    const refused = deleteUser({ actor, userId, cancelComing: false, ...decision });
    expect(await codeOf(refused)).toBe("reservations_left");
    expect((await storedUser(userId))?.email).toBe(buyer.email);
    expect(await acts()).toEqual([]);
  });

  it("waits for the answer to an appeal, whoever took the decision, and calls nothing off before", async () => {
    const { actor, visitor } = await newAdmin();
    await newAdmin();
    const owner = await createOwner();
    const userId = owner._id.toString();
    const venue = await createVenue(owner);
    const made = await createReservation({
      ...{ venue, buyer: await createUser(), status: "hold", startDate: soon },
    });
    await banForPlatform({ actor, userId, coming: "keep", ...decision });
    const decided = await appeal();
    const refused = deleteUser({ actor, userId, cancelComing: true, ...decision });
    expect(await codeOf(refused)).toBe("appeal_open");
    expect((await ReservationModel.findById(made._id).lean())?.status).toBe("hold");
    expect((await storedUser(userId))?.deletedAt).toBeUndefined();
    expect((await findCases()).cases.map(({ kind }) => kind)).toContain("appeal");
    expect(await acts()).toEqual(["user.ban"]);
    const page = await (await rendered(visitor, `/admin/user/${userId}/supprimer`)).text();
    expect(page).toContain(`href="/admin/recours/${decided}"`);
    expect(page).not.toContain("Supprimer le compte</button>");
  });

  it("waits for an appeal that comes at that moment, too", async () => {
    const { actor } = await newAdmin();
    const userId = (await createUser())._id.toString();
    await banForPlatform({ actor, userId, coming: "keep", ...decision });
    justBefore("Review", "find", appeal);
    const request = { actor, userId, cancelComing: false, ...decision };
    expect(await codeOf(deleteUser(request))).toBe("appeal_open");
    expect((await storedUser(userId))?.deletedAt).toBeUndefined();
  });

  it("says what the account was, and writes where, as they are once everything is called off", async () => {
    const { actor } = await newAdmin();
    const { _id } = await createUser({ bannedAt: now });
    const venue = await createVenue(await createOwner());
    await createReservation({ venue, buyer: { _id }, status: "hold", startDate: soon });
    justBefore("Reservation", "updateOne", async () => {
      const email = "nouvelle@exemple.fr";
      await UserModel.updateOne({ _id }, { $set: { email }, $unset: { bannedAt: 1 } });
    });
    const userId = _id.toString();
    await deleteUser({ actor, userId, cancelComing: true, ...decision });
    const entry = await AuditEntryModel.findOne({ act: "user.delete" }).lean();
    expect(entry?.before).toBe("actif");
    expect((await mailsTo("nouvelle@exemple.fr")).map(({ subject }) => subject)).toContain(
      "Votre compte est supprimé",
    );
  });

  it("ends what the person has asked about their data, and says so before and in the last mail", async () => {
    const { actor, visitor } = await newAdmin();
    const { _id, email } = await createUser();
    const day = todayInParis(now);
    const asked = { channel: "letter", receivedOn: day, dueOn: soon, email, user: _id } as const;
    await PrivacyRequestModel.create([
      { ...asked, kind: "access" },
      // That one is done by it.
      { ...asked, kind: "erasure" },
      { ...asked, kind: "objection", outcome: "refused", closedAt: now },
    ]);
    const id = _id.toString();
    const page = await (await rendered(visitor, `/admin/user/${id}/supprimer`)).text();
    expect(page).toContain(`Accès aux données, demande du ${formatDay(day)}`);
    expect(page).not.toContain("Opposition");
    expect(page).not.toContain("Effacement, demande du");
    await deleteUser({ actor, userId: id, cancelComing: false, ...decision });
    const [mail] = await mailsTo(email);
    expect(mail?.text).toContain(`votre demande du ${formatDay(day)} d’accès à vos données`);
    expect(mail?.text).not.toContain("opposition");
  });
});

describe("a master's submission", () => {
  const submission = async () =>
    (await createUser({ masterStatus: "pending", email: "region@exemple.fr" }))._id.toString();

  it("is validated with a code of 8, told by mail", async () => {
    const { actor } = await newAdmin();
    const masterId = await submission();
    await validateMaster({ actor, masterId, now });
    const master = await storedUser(masterId);
    expect(master?.masterStatus).toBe("validated");
    expect(master?.spondorshipCode).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
    const [mail] = await mailsTo("region@exemple.fr");
    expect(mail?.text).toContain(master?.spondorshipCode);
  });

  it("is validated with another code where one is taken, which is tried five times", async () => {
    const { actor } = await newAdmin();
    const masterId = await submission();
    const write = vi.spyOn(UserModel, "updateOne");
    /** As it comes from the engine. */
    const taken = (times: number) => {
      write.mockClear();
      const again = { _id: new Types.ObjectId(masterId) };
      for (let time = 0; time < times; time += 1)
        write.mockImplementationOnce(() => UserModel.collection.insertOne(again) as never);
    };
    taken(5);
    await expect(validateMaster({ actor, masterId, now })).rejects.toThrow("E11000");
    expect(write).toHaveBeenCalledTimes(5);
    taken(4);
    await validateMaster({ actor, masterId, now });
    write.mockRestore();
    expect((await storedUser(masterId))?.masterStatus).toBe("validated");
    expect(await acts()).toEqual(["master.validate"]);
  });

  it("is refused with a reason, told by mail", async () => {
    const { actor } = await newAdmin();
    const masterId = await submission();
    await refuseMaster({ actor, masterId, why, now });
    expect(await storedUser(masterId)).toMatchObject({
      masterStatus: "refused",
      masterRefusal: why,
    });
    const [mail] = await mailsTo("region@exemple.fr");
    expect(mail?.text).toContain(why);
  });

  it("has one answer, whoever answers at the same moment", async () => {
    const [first, second] = [await newAdmin(), await newAdmin()];
    const masterId = await submission();
    const outcomes = await Promise.all([
      codeOf(validateMaster({ actor: first.actor, masterId, now })),
      codeOf(refuseMaster({ actor: second.actor, masterId, why, now })),
      codeOf(validateMaster({ actor: second.actor, masterId, now })),
    ]);
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "already_decided")).toHaveLength(2);
    expect(await acts()).toHaveLength(1);
    expect(await mailsTo("region@exemple.fr")).toHaveLength(1);
  });

  it("is not validated while its account is banned, and its page offers no button for it", async () => {
    const { actor, visitor } = await newAdmin();
    const masterId = await submission();
    const offers = async () =>
      (await (await rendered(visitor, `/admin/master/${masterId}`)).text()).includes(
        'value="validate"',
      );
    expect(await offers()).toBe(true);
    await UserModel.updateOne({ _id: masterId }, { bannedAt: now });
    expect(await codeOf(validateMaster({ actor, masterId, now }))).toBe("master_banned");
    expect(await offers()).toBe(false);
    expect(await mailsTo("region@exemple.fr")).toEqual([]);
    expect(await acts()).toEqual([]);
  });

  it("is answered neither way before its address is verified: who would read it may be a stranger", async () => {
    const { actor } = await newAdmin();
    const masterId = await submission();
    await UserModel.updateOne({ _id: masterId }, { isVerified: false });
    expect(await codeOf(validateMaster({ actor, masterId, now }))).toBe("master_unverified");
    expect(await storedUser(masterId)).toMatchObject({ masterStatus: "pending" });
    expect(await mailsTo("region@exemple.fr")).toEqual([]);
    expect(await codeOf(refuseMaster({ actor, masterId, why, now }))).toBe("master_unverified");
    expect(await acts()).toEqual([]);
  });

  it("is nothing that an ordinary account has", async () => {
    const { actor } = await newAdmin();
    const user = await createUser();
    const other = new Types.ObjectId().toString();
    for (const masterId of [user._id.toString(), other]) {
      expect(await codeOf(validateMaster({ actor, masterId, now }))).toBe("not_found");
    }
  });
});

describe("a message", () => {
  const newMessage = async () =>
    await ContactMessageModel.create({
      type: "Autre",
      email: "lucie@exemple.fr",
      name: "Lucie",
      lastname: "Ferrand",
      description: "Bonjour\u00a0?",
    });

  it("is answered by mail and counts as dealt with; its status goes back and forth", async () => {
    const { visitor } = await newAdmin();
    const { id } = await newMessage();
    const send = async (form: Record<string, string>) =>
      await visitor.visit(answerPage, `/admin/contact/${id}`, { form, params: { id } });
    const answered = await send({ intent: "answer", text: "Bonjour Lucie.\n\nVoici la réponse." });
    expect(answered.status).toBe(303);
    expect((await ContactMessageModel.findById(id).lean())?.status).toBe(true);
    const [mail] = await mailsTo("lucie@exemple.fr");
    expect(mail?.text).toContain("Voici la réponse.");
    // As what is typed by hand: answered to the team, and not marked as a program's.
    expect(mail).toMatchObject({ replyTo: env.CONTACT_EMAIL, isTyped: true });
    expect(mail?.text).toContain("Bonjour\u00a0?");
    await send({ intent: "status", status: "false" });
    expect((await ContactMessageModel.findById(id).lean())?.status).toBe(false);
    expect(await acts()).toEqual(["contact.answer", "contact.status"]);
    const empty = await send({ intent: "answer", text: "  " });
    expect(empty.status).toBe(422);
  });

  it("keeps an answer that was begun when its status is to be another", async () => {
    const { visitor } = await newAdmin();
    const { id } = await newMessage();
    const send = async (text: string) =>
      await visitor.visit(answerPage, `/admin/contact/${id}`, {
        form: { intent: "status", status: "true", answered: "0", text },
        params: { id },
      });
    const begun = await send("Bonjour Lucie.");
    expect(begun.status).toBe(422);
    expect(await begun.json()).toMatchObject({
      fieldErrors: { text: expect.stringContaining("Une réponse est commencée") as string },
      repopulateFields: { text: "Bonjour Lucie." },
    });
    expect((await ContactMessageModel.findById(id).lean())?.status).toBe(false);
    expect((await send("")).status).toBe(303);
    expect((await ContactMessageModel.findById(id).lean())?.status).toBe(true);
  });

  it("has one answer for each page that showed it, pressed twice or by two", async () => {
    const { visitor } = await newAdmin();
    const { id } = await newMessage();
    const send = async (answered: string) =>
      await visitor.visit(answerPage, `/admin/contact/${id}`, {
        form: { intent: "answer", text: "Bonjour.", answered },
        params: { id },
      });
    const both = await Promise.all([send("0"), send("0")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([303, 409]);
    expect(await mailsTo("lucie@exemple.fr")).toHaveLength(1);
    expect((await send("1")).status).toBe(303);
    expect(await acts()).toEqual(["contact.answer", "contact.answer"]);
  });

  it("is deleted once", async () => {
    const { visitor } = await newAdmin();
    const { id } = await newMessage();
    const send = async () =>
      await visitor.visit(deletePage, `/admin/contact/${id}/supprimer`, {
        form: {},
        params: { id },
      });
    expect((await send()).status).toBe(303);
    expect((await send()).status).toBe(404);
    expect(await ContactMessageModel.countDocuments()).toBe(0);
    expect(await acts()).toEqual(["contact.delete"]);
  });

  it("is deleted with its mails, but for an answer that its sender still waits for", async () => {
    const { visitor } = await newAdmin();
    const [{ id }, { id: other }] = [await newMessage(), await newMessage()];
    const mail = { to: "lucie@exemple.fr", subject: "Essai", nextAttemptAt: new Date() };
    const waiting = `contact-answer:${id}:3`;
    const left = [`contact:${other}:sender`, waiting].sort();
    await MailModel.create([
      { ...mail, key: `contact:${id}:sender`, status: "sent" },
      { ...mail, key: `contact-answer:${id}:1`, status: "failed" },
      { ...mail, key: `contact-answer:${id}:2`, status: "sent" },
      { ...mail, key: waiting, status: "queued" },
      { ...mail, key: `contact:${other}:sender`, status: "sent" },
    ]);
    const path = `/admin/contact/${id}/supprimer`;
    expect((await visitor.visit(deletePage, path, { form: {}, params: { id } })).status).toBe(303);
    expect((await MailModel.distinct("key", { to: mail.to })).sort()).toEqual(left);
  });
});

describe("a case of the queue", () => {
  it("is taken over from a colleague, and from nobody who has it no more", async () => {
    const [anne, bruno, chloe] = await Promise.all([newAdmin(), newAdmin(), newAdmin()]);
    const master = await createUser({ masterStatus: "pending", createdAt: now });
    const key = `master:${master._id.toString()}`;
    const seenBy = async (id: string, charge: ChargeFilter | "") => {
      const { groups, mine } = await listCases(id, { nature: "", charge, page: 1 }, now);
      return { shown: groups.flatMap(({ cases }) => cases).map((one) => one.key), mine };
    };
    expect(await seenBy(anne.id, "personne")).toEqual({ shown: [key], mine: 0 });
    await takeCase({ actor: anne.actor, key, now });
    expect(await seenBy(anne.id, "moi")).toEqual({ shown: [key], mine: 1 });
    expect(await seenBy(bruno.id, "collegue")).toEqual({ shown: [key], mine: 0 });
    expect(await seenBy(bruno.id, "moi")).toEqual({ shown: [], mine: 0 });

    await takeCaseOver({ actor: bruno.actor, key, from: anne.id, now });
    expect(await seenBy(bruno.id, "moi")).toEqual({ shown: [key], mine: 1 });
    // Chloé read the queue when it was Anne's: Bruno keeps it.
    const late = takeCaseOver({ actor: chloe.actor, key, from: anne.id, now });
    await expect(late).rejects.toMatchObject({ code: "case_taken" });
    await giveCaseBack({ actor: bruno.actor, key, now });
    await takeCaseOver({ actor: chloe.actor, key, from: bruno.id, now });
    expect(await seenBy(chloe.id, "")).toEqual({ shown: [key], mine: 1 });

    // Nothing changes hands: nothing is written.
    await takeCase({ actor: chloe.actor, key, now });
    await giveCaseBack({ actor: anne.actor, key, now });
    const written = await AuditEntryModel.find({ target: key }).sort({ seq: 1 }).lean();
    expect(
      written.map(({ admin, act, before, after }) => [admin.toString(), act, before, after]),
    ).toEqual([
      [anne.id, "case.take", undefined, undefined],
      [bruno.id, "case.take-over", anne.id, bruno.id],
      [bruno.id, "case.give-back", undefined, undefined],
      [chloe.id, "case.take", undefined, undefined],
    ]);
  });

  it("is asked about before it is taken over: who has it, and since when", async () => {
    const [anne, bruno] = await Promise.all([
      newAdmin({ name: "Anne", lastname: "Petit" }),
      newAdmin({ name: "Bruno" }),
    ]);
    const master = await createUser({ masterStatus: "pending", createdAt: now });
    const key = `master:${master._id.toString()}`;
    const path = `/admin/a-traiter/${encodeURIComponent(key)}/reprendre?nature=master`;
    const asked = async ({ visitor }: typeof anne, form?: Record<string, string>) =>
      await rendered(visitor, path, form);
    const back = { status: 303, to: "/admin/a-traiter?nature=master" };
    const answerOf = ({ status, headers }: Response) => ({ status, to: headers.get("Location") });
    // Nobody's, then one's own: there is nothing to ask.
    expect(answerOf(await asked(bruno))).toEqual(back);
    await takeCase({ actor: anne.actor, key, now });
    expect(answerOf(await asked(anne))).toEqual(back);
    const page = await (await asked(bruno)).text();
    expect(page).toContain(`Anne Petit s’en occupe depuis le ${formatInstant(now)}`);
    const queue = await (await rendered(bruno.visitor, "/admin/a-traiter?nature=master")).text();
    expect(queue).toContain(`href="${path}"`);
    expect(answerOf(await asked(bruno, { from: anne.id }))).toEqual(back);
    expect(await acts()).toEqual(["case.take", "case.take-over"]);
    const finance = await newAdmin({ adminRole: "finance" });
    expect((await asked(finance)).status).toBe(403);
  });

  it("is taken by whose role may deal with it, and given back by whose may no more", async () => {
    const [support, finance] = await Promise.all([
      newAdmin({ adminRole: "support" }),
      newAdmin({ adminRole: "finance" }),
    ]);
    const master = await createUser({ masterStatus: "pending", createdAt: now });
    const key = `master:${master._id.toString()}`;
    expect(await codeOf(takeCase({ actor: finance.actor, key, now }))).toBe("forbidden");
    await takeCase({ actor: support.actor, key, now });
    const over = takeCaseOver({ actor: finance.actor, key, from: support.id, now });
    expect(await codeOf(over)).toBe("forbidden");
    expect(await codeOf(takeCase({ actor: support.actor, key: "nothing:1", now }))).toBe(
      "not_found",
    );
    await UserModel.updateOne({ _id: support.id }, { adminRole: "finance" });
    await giveCaseBack({ actor: support.actor, key, now });
    expect(await acts()).toEqual(["case.take", "case.give-back"]);
    const { insertedId } = await jobsCollection().insertOne({
      ...{ name: "gallery", type: "normal", data: {}, priority: 0, nextRunAt: null },
      ...{ failedAt: now, lastFinishedAt: now, failCount: 2, failReason: "timed out" },
    });
    const stopped = `job:${insertedId.toString()}`;
    await takeCase({ actor: finance.actor, key: stopped, now });
    expect(await acts()).toHaveLength(3);
    await giveCaseBack({ actor: finance.actor, key: stopped, now });
    // It ended by itself: nothing would ever end its charge.
    await jobsCollection().deleteOne({ _id: insertedId });
    expect(await codeOf(takeCase({ actor: finance.actor, key: stopped, now }))).toBe("not_found");
    expect(await CaseChargeModel.countDocuments()).toBe(0);
  });

  it("has one hand of two that take it at once, in the queue and in the log", async () => {
    const [anne, bruno] = await Promise.all([
      newAdmin({ name: "Anne" }),
      newAdmin({ name: "Bruno" }),
    ]);
    const master = await createUser({ masterStatus: "pending", createdAt: now });
    const key = `master:${master._id.toString()}`;
    const take = async ({ actor }: typeof anne) => await codeOf(takeCase({ actor, key, now }));
    const told = await Promise.all([take(anne), take(bruno)]);
    expect(told.toSorted()).toEqual(["case_taken", "done"]);
    expect(await acts()).toEqual(["case.take"]);
    const [loser, winner] = told[0] === "done" ? [bruno, anne] : [anne, bruno];
    await takeCaseOver({ actor: loser.actor, key, from: winner.id, now: addMinutes(now, 1) });
    const nameOf = async ({ id }: typeof anne) =>
      fullName(await UserModel.findById(id).orFail().lean());
    const [last] = await actsOn(key, 1);
    const { rows } = await auditLog.page({ par: "", acte: "case.take", date: "", cible: "" }, "");
    expect(rows.map(({ targetName }) => targetName)).toEqual([
      `Master à valider, ${fullName(master)}`,
    ]);
    expect(last).toMatchObject({ before: await nameOf(winner), after: await nameOf(loser) });
    // A role that was taken away in between writes nothing.
    await UserModel.updateOne({ _id: winner.id }, { adminRole: "lecture" });
    const again = takeCaseOver({ actor: winner.actor, key, from: loser.id, now });
    expect(await codeOf(again)).toBe("forbidden");
    expect(await acts()).toEqual(["case.take", "case.take-over"]);
  });

  it("is nobody's once it came back, or its officer left", async () => {
    const [anne, bruno] = await Promise.all([newAdmin(), newAdmin()]);
    const target = (await createVenue(await createOwner()))._id.toString();
    const report = (createdAt: Date) =>
      ReportModel.create({
        ...{ kind: "venue", target, reason: "introuvable", text: "Elle n’existe pas.", createdAt },
      });
    const key = `report:venue:${target}`;
    const holder = async () => {
      const { groups } = await listCases(anne.id, { nature: "report", charge: "", page: 1 }, now);
      return groups.flatMap(({ cases }) => cases).map(({ charge }) => charge?.adminId ?? null);
    };
    const days = (count: number) => addMinutes(now, -count * 24 * 60);
    const { _id } = await report(days(100));
    await takeCase({ actor: anne.actor, key, now: days(99) });
    expect(await holder()).toEqual([anne.id]);
    await ReportModel.updateOne({ _id }, { $set: { decision: new Types.ObjectId() } });
    await report(days(1));
    expect(await holder()).toEqual([null]);
    await takeCase({ actor: bruno.actor, key, now });
    expect(await holder()).toEqual([bruno.id]);
    await UserModel.updateOne({ _id: bruno.id }, { $set: { bannedAt: now } });
    expect(await holder()).toEqual([null]);
    await takeCase({ actor: anne.actor, key, now });
    expect(await holder()).toEqual([anne.id]);
  });

  it("that comes first is told beside how many are late", async () => {
    expect(await readWaiting(now)).toEqual({
      waiting: { cases: 0, contacts: 0, reviews: 0 },
      pressing: null,
      isCut: false,
      isUnread: false,
    });
    const days = (count: number) => addMinutes(now, -count * 24 * 60);
    for (const [entityName, age] of [
      ["Cercle récent", 1],
      ["Cercle ancien", 9],
      ["Cercle moyen", 7],
    ] as const) {
      await createUser({ masterStatus: "pending", entityName, createdAt: days(age) });
    }
    // Anybody may send them in: they keep no other out.
    const older = { masterStatus: "pending", isVerified: false, createdAt: days(20) } as const;
    for (let count = 0; count < 100; count += 1) await createUser(older);
    const { waiting, pressing } = await readWaiting(now);
    expect(waiting.cases).toBe(3);
    expect(pressing).toMatchObject({ late: 2, first: { kind: "master", title: "Cercle ancien" } });
  });
});

it("says on a person's page why an act was refused", async () => {
  const { visitor } = await newAdmin({ adminRole: "support" });
  const { id } = await newAdmin();
  const page = await rendered(visitor, `/admin/user/${id}`, { intent: "end-sessions" });
  expect(page.status).toBe(403);
  const summary = /<[^>]* role="alert"[^>]*>.*?<\/div>/s.exec(await page.text())?.[0];
  expect(summary).toContain(refusalMessage("role_required", "super-admin"));
});
