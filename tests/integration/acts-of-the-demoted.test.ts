import mongoose, { Types } from "mongoose";
import sharp from "sharp";
import { beforeEach, describe, expect, it } from "vitest";
import { jobsCollection } from "@jobs/queue";
import { AUDIT_ACTS, AuditEntryModel, type AuditAct } from "@models/audit-entry";
import { CaseChargeModel } from "@models/case-charge";
import { ContactMessageModel } from "@models/contact-message";
import type { PrivacyKind } from "@models/enumerations";
import { LedgerDifferenceModel } from "@models/ledger-difference";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import type { Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { createAccount } from "~/admin/accounts/create-account.server";
import { changeRole } from "~/admin/admins/change-role.server";
import { resetSecondFactor } from "~/admin/admins/reset-second-factor.server";
import type { Actor } from "~/admin/audit/actor.server";
import { caseFile } from "~/admin/cases/case-record.server";
import * as settling from "~/admin/cases/settle-case.server";
import { giveCaseBack, takeCase, takeCaseOver } from "~/admin/cases/take-charge.server";
import * as contacts from "~/admin/contacts/treat-contact.server";
import * as gallery from "~/admin/gallery/change-gallery.server";
import { refuseMaster, validateMaster } from "~/admin/masters/decide-master.server";
import { decideAppeal, restoreForPlatform } from "~/admin/moderation/decide-appeal.server";
import { decideReport, removePhotoForPlatform } from "~/admin/moderation/decide-report.server";
import { moderationRecord } from "~/admin/moderation/moderation-record.server";
import * as privacy from "~/admin/privacy/answer-request.server";
import { eraseForRequest } from "~/admin/privacy/erase-for-request.server";
import { recordRequest, requestOfMessage } from "~/admin/privacy/record-request.server";
import { cancelForPlatform } from "~/admin/reservations/cancel-for-platform.server";
import * as follow from "~/admin/reservations/follow-reservation.server";
import { refundBeyond } from "~/admin/reservations/refund-beyond.server";
import { publishReview, refuseReview } from "~/admin/reviews/decide-review.server";
import { actFor } from "~/admin/users/act-for.server";
import { closeSite, decideFromConsole, openSite } from "~/admin/site/change-maintenance.server";
import { endNotice, saveNotice } from "~/admin/site/change-notices.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { cancelComingOf } from "~/admin/users/cancel-coming.server";
import { deleteUser } from "~/admin/users/delete-user.server";
import { endUserSessions } from "~/admin/users/end-user-sessions.server";
import { startView } from "~/admin/users/view-as.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { inTransaction } from "~/platform/database.server";
import { storedState } from "~/platform/site-state.server";
import { loader as listCsv } from "~/routes/admin/list-csv";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newAdmin, type Administrator } from "../support/office";
import { createReservation } from "../support/reservations";

/**
 * An act is asked for while its administrator may do it, and done once they may no longer: between the two lies the
 * body, which takes the time that its sender gives it.
 */

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();
const today = todayInParis(now);
const why = "Motif";
const text = "Bonjour.";
const soon = { from: now, until: addMinutes(now, 60) };
const BANNER = { kind: "information", audience: "visitors", text, ...soon } as const;
const LETTER = { kind: "access", channel: "letter", receivedOn: today } as const;
const ANA = { name: "Ana", lastname: "Gil", email: "ana@exemple.fr", password: "Tilleuls-1911" };
const nobody = () => new Types.ObjectId();
const idOf = ({ _id }: { _id: Types.ObjectId }) => _id.toString();
const said = { why, password: undefined, now };

const nothing = () => Promise.resolve(null);
const person = async (fields: Parameters<typeof createUser>[0] = {}) =>
  idOf(await createUser(fields));
const banned = () => person({ bannedAt: now, banReason: why });
const reader = () => person({ isAdmin: true, adminRole: "lecture" });
const master = () => person({ masterStatus: "pending" });
const limited = async () =>
  `owner:${await person({ accountId: "acct_x", stripeStats: "restricted" })}`;
const message = async () =>
  idOf(
    await ContactMessageModel.create({
      ...{ type: "Autre", email: "lucie@exemple.fr", name: "Lucie", lastname: "Roy" },
      ...{ description: text, createdAt: now },
    }),
  );
const request = async (kind: PrivacyKind = "access") =>
  idOf(
    await PrivacyRequestModel.create({
      ...{ kind, email: "lucie@exemple.fr", channel: "letter", identity: "document" },
      ...{ receivedOn: today, dueOn: addDays(today, 30) },
    }),
  );
const review = async () =>
  idOf(
    await ReviewModel.create({
      ...{ reservation: nobody(), venue: nobody(), author: nobody(), authorName: "Paul M." },
      ...{ rating: 4, text, stayDay: "2026-05-01", state: "pending" },
    }),
  );
const venue = async () => await createVenue(await createOwner());
const stay = async (status: "pending" | "confirmed" | "hold") =>
  await createReservation({
    ...{ venue: await venue(), buyer: await createUser(), status },
    startDate: addDays(today, 40),
  });
const reported = async (measure: "classer" | "suspendre", coming: "keep" | "cancel" = "keep") => {
  const { venueId: target } = await stay("pending");
  const report = await ReportModel.create({ kind: "venue", target, reason: "trompeur", text });
  const reason = measure === "classer" ? ("non-fonde" as const) : ("photos" as const);
  const reportId = idOf(report);
  const { reportsSeen: reports } = await moderationRecord(reportId, now);
  const said = { measure, reason, facts: text, coming, password: undefined, now };
  return { reportId, reports, ...said };
};
const mailed = async () => {
  const reservationId = idOf(await stay("confirmed"));
  const { _id } = await MailModel.create({
    ...{ key: `reservation-confirmed:${reservationId}:buyer`, about: reservationId },
    ...{ to: "a@exemple.fr", subject: "Confirmée", nextAttemptAt: now },
  });
  return { reservationId, mailId: _id.toString() };
};
const asked = async () => {
  const { _id: reservation, userId: buyer, ownerId: owner, answerBy } = await stay("pending");
  await LedgerEntryModel.create({
    ...{ _id: "authorised:pi_x", type: "authorised", stripeId: "pi_x", amount: 900, at: now },
    ...{ buyer, owner, reservation },
  });
  return { reservationId: reservation.toString(), seen: answerBy!.getTime() };
};
const suspended = async () => {
  const { _id } = await venue();
  await VenueModel.updateOne({ _id }, { $set: { suspendedAt: now } });
  return _id.toString();
};
const appealed = async () => {
  const { _id: target, userId } = await venue();
  const decision = await ModerationDecisionModel.create({
    ...{ kind: "venue", target, person: userId, measure: "suspendre", why, admin: nobody() },
    ...{ at: now, appeal: { text, at: now } },
  });
  return idOf(decision);
};
const deadMail = async () => {
  const mail = { key: "x", to: "a@exemple.fr", subject: "Rappel", text: "Demain", attempts: 5 };
  const { _id } = await MailModel.create({ ...mail, status: "failed", nextAttemptAt: now });
  return `mail:${_id.toString()}`;
};
const taken = async () => {
  const [key, from] = [await job(), nobody()];
  await CaseChargeModel.create({ _id: key, admin: from, since: now });
  return { key, from: from.toString() };
};
const picture = async () => {
  const png = sharp({ create: { width: 800, height: 600, channels: 3, background: "#123" } }).png();
  return `data:image/png;base64,${(await png.toBuffer()).toString("base64")}`;
};
const job = async () => {
  const { insertedId } = await jobsCollection().insertOne({
    ...{ name: "gallery", type: "normal", data: {}, priority: 0, nextRunAt: null },
    ...{ failedAt: now, lastFinishedAt: now, failCount: 2, failReason: "timed out" },
  });
  return `job:${insertedId.toString()}`;
};
const difference = async () => {
  await LedgerDifferenceModel.create({
    ...{ _id: "captured:ch_x", type: "captured", stripeId: "ch_x", stripeAmount: 900 },
    ...{ at: now, since: now },
  });
  return "ledger:captured:ch_x";
};

const notice = async () => {
  const { actor } = await newAdmin();
  await saveNotice(BANNER, { actor, now });
  // Of the log those acts are wanted that are done later.
  await AuditEntryModel.collection.deleteMany({});
  const state = await inTransaction(storedState);
  return state.notices[0]!.id;
};

const closed = async () => {
  await decideFromConsole({ message: text, from: now }, now);
  await AuditEntryModel.collection.deleteMany({});
};

/** Makes what an act is done to. @returns what does it */
type Prepare = (admin: Administrator) => Promise<(actor: Actor) => Promise<unknown>>;

function once<T>(
  make: () => Promise<T>,
  deed: (made: T, actor: Actor) => Promise<unknown>,
): Prepare {
  return async () => {
    const made = await make();
    return (actor) => deed(made, actor);
  };
}

function cancelBuyers({ userId }: Reservation, actor: Actor) {
  return cancelComingOf({ actor, userId: userId.toString(), ...said });
}
function makeRequest(messageId: string, actor: Actor) {
  return requestOfMessage({ actor, messageId, kind: "access", now });
}
function decide(report: Awaited<ReturnType<typeof reported>>, actor: Actor) {
  return decideReport({ actor, ...report });
}

/** All that is stored but what nobody sees: a picture that no tile shows, and a run that failed. */
async function everything() {
  const collections = await mongoose.connection.db!.collections();
  const kept = collections
    .map(({ collectionName }) => collectionName)
    .filter(
      (name) => !["images", "pictures.files", "pictures.chunks", "galleryruns"].includes(name),
    )
    .toSorted();
  return await Promise.all(
    kept.map(async (name) => [
      name,
      await mongoose.connection.db!.collection(name).find().sort({ _id: 1 }).toArray(),
    ]),
  );
}

/** Every act of the log; some are done in more than one way. */
const DEEDS: [act: AuditAct, prepare: Prepare][] = [
  [
    "user.create",
    once(nothing, (_, actor) => createAccount({ actor, account: ANA, as: "user", now })),
  ],
  [
    "user.create",
    once(nothing, (_, actor) => {
      const account = { ...ANA, adminRole: "super-admin" } as const;
      return createAccount({ actor, account, as: "admin", now });
    }),
  ],
  [
    "user.ban",
    once(person, (userId, actor) => banForPlatform({ actor, userId, coming: "keep", ...said })),
  ],
  ["user.unban", once(banned, (userId, actor) => unbanUser({ actor, userId, ...said }))],
  [
    "user.delete",
    once(person, (userId, actor) => deleteUser({ actor, userId, cancelComing: false, ...said })),
  ],
  ["user.end-sessions", once(person, (userId, actor) => endUserSessions({ actor, userId, now }))],
  [
    "user.role",
    once(reader, (userId, actor) =>
      changeRole({ actor, userId, adminRole: "super-admin", ...said }),
    ),
  ],
  [
    "user.second-factor",
    once(reader, (userId, actor) => resetSecondFactor({ actor, userId, ...said })),
  ],
  [
    "user.act-for",
    once(person, async (subjectId, actor) => {
      const viewer = (await actor.session.viewer())!;
      const request = new Request("http://localhost/api/send/edit-profil", { method: "POST" });
      const about = { params: {}, input: {}, subjectId, request, now };
      await actFor("profile")({ ...actor, ...about, viewer });
    }),
  ],
  ["user.view", once(person, (userId, actor) => startView({ actor, userId, ...said }))],
  ["user.cancel-reservations", once(() => stay("pending"), cancelBuyers)],
  ["user.cancel-reservations", once(() => stay("hold"), cancelBuyers)],
  [
    "reservation.read-stripe",
    once(
      () => stay("pending"),
      (reservation, actor) =>
        follow.readStripeAgain({ actor, reservationId: idOf(reservation), now }),
    ),
  ],
  [
    "reservation.mail",
    once(mailed, (about, actor) => follow.sendMailAgain({ actor, ...about, now })),
  ],
  [
    "reservation.extend",
    once(asked, (deadline, actor) =>
      follow.extendDeadline({ actor, ...deadline, hours: 2, why, now }),
    ),
  ],
  [
    "reservation.refund",
    once(
      () => stay("confirmed"),
      (reservation, actor) => {
        const about = { reservationId: idOf(reservation), amount: 100, decided: 0 };
        return refundBeyond({ actor, ...about, ...said });
      },
    ),
  ],
  [
    "reservation.cancel",
    once(
      () => stay("pending"),
      (reservation, actor) =>
        cancelForPlatform({ actor, reservationId: idOf(reservation), ...said }),
    ),
  ],
  ["master.validate", once(master, (masterId, actor) => validateMaster({ actor, masterId, now }))],
  ["master.refuse", once(master, (masterId, actor) => refuseMaster({ actor, masterId, why, now }))],
  [
    "contact.status",
    once(message, (contactId, actor) =>
      contacts.setContactStatus({ actor, contactId, status: true, now }),
    ),
  ],
  [
    "contact.answer",
    once(message, (contactId, actor) => contacts.answerContact({ actor, contactId, text, now })),
  ],
  [
    "contact.delete",
    once(message, (contactId, actor) => contacts.deleteContact({ actor, contactId, now })),
  ],
  [
    "privacy.record",
    once(nothing, (_, actor) => recordRequest({ actor, now, ...LETTER, email: ANA.email })),
  ],
  ["privacy.record", once(message, makeRequest)],
  [
    "privacy.record",
    once(async () => {
      await request();
      return await message();
    }, makeRequest),
  ],
  [
    "privacy.identity",
    once(request, (requestId, actor) =>
      privacy.checkIdentity({ actor, requestId, now, identity: "address" }),
    ),
  ],
  [
    "privacy.extend",
    once(request, (requestId, actor) => privacy.extendRequest({ actor, requestId, now, why })),
  ],
  [
    "privacy.fulfil",
    once(request, (requestId, actor) =>
      privacy.fulfilRequest({ actor, requestId, now, answer: text }),
    ),
  ],
  [
    "privacy.fulfil",
    once(
      () => request("erasure"),
      (requestId, actor) =>
        eraseForRequest({ actor, requestId, now, password: undefined, cancelComing: false }),
    ),
  ],
  [
    "privacy.refuse",
    once(request, (requestId, actor) => privacy.refuseRequest({ actor, requestId, now, why })),
  ],
  ["review.publish", once(review, (reviewId, actor) => publishReview({ actor, reviewId, now }))],
  ["review.refuse", once(review, (reviewId, actor) => refuseReview({ actor, reviewId, why, now }))],
  ["report.dismiss", once(() => reported("classer"), decide)],
  [
    "venue.remove-photo",
    once(
      async () => await venue(),
      ({ _id, locationIMG: [photo] }, actor) => {
        const about = { venueId: _id.toString(), photo: photo!.image.toString() };
        return removePhotoForPlatform({ actor, ...about, reason: "photos", facts: text, now });
      },
    ),
  ],
  ["venue.suspend", once(() => reported("suspendre"), decide)],
  ["venue.cancel-reservations", once(() => reported("suspendre", "cancel"), decide)],
  [
    "venue.restore",
    once(suspended, (venueId, actor) => restoreForPlatform({ actor, venueId, why, now })),
  ],
  [
    "appeal.decide",
    once(appealed, (decisionId, actor) =>
      decideAppeal({ actor, decisionId, outcome: "maintenir", ...said }),
    ),
  ],
  ["case.take", once(job, (key, actor) => takeCase({ actor, key, now }))],
  ["case.take-over", once(taken, (charge, actor) => takeCaseOver({ actor, ...charge, now }))],
  [
    "case.give-back",
    async ({ id }) => {
      const key = await job();
      await CaseChargeModel.create({ _id: key, admin: id, since: now });
      return (actor) => giveCaseBack({ actor, key, now });
    },
  ],
  [
    "case.settle",
    async () => {
      const key = await job();
      const { seen } = await caseFile(key, now);
      return (actor) => settling.settleCase({ actor, key, seen, ...said });
    },
  ],
  [
    "case.read-stripe",
    once(difference, (key, actor) => settling.readCaseAtStripe({ actor, key, now })),
  ],
  ["case.tell-owner", once(limited, (key, actor) => settling.tellOwner({ actor, key, now }))],
  ["mail.resend", once(deadMail, (key, actor) => settling.resendDeadMail({ actor, key, now }))],
  [
    "job.wake",
    once(job, (key, actor) => settling.wakeStoppedJob({ actor, key, password: undefined, now })),
  ],
  [
    "list.export",
    async ({ visitor }) => {
      const context = visitor.context();
      await context.session.viewer();
      const request = new Request("http://localhost/admin/user.csv");
      return () => listCsv({ request, params: {}, context });
    },
  ],
  [
    "gallery.city",
    once(picture, (image, actor) =>
      gallery.changeCityImage({ actor, now, name: "Lyon", place: 0, image }),
    ),
  ],
  ["gallery.renew", once(nothing, (_, actor) => gallery.renewSection("news", { actor, now }))],
  [
    "gallery.daily",
    once(nothing, (_, actor) => gallery.switchDaily("news", { actor, now, isOn: true })),
  ],
  ["notice.create", once(nothing, (_, actor) => saveNotice(BANNER, { actor, now }))],
  ["notice.change", once(notice, (id, actor) => saveNotice(BANNER, { actor, now, id }))],
  ["notice.end", once(notice, (id, actor) => endNotice(id, { actor, now }))],
  [
    "maintenance.start",
    once(nothing, (_, actor) => closeSite({ message: text, ...soon }, { actor, ...said })),
  ],
  ["maintenance.end", once(closed, (_, actor) => openSite({ actor, ...said }))],
];

/** Whoever's view was ended for them is still written down as who looked. */
const OF_ANYBODY: readonly AuditAct[] = ["user.view-end"];

it("are all the acts of the log", () => {
  const tried = new Set([...DEEDS.map(([act]) => act), ...OF_ANYBODY]);
  expect([...tried].toSorted()).toEqual(AUDIT_ACTS.toSorted());
});

const codeOf = async (work: Promise<unknown>) =>
  await work.then(
    () => "done",
    (error: unknown) =>
      error instanceof Refusal
        ? error.code
        : error instanceof Response
          ? String(error.status)
          : String(error),
  );

describe.each([
  ["demoted", { adminRole: "lecture" }],
  ["banned", { bannedAt: now, banReason: why }],
] as const)("an administrator who is meanwhile %s", (_name, change) => {
  it.each(DEEDS)("does nothing more: %s", async (_act, prepare) => {
    const admin = await newAdmin();
    const { session } = admin.actor;
    await session.confirm(now);
    const act = await prepare(admin);
    await session.viewer();
    await UserModel.updateOne({ _id: admin.id }, { $set: change });
    const before = await everything();
    expect(await codeOf(act(admin.actor))).toMatch(/^(forbidden|403)$/);
    expect(await everything()).toEqual(before);
  });
});
