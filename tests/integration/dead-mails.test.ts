import { readdirSync, readFileSync } from "node:fs";
import { Types } from "mongoose";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { CaseChargeModel } from "@models/case-charge";
import { CalendarImportModel } from "@models/calendar-import";
import { ImageModel } from "@models/image";
import { MailModel } from "@models/mail";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReservationModel } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { caseFile } from "~/admin/cases/case-record.server";
import { STANDS, stillStands } from "~/admin/cases/mail-standing.server";
import { resendDeadMail, settleCase } from "~/admin/cases/settle-case.server";
import { takeCase } from "~/admin/cases/take-charge.server";
import { STAYS } from "~/accounts/change-email.server";
import { ABOUT_ACCOUNT } from "~/accounts/forget-account-mails.server";
import { PRIVACY_STEPS } from "~/offboarding/address-data.server";
import { LAST_MAILS } from "~/offboarding/forget-last-mails.server";
import { addDays, addMinutes, parisNoon, todayInParis } from "~/platform/days";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { Refusal } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { newAdmin, type Administrator } from "../support/office";
import { createReservation } from "../support/reservations";
import { startSmtpSink } from "../support/smtp-sink";

/** What did not reach its reader, and is about no reservation, is sent as it was written while it is true. */

useDatabase();

const now = new Date();
const at = addMinutes(now, -3 * 24 * 60);
const later = addMinutes(at, 60);
let admin: Administrator;
let person: User;

beforeEach(async () => {
  await emptyDatabase();
  admin = await newAdmin();
  person = await createUser();
});

async function dead(key: string, createdAt = at, about?: string): Promise<string> {
  const mail = { key, to: person.email, subject: "Objet", text: "Texte", html: "Texte" };
  const { _id } = await MailModel.create({
    ...(about !== undefined && { about }),
    ...{ ...mail, status: "failed", attempts: 16, createdAt, nextAttemptAt: createdAt },
  });
  return `mail:${_id.toString()}`;
}

/** What the office is told of it, and what becomes of it. */
async function sent(key: string): Promise<string> {
  const { isOutdated = false, isOnce = false } = await caseFile(key, now);
  const told = await resendDeadMail({ actor: admin.actor, key, now }).then(
    () => "sent",
    (error: { code: string }) => error.code,
  );
  expect([isOutdated, isOnce], "as its page says").toEqual([
    told === "mail_outdated",
    told === "mail_once",
  ]);
  return told;
}

const ofPerson = (name: string, since = at) =>
  `${name}:${person._id.toString()}:${since.getTime()}`;
const change = async (update: object) =>
  void (await UserModel.updateOne({ _id: person._id }, update));

describe("a mail that was given up", () => {
  it.each(["code", "known-address", "reset"])("%s: what it offers is over", async (name) => {
    expect(await sent(await dead(ofPerson(name)))).toBe("mail_outdated");
  });

  it("a link that is good for days is sent until it is used, replaced or over", async () => {
    const reset = { seed: "s", tokenHash: "h", sentAt: at };
    await change({ $set: { reset: { ...reset, expiresAt: addMinutes(now, 60) } } });
    expect(await sent(await dead(ofPerson("reset")))).toBe("sent");
    expect(await sent(await dead(ofPerson("reset", later)))).toBe("mail_outdated");
    const invitation = await dead(`invitation:${person._id.toString()}`);
    await change({ $set: { reset: { ...reset, expiresAt: addMinutes(now, -1) } } });
    expect(await sent(invitation)).toBe("mail_outdated");
  });

  it("of a ban is sent while that one is in force", async () => {
    const [banned, unbanned] = [await dead(ofPerson("banned")), await dead(ofPerson("unbanned"))];
    await change({ $set: { bannedAt: later } });
    expect(await sent(banned)).toBe("mail_outdated");
    expect(await sent(unbanned)).toBe("mail_outdated");
    await change({ $set: { bannedAt: at } });
    expect(await sent(banned)).toBe("sent");
    await change({ $unset: { bannedAt: 1 } });
    expect(await sent(unbanned)).toBe("sent");
  });

  it("of an account that nobody uses is sent while nobody came", async () => {
    const key = await dead(`${ofPerson("unused")}:2027-03-10`);
    await change({ $set: { createdAt: later } });
    expect(await sent(key)).toBe("mail_outdated");
    await change({ $set: { createdAt: at } });
    expect(await sent(key)).toBe("sent");
    await MailModel.updateMany({}, { $set: { status: "failed" } });
    await change({ $set: { lastLogin: later } });
    expect(await sent(key)).toBe("mail_outdated");
    await change({ $set: { lastLogin: at } });
    expect(await sent(key)).toBe("sent");
    await MailModel.updateMany({}, { $set: { status: "failed" } });
    await change({ $set: { deletedAt: now } });
    expect(await sent(key)).toBe("mail_outdated");
  });

  it("of other terms is sent until they stand", async () => {
    const from = (day: string) => dead(`terms:${person._id.toString()}:${day}`);
    expect(await sent(await from(todayInParis(now)))).toBe("mail_outdated");
    expect(await sent(await from(addDays(todayInParis(now), 1)))).toBe("sent");
  });

  it("of a venue's suspension, likewise", async () => {
    const venue = await createVenue(await createOwner(), { suspendedAt: at });
    const id = venue._id.toString();
    const suspended = [
      await dead(`venue-suspended:${id}:${at.getTime()}`),
      await dead(`venue-suspended:${id}:1`),
    ];
    const restored = await dead(`venue-restored:${id}:${at.getTime()}`);
    expect(await sent(suspended[0]!)).toBe("sent");
    expect(await sent(suspended[1]!)).toBe("mail_outdated");
    expect(await sent(restored)).toBe("mail_outdated");
    await VenueModel.updateOne({ _id: id }, { $unset: { suspendedAt: 1 } });
    expect(await sent(restored)).toBe("sent");
  });

  it("of an account that Stripe limits, likewise", async () => {
    await change({ $set: { stripeStats: "restricted", stripeStatsAt: at } });
    expect(await sent(await dead(ofPerson("account-restricted")))).toBe("sent");
    expect(await sent(await dead(ofPerson("account-restricted", later)))).toBe("mail_outdated");
    const over = await dead(ofPerson("account-restricted", addMinutes(at, 2)));
    await change({ $set: { stripeStats: "active", stripeStatsAt: addMinutes(at, 2) } });
    expect(await sent(over)).toBe("mail_outdated");
  });

  it("of a calendar that fails is sent until it is read again, to who can log in", async () => {
    const { _id } = await CalendarImportModel.create({
      ...{ venue: new Types.ObjectId(), owner: person._id, name: "Agenda", syncedAt: at },
      ...{ url: "https://agenda.exemple/a.ics", createdAt: at },
    });
    const failing = (since: Date) =>
      dead(`calendar-failing:${_id.toString()}:${since.getTime()}`, since);
    expect(await sent(await failing(at))).toBe("sent");
    expect(await sent(await failing(later))).toBe("mail_outdated");
    await MailModel.updateMany({}, { $set: { status: "failed" } });
    await change({ $set: { bannedAt: now } });
    const { _id: mail } = (await MailModel.findOne({ createdAt: at }).lean())!;
    expect(await sent(`mail:${mail.toString()}`)).toBe("mail_outdated");
  });

  it("of what is missing to a declaration is sent until it is there, the last one alone", async () => {
    const reminder = (of: Date) =>
      dead(`tax-facts:${person._id.toString()}:2026:${of.getTime()}`, of);
    const [first, last] = [await reminder(at), await reminder(later)];
    await TaxFactsModel.create({ _id: person._id, reminders: [at, later] });
    expect(await sent(first)).toBe("mail_outdated");
    expect(await sent(last)).toBe("sent");
    await MailModel.updateMany({}, { $set: { status: "failed" } });
    await change({ $set: { bannedAt: now } });
    expect(await sent(last)).toBe("mail_outdated");
    await change({ $unset: { bannedAt: 1 } });
    await TaxFactsModel.updateOne({ _id: person._id }, { $unset: { reminders: 1 } });
    expect(await sent(last)).toBe("mail_outdated");
  });

  it.each(["declared", "declared-closed"])(
    "%s: until the year is declared; the late one, which says that it is, until March",
    async (name) => {
      const standsOn = async (written: string, day: string) => {
        const key = await dead(`${name}:${person._id.toString()}:2026`, parisNoon(written));
        const mail = (await MailModel.findById(key.slice("mail:".length)).lean())!;
        await MailModel.deleteOne({ _id: mail._id });
        return await stillStands(mail, parisNoon(day), null);
      };
      const inTime = [await standsOn("2027-01-31", "2027-01-31")];
      inTime.push(await standsOn("2027-01-31", "2027-02-01"));
      expect(inTime).toEqual([true, false]);
      const late = [await standsOn("2027-02-01", "2027-02-03")];
      late.push(await standsOn("2027-02-01", "2027-02-28"));
      late.push(await standsOn("2027-02-01", "2027-03-01"));
      expect(late).toEqual([true, true, false]);
    },
  );

  it("of what was declared, late, is sent again in February, by its page as by its press", async () => {
    const february = parisNoon("2027-02-10");
    const named = `declared:${person._id.toString()}:2026`;
    const key = await dead(named, parisNoon("2027-02-04"));
    expect((await caseFile(key, february)).isOutdated).toBeUndefined();
    await resendDeadMail({ actor: admin.actor, key, now: february });
    expect((await MailModel.findOne({ key: named }).lean())?.status).toBe("queued");
  });

  it("of a request about one's data is sent until it is answered, extended or late", async () => {
    const today = todayInParis(now);
    const { _id } = await PrivacyRequestModel.create({
      ...{ kind: "access", channel: "letter", email: person.email, receivedOn: today },
      dueOn: today,
    });
    const received = await dead(`privacy-received:${_id.toString()}`);
    const extended = await dead(`privacy-extended:${_id.toString()}`);
    const again = async (update: object) => {
      await PrivacyRequestModel.updateOne({ _id }, update);
      await MailModel.updateMany({}, { $set: { status: "failed" } });
      return [await sent(received), await sent(extended)];
    };
    const [yes, no] = ["sent", "mail_outdated"];
    expect(await again({})).toEqual([yes, no]);
    expect(await again({ $set: { dueOn: addDays(today, -1) } })).toEqual([no, no]);
    expect(await again({ $set: { dueOn: addDays(today, 9), extendedAt: now } })).toEqual([no, yes]);
    expect(await again({ $set: { outcome: "refused", closedAt: now } })).toEqual([no, no]);
  });

  it("of a photo that was taken off, while it is", async () => {
    const decision = new Types.ObjectId();
    const key = await dead(`photo-removed:${decision.toString()}`);
    expect(await sent(key)).toBe("mail_outdated");
    const owner = person._id;
    const image = { owner, purpose: "venue", removedBy: decision, width: 1, height: 1, size: 1 };
    await ImageModel.collection.insertOne({ ...image, createdAt: at });
    expect(await sent(key)).toBe("sent");
  });

  it("of what was decided of a review, if nothing else was decided since", async () => {
    const venue = await createVenue(await createOwner());
    const { _id } = await ReviewModel.create({
      ...{ venue: venue._id, author: person._id, reservation: new Types.ObjectId() },
      ...{ stayDay: "2026-01-02", authorName: "Camille D." },
      ...{ rating: 4, text: "Une très belle salle.", state: "refused", refusal: "Hors sujet" },
    });
    const of = (since: Date) => `review-decided:${_id.toString()}:${since.getTime()}`;
    const [first, second] = [await dead(of(at)), await dead(of(later), later)];
    expect(await sent(first)).toBe("mail_outdated");
    expect(await sent(second)).toBe("sent");
  });

  it("that is sent again has the date of that press, and is as old as it was", async () => {
    const sink = await startSmtpSink();
    onTestFinished(sink.stop);
    expect(await sent(await dead(ofPerson("password-changed")))).toBe("sent");
    expect((await MailModel.findOne().lean())?.createdAt).toEqual(at);
    await deliverDueMails(now, 10, sink.url, false);
    const [, date = ""] = /^Date: (.+)$/m.exec(sink.mails[0]!.source) ?? [];
    expect(Date.parse(date)).toBe(Math.floor(now.getTime() / 1000) * 1000);
  });

  it("that is put away loses what it said: nobody sends it again", async () => {
    const key = await dead(ofPerson("password-changed"));
    const { seen } = await caseFile(key, now);
    const why = "Adresse morte";
    await settleCase({ actor: admin.actor, key, now, seen, why, password: undefined });
    const mail = (await MailModel.findOne().lean())!;
    expect([mail.putAway, mail.text, mail.html]).toEqual([true, undefined, undefined]);
  });

  it("that is put away while a colleague takes it is nobody's: nothing would end their charge", async () => {
    const key = await dead(ofPerson("password-changed"));
    const { seen } = await caseFile(key, now);
    const { actor } = await newAdmin();
    justBefore("CaseCharge", "findOne", () =>
      settleCase({ actor: admin.actor, key, now, seen, why: "Adresse morte", password: undefined }),
    );
    await expect(takeCase({ actor, key, now })).rejects.toThrow(new Refusal("not_found"));
    expect(await CaseChargeModel.countDocuments()).toBe(0);
  });

  it("about a reservation is made anew while that is true, if it ever is", async () => {
    const venue = await createVenue(await createOwner());
    const stay = { venue, buyer: person, startDate: addDays(todayInParis(now), 20) };
    const reservation = await createReservation({ ...stay, status: "confirmed" });
    const id = reservation._id.toString();
    const about = (news: string, behind: string) =>
      dead(`reservation-${news}:${id}:${behind}`, at, id);
    expect(await sent(await about("dates-agreed", "3:buyer"))).toBe("mail_once");
    expect(await sent(await about("contested", "dp_1:owner"))).toBe("mail_once");
    expect(await sent(await about("confirmed", "buyer"))).toBe("sent");
    await ReservationModel.updateOne({ _id: id }, { $set: { status: "cancelled" } });
    expect(await sent(await about("accepted", "buyer"))).toBe("mail_outdated");
  });

  it("of what happened is sent, whatever came of it", async () => {
    expect(await sent(await dead(ofPerson("password-changed")))).toBe("sent");
  });
});

/** What these tell has happened: nothing that comes after makes it untrue. */
const STAYS_TRUE = [
  ...["act-for", "appeal", "appeal-decided", "contact", "contact-answer", "deleted"],
  "email-changed",
  ...["master-refused", "master-validated", "password-changed", "privacy-erased"],
  ...["privacy-fulfilled", "privacy-refused", "report", "report-decided", "report-ended"],
  ...["second-factor", "second-factor-enrolled", "second-factor-recovered"],
  ...["second-factor-renewed", "token-created", "tokens-ended", "view", "wish-ended"],
];

/** What becomes of each kind, by whom it is about. */
const KINDS = {
  /** An account itself, proved or not: gone with it, by its id; moved with it to another address. */
  account: [
    ...["code", "known-address", "reset", "invitation", "master-refused", "banned", "unbanned"],
    ...["view", "act-for", "tokens-ended", "unused", "terms", "email-code", "email-wanted"],
  ],
  /** Likewise, as a warning: it stays at the address that it went to. */
  warning: [
    ...["password-changed", "email-changed", "token-created", "second-factor"],
    ...["second-factor-enrolled", "second-factor-renewed", "second-factor-recovered"],
  ],
  /** What a proved account did or has: moved with it, gone with its address. */
  deed: [
    ...["master-validated", "account-restricted", "calendar-failing", "declared", "tax-facts"],
    ...["photo-removed", "venue-suspended", "venue-restored", "review-decided", "wish-ended"],
    ...["appeal", "appeal-decided"],
  ],
  /** What somebody without an account may have left under the address: it stays there, and goes with it. */
  address: [
    ...["contact", "contact-answer", "report", "report-decided"],
    ...PRIVACY_STEPS.map((step) => `privacy-${step}`),
  ],
  /** What went in the same transaction: it stays, and goes a year later. */
  last: ["deleted", "declared-closed", "report-ended"],
};

/** What the first words of a key are put together of. */
const SPELT_OUT: Record<string, readonly string[]> = {
  "privacy-${step}": PRIVACY_STEPS.map((step) => `privacy-${step}`),
  "second-factor-${news.what}": ["enrolled", "recovered", "renewed"].map(
    (what) => `second-factor-${what}`,
  ),
  "${act}": ["banned", "unbanned", "deleted"],
};

/** Made anew of what is true now, whatever they said. */
const OF_A_RESERVATION = /^(?:reservation-.*|\$\{key\}|wish-offered)$/;

/** The first words of the keys of all mails about no reservation. */
function kindsOfMails(): string[] {
  const keys = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".server.ts"))
    .map((path) => readFileSync(`app/${path}`, "utf8"))
    .filter((source) => /queueMails?\(/.test(source))
    .flatMap((source) => [...source.matchAll(/`((?:[a-z-]|\$\{[\w.]+\})+):\$\{/g)])
    .flatMap(([, name = ""]) => SPELT_OUT[name] ?? [name])
    .filter((name) => !OF_A_RESERVATION.test(name));
  return [...new Set(keys)].sort();
}

it("each mail about no reservation is known to stay true, or how to tell that it does", () => {
  expect(kindsOfMails()).toEqual([...Object.keys(STANDS), ...STAYS_TRUE].sort());
});

it("each goes with whom it is about, moves along to another address or stays, as its kind does", () => {
  const { account, warning, last, ...others } = KINDS;
  expect(kindsOfMails()).toEqual(Object.values(KINDS).flat().sort());
  expect([...ABOUT_ACCOUNT].sort()).toEqual([...account, ...warning].sort());
  expect([...LAST_MAILS].sort()).toEqual(last.toSorted());
  const stays = kindsOfMails().filter((name) => STAYS.test(`${name}:`));
  expect(stays).toEqual([...warning, ...last, ...others.address].sort());
});
