import { trusted, Types } from "mongoose";
import { describe, expect, it, vi } from "vitest";
import { AccessEntryModel } from "@models/access-entry";
import { AuditEntryModel } from "@models/audit-entry";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { WISH_STATES, type WishState } from "@models/enumerations";
import { ImageModel } from "@models/image";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel, type Reservation } from "@models/reservation";
import { SessionModel } from "@models/session";
import { StripeEventModel, type StripeEvent } from "@models/stripe-event";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { WishModel, type Wish } from "@models/wish";
import { forgetAccountMails } from "~/accounts/forget-account-mails.server";
import { forgetInvited } from "~/accounts/forget-invited.server";
import { forgetSignups } from "~/accounts/forget-signups.server";
import { forgetAccesses } from "~/admin/audit/forget-accesses.server";
import { mailDeleted } from "~/admin/users/shut-out-mails.server";
import { forgetWishes } from "~/bookings/waiting/forget-wishes.server";
import { forgetMailsOfMessage, forgetMessages } from "~/contact/forget-messages.server";
import { endReportsOn } from "~/offboarding/end-reports.server";
import { forgetDeletedVenues } from "~/offboarding/forget-deleted-venues.server";
import { forgetLastMails } from "~/offboarding/forget-last-mails.server";
import { forgetPrivacyRequests } from "~/offboarding/forget-privacy-requests.server";
import { forgetEvents } from "~/payments/forget-events.server";
import { forgetDeadMails } from "~/platform/mail/forget-dead-mails.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, addMonths, parisMidnight, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { forgetReporters } from "~/reports/forget-reporters.server";
import { handlers } from "@jobs/all";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { createReservation } from "../support/reservations";

/** What belongs to no account goes by itself: docs/decisions/047. */

useDatabase();

const now = new Date("2027-03-10T10:00:00Z");
const today = todayInParis(now);
const justBefore = (instant: Date) => new Date(instant.getTime() - 1);
const daysAgo = parisMidnight(addDays(today, -30));
const yearsAgo = parisMidnight(addMonths(today, -36));

const signup = (fields: Partial<User> = {}) =>
  createUser({ isVerified: false, createdAt: justBefore(daysAgo), ...fields });
const askedAt = (sentAt: Date): Partial<User> => ({
  verification: { seed: "seed", sentAt, expiresAt: sentAt },
});

it("a signup that nobody verified goes 30 days after it was made, whoever asked for a code since", async () => {
  const old = await signup();
  // From when such a one could be banned.
  await signup({ bannedAt: now });
  // Anybody may ask for a code by an address.
  await signup({ ...askedAt(now), masterStatus: "pending" });
  await SessionModel.create({
    ...{ _id: "a-session", userId: old._id },
    ...{ createdAt: now, lastUsedAt: now, expiresAt: addMinutes(now, 1) },
  });
  const kept = [
    await signup({ createdAt: daysAgo }),
    await signup({ isVerified: true }),
    await signup({ masterStatus: "pending", isVerified: true }),
    await signup({ bannedAt: now, isVerified: true }),
    await signup({ deletedAt: now }),
  ].map(({ _id }) => _id.toString());
  // Its own, that of a signup with the address whose place it took, and one of an account.
  const kinds = ["code", "known-address", "reset", "password-changed", "master-refused"];
  const codes = [
    ...kinds.flatMap((about) => [`${about}:${old._id.toString()}:1`, `${about}:another:1`]),
    `code:${kept[0]!}:1`,
  ];
  // A stranger's wish for another password, days ago.
  await MailModel.create(
    ["reset", "password-changed", "known-address"].map((about) => ({
      ...{ ...mail, key: `${about}:${old._id.toString()}:2`, to: old.email, createdAt: now },
    })),
  );
  await MailModel.create(
    codes.map((key) => {
      const to = key.includes(kept[0]!) ? "anne@exemple.fr" : old.email;
      return { ...mail, key, to, createdAt: justBefore(daysAgo) };
    }),
  );
  await forgetSignups(now);
  const left = await UserModel.find({}, "_id").sort({ _id: 1 }).lean();
  expect(left.map(({ _id }) => _id.toString())).toEqual(kept.sort());
  expect(await SessionModel.countDocuments({ userId: old._id })).toBe(0);
  expect(await MailModel.distinct("key")).toEqual(codes.slice(-1));
});

it("of many signups the others go when some hundreds cannot, and nobody's mails without them", async () => {
  await UserModel.deleteMany();
  await MailModel.deleteMany();
  const pattern = await signup();
  await UserModel.deleteMany();
  const made = await UserModel.insertMany(
    Array.from({ length: 450 }, (_, index) => ({
      ...{ ...pattern, _id: new Types.ObjectId(), tag: `inscription-${index}` },
      email: `inscription-${index}@exemple.fr`,
    })),
  );
  await MailModel.insertMany(
    made.map(({ _id, email }) => {
      const key = `code:${_id.toString()}:1`;
      return { ...mail, key, to: email, createdAt: justBefore(daysAgo) };
    }),
  );
  const failing = vi.spyOn(MailModel, "deleteMany").mockImplementationOnce(() => {
    throw new Error("no");
  });
  // What becomes of each is asked by the others.
  const asked = vi.spyOn(UserModel, "findOne").mockReturnValue({
    session: () => ({ lean: () => Promise.resolve(null) }),
  } as never);
  const log = vi.spyOn(logger, "error").mockReturnValue();
  await expect(forgetSignups(now)).rejects.toMatchObject({ errors: [expect.any(Error)] });
  const of = made.slice(0, 200).map(({ _id }) => _id.toString());
  expect(log.mock.calls).toEqual([
    [expect.objectContaining({ of: of.join(" ") }), "mails of signups not forgotten"],
  ]);
  log.mockRestore();
  expect([asked.mock.calls.length, await MailModel.countDocuments()]).toEqual([250, 200]);
  failing.mockRestore();
  asked.mockRestore();
}, 60_000);

it("an account that the office made goes 30 days after its invitation ended, if nobody ever came and nothing is in it", async () => {
  await UserModel.deleteMany();
  await MailModel.deleteMany();
  const made = parisMidnight(addDays(today, -37));
  const invited = async (fields: Partial<User> = {}, createdAt = justBefore(made)) => {
    const expiresAt = parisMidnight(addDays(todayInParis(createdAt), 7));
    const reset = { seed: "seed", tokenHash: "hash", sentAt: createdAt, expiresAt };
    const { _id } = await createUser({ createdAt, reset, termsAcceptedAt: undefined, ...fields });
    const of = _id.toString();
    const keys = [`invitation:${of}`, `unused:${of}:1:2027-03-01`, `terms:${of}:2027-04-01`];
    await MailModel.create(keys.map((key) => ({ ...mail, key, createdAt: now })));
    return _id;
  };
  // Anybody may ask for another password by an address.
  const asked = { seed: "seed", tokenHash: "hash", sentAt: now, expiresAt: addMinutes(now, 60) };
  const gone = [
    await invited(),
    await invited({ masterStatus: "validated" }),
    await invited({ reset: asked }),
    await invited({ reset: undefined }),
  ];
  const kept = [
    await invited({}, made),
    await invited({ isAdmin: true }),
    await invited({ bannedAt: now }),
    await invited({ lastLogin: now }),
    await invited({ termsAcceptedAt: now }),
    await invited({ accountId: "acct_9" }),
    await invited(),
    await invited(),
  ];
  const [owner, master] = kept.slice(-2) as [Types.ObjectId, Types.ObjectId];
  await createVenue({ _id: owner });
  kept.push(await invited({ link_id: master }));
  const [renting, letting, wishing] = [await invited(), await invited(), await invited()];
  const venue = await createVenue(await createOwner({ createdAt: now }));
  kept.push(renting, letting, wishing, venue.userId);
  const booked = { venue, status: "ended" } as const;
  await createReservation({ ...booked, buyer: { _id: renting }, startDate: addDays(today, -1) });
  const others = { buyer: { _id: new Types.ObjectId() }, startDate: addDays(today, -2) };
  await createReservation({ ...booked, ...others, ownerId: letting });
  await WishModel.create({
    ...{ user: wishing, venue: venue._id, createdAt: now, lookAt: now, state: "waiting" },
    ...{ startDate: today, endDate: today, startSlot: "AM", endSlot: "PM", period: "Day" },
  });
  // Former releases did not ask for the conditions where the password is chosen.
  const chosen = await invited();
  await MailModel.create({
    ...mail,
    key: `password-changed:${chosen.toString()}:1`,
    createdAt: now,
  });
  kept.push(chosen);
  await forgetInvited(now);
  const left = (await UserModel.distinct("_id")).map(String).sort();
  expect(left).toEqual(kept.map(String).sort());
  const mails = (await MailModel.distinct("key")).join(" ");
  for (const id of gone) expect(mails).not.toContain(id.toString());
  expect(mails).toContain(kept[0]!.toString());
});

it("all that was mailed about an account goes with it", async () => {
  await MailModel.deleteMany();
  const [id, other] = [new Types.ObjectId(), new Types.ObjectId().toString()];
  const kinds = [
    ...["act-for", "banned", "code", "email-changed", "email-code", "email-wanted", "invitation"],
    ...["known-address", "master-refused", "password-changed", "reset", "second-factor"],
    ...["second-factor-enrolled", "second-factor-recovered", "second-factor-renewed", "terms"],
    ...["token-created", "tokens-ended", "unbanned", "unused", "view"],
  ];
  const keys = [id.toString(), other].flatMap((of) => kinds.map((about) => `${about}:${of}:1`));
  await MailModel.create(keys.map((key) => ({ ...mail, key, createdAt: now })));
  await inTransaction((transaction) => forgetAccountMails(id, transaction));
  const left = (await MailModel.distinct("key")).sort();
  expect(left).toEqual(kinds.map((about) => `${about}:${other}:1`).sort());
});

it("a master's submission goes 30 days after it was refused, with what it was mailed", async () => {
  await UserModel.deleteMany();
  await MailModel.deleteMany();
  const refused = async (at: Date | undefined, fields: Partial<User> = {}) => {
    const user = await signup({ masterStatus: "refused", isVerified: true, ...fields });
    const target = user._id.toString();
    if (at) {
      await AuditEntryModel.create({
        ...{ seq: (await AuditEntryModel.countDocuments()) + 1, admin: new Types.ObjectId(), at },
        ...{ act: "master.refuse", target, requestId: "req", address: "203.0.113.7", hash: target },
      });
    }
    await MailModel.create({
      ...{ ...mail, key: `master-refused:${target}`, to: user.email },
      createdAt: at ?? user.createdAt,
    });
    return target;
  };
  const gone = [
    await refused(justBefore(daysAgo)),
    await refused(justBefore(daysAgo), { isVerified: false }),
    await refused(undefined),
  ];
  const kept = [await refused(daysAgo), await refused(undefined, { createdAt: daysAgo })];
  const others = { isAdmin: true, bannedAt: now, deletedAt: now };
  for (const [field, value] of Object.entries(others)) {
    kept.push(await refused(justBefore(daysAgo), { [field]: value }));
  }
  await forgetSignups(now);
  expect((await UserModel.distinct("_id")).map(String).sort()).toEqual(kept.sort());
  const mails = (await MailModel.distinct("key")).join(" ");
  for (const id of gone) expect(mails).not.toContain(id);
  expect(mails).toContain(kept[0]);
});

const mail = {
  to: "anne@exemple.fr",
  subject: "Essai",
  status: "sent",
  nextAttemptAt: now,
} as const;

/** With the mails that told of it, made when it and its last answer were. */
async function message(fields: Partial<ContactMessage>): Promise<string> {
  const { id, createdAt, answers } = await ContactMessageModel.create({
    ...{ type: "Support technique", email: "anne@exemple.fr", name: "Anne", lastname: "Roy" },
    ...{ description: "Une question.", createdAt: justBefore(yearsAgo), ...fields },
  });
  const answer = `contact-answer:${id}:${now.getTime()}`;
  await MailModel.create([
    { ...mail, key: `contact:${id}:sender`, createdAt },
    { ...mail, key: answer, createdAt: answers?.at(-1)?.at ?? createdAt },
  ]);
  return id;
}

it("a message goes three years after its last word, with its mails", async () => {
  const answered = (at: Date) => ({ answers: [{ by: new Types.ObjectId(), at, text: "Oui." }] });
  const gone = [await message({}), await message(answered(justBefore(yearsAgo)))];
  const kept = [await message({ createdAt: yearsAgo }), await message(answered(yearsAgo))];
  await forgetMessages(now);
  const left = await ContactMessageModel.distinct("_id");
  expect(left.map(String).sort()).toEqual(kept.sort());
  const mails = (await MailModel.distinct("key")).join(" ");
  expect(mails).toContain(`contact:${kept[0]!}:sender`);
  for (const id of kept) expect(mails).toContain(`contact-answer:${id}:`);
  for (const id of gone) expect(mails).not.toContain(id);
});

it("a mail of a message that the office deleted goes three years after it was written", async () => {
  await MailModel.deleteMany();
  const [young, old] = ["contact-answer:5:2", "contact-answer:5:1"];
  await MailModel.create([
    { ...mail, key: young, createdAt: yearsAgo },
    { ...mail, key: old, createdAt: justBefore(yearsAgo) },
    { ...mail, key: "contacted:5", createdAt: justBefore(yearsAgo) },
  ]);
  await forgetMessages(now);
  expect((await MailModel.distinct("key")).sort()).toEqual([young, "contacted:5"]);
});

it("the mails of one message are looked for by keys that begin with all of its id", async () => {
  const [gone, kept] = [await message({}), await message({})];
  await MailModel.create({ ...mail, key: `contact:${gone}:team`, status: "queued" });
  const { asked } = await askedBy(() =>
    inTransaction((session) => forgetMailsOfMessage(new Types.ObjectId(gone), session)),
  );
  const keys = asked.flatMap((one) => /key: \{\$regex: "(.*?)"/.exec(one)?.[1] ?? []);
  expect(keys).toEqual([`^contact-answer:${gone}:`, `^contact:${gone}:`]);
  const left = (await MailModel.distinct("key")).filter((key) => key.includes(gone));
  expect(left).toEqual([`contact:${gone}:team`]);
  expect((await MailModel.distinct("key")).join(" ")).toContain(kept);
});

it("a look at somebody's data is noted for a year", async () => {
  const look = { kind: "user", requestId: "req", address: "203.0.113.7" } as const;
  const people = { admin: new Types.ObjectId(), target: new Types.ObjectId() };
  const yearAgo = parisMidnight(addMonths(today, -12));
  await AccessEntryModel.create([
    { ...look, ...people, at: justBefore(yearAgo) },
    { ...look, ...people, at: yearAgo },
  ]);
  await forgetAccesses(now);
  expect(await AccessEntryModel.distinct("at")).toEqual([yearAgo]);
});

it("what is old goes, whatever else of the night's cannot", async () => {
  await AccessEntryModel.create({
    ...{ kind: "user", requestId: "req", address: "203.0.113.7", at: new Date(0) },
    ...{ admin: new Types.ObjectId(), target: new Types.ObjectId() },
  });
  const failure = new Error("no");
  const find = vi.spyOn(ContactMessageModel, "find").mockImplementation(() => {
    throw failure;
  });
  await expect(handlers["forget-old"]()).rejects.toBe(failure);
  find.mockRestore();
  expect(await AccessEntryModel.countDocuments({ at: new Date(0) })).toBe(0);
});

it("the address that somebody left with a report goes a year after its decision, with its mails", async () => {
  const yearAgo = parisMidnight(addMonths(today, -12));
  const report = async (decidedAt?: Date) => {
    const about = { kind: "venue", target: new Types.ObjectId() } as const;
    const decision = new Types.ObjectId();
    if (decidedAt) {
      await ModerationDecisionModel.create({
        ...{ ...about, _id: decision, measure: "classer", why: "Rien à redire." },
        ...{ admin: new Types.ObjectId(), at: decidedAt },
      });
    }
    const { id } = await ReportModel.create({
      ...{ ...about, reason: "autre", text: "Ce n’est pas ce lieu.", email: "anne@exemple.fr" },
      ...{ createdAt: new Date(0), ...(decidedAt && { decision }) },
    });
    await MailModel.create([
      { ...mail, key: `report:${id}:reporter` },
      { ...mail, key: `report-decided:${id}` },
    ]);
    return id;
  };
  await MailModel.deleteMany();
  const gone = await report(justBefore(yearAgo));
  const kept = [await report(yearAgo), await report()];
  await forgetReporters(now);
  const named = await ReportModel.find({ email: "anne@exemple.fr" }, "_id").lean();
  expect(named.map(({ _id }) => _id.toString()).sort()).toEqual(kept.sort());
  expect(await ReportModel.findById(gone).lean()).toMatchObject({ text: "Ce n’est pas ce lieu." });
  const mails = (await MailModel.distinct("key")).sort();
  expect(mails).toEqual(
    kept.flatMap((id) => [`report-decided:${id}`, `report:${id}:reporter`]).sort(),
  );
});

it("who was told that a reported review is gone is forgotten a year after", async () => {
  await MailModel.deleteMany();
  const yearAgo = parisMidnight(addMonths(today, -12));
  const review = new Types.ObjectId();
  const about = { kind: "review", target: review, reason: "autre", text: "Faux." } as const;
  const twice = await ReportModel.create(
    [1, 2].map(() => ({ ...about, email: "anne@exemple.fr", createdAt: new Date(0) })),
  );
  await MailModel.create(twice.map(({ id }) => ({ ...mail, key: `report:${id}:reporter` })));
  await inTransaction((transaction) => endReportsOn([review], transaction));
  // One tells them so; that they had reported it is not told any more.
  const [told, ...others] = await MailModel.find().lean();
  expect(told!.key).toMatch(/^report-ended:/);
  expect(others).toEqual([]);
  await MailModel.updateOne({ _id: told!._id }, { createdAt: yearAgo });
  await forgetLastMails(now);
  expect(await MailModel.countDocuments()).toBe(1);
  await MailModel.updateOne({ _id: told!._id }, { createdAt: justBefore(yearAgo) });
  await forgetLastMails(now);
  expect(await MailModel.countDocuments()).toBe(0);
});

it("an address that was last told that its account is deleted is forgotten a year after", async () => {
  await MailModel.deleteMany();
  const yearAgo = parisMidnight(addMonths(today, -12));
  const { _id, email } = await createUser();
  const tellAt = async (at: Date) => {
    const gone = { _id, email, isProved: true, unanswered: { appealed: [], requests: [] } };
    await inTransaction((transaction) => mailDeleted(gone, "Fraude", at, transaction));
    await MailModel.updateOne(
      { key: `deleted:${_id.toString()}:${at.getTime()}` },
      { createdAt: at },
    );
  };
  await tellAt(justBefore(yearAgo));
  await tellAt(yearAgo);
  await MailModel.create({ ...mail, key: "deletes:1", createdAt: justBefore(yearAgo) });
  await forgetLastMails(now);
  expect((await MailModel.distinct("key")).sort()).toEqual([
    `deleted:${_id.toString()}:${yearAgo.getTime()}`,
    "deletes:1",
  ]);
});

describe("of a deleted venue, what was said of it and its photos", () => {
  const limit = parisMidnight(addDays(today, -60));
  const words = {
    ...{ arrival: "Code 1234A", houseRules: "Appeler Anne", hours: "8 h", latestAccess: "18 h" },
    coordinates: { lat: 49.4, lng: 1.1 },
  };
  const deleted = async (deletedAt: Date, fields: Partial<Venue> = {}) => {
    const owner = await createOwner();
    const venue = await createVenue(owner, { ...words, deletedAt, listed: false, ...fields });
    const images = venue.locationIMG.map(({ image }) => ({
      ...{ _id: image, owner: owner._id, purpose: "venue", width: 64, height: 48 },
    }));
    await ImageModel.collection.insertMany(images);
    return venue;
  };
  const stored = async ({ _id }: Venue) => (await VenueModel.findById(_id).lean())!;
  const booked = async (venue: Venue, status: Reservation["status"], endDate: string) =>
    await createReservation({
      ...{ venue, buyer: await createUser(), status },
      ...{ startDate: endDate, endDate },
    });

  it("go 60 days after it was deleted, and nothing else of it", async () => {
    const venue = await deleted(justBefore(limit));
    const recent = await deleted(limit);
    const reservation = await booked(venue, "ended", addDays(today, -61));
    // Nobody's stay.
    await booked(venue, "dead", addDays(today, 3));
    await forgetDeletedVenues(now);
    const { arrival, houseRules, hours, latestAccess, coordinates, ...left } = await stored(venue);
    expect([arrival, houseRules, hours, latestAccess, coordinates]).toEqual(
      Array(5).fill(undefined),
    );
    expect(left).toMatchObject({ description: "", locationIMG: [], title: venue.title });
    // What is declared of its owner's income is told by it.
    expect(left.street).toBe(venue.street);
    const photos = venue.locationIMG.map(({ image }) => image);
    const drafts = { _id: trusted({ $in: photos }), draftSince: trusted({ $exists: true }) };
    expect(await ImageModel.countDocuments(drafts)).toBe(photos.length);
    expect(await ReservationModel.findById(reservation._id).lean()).toEqual(reservation);
    expect(await stored(recent)).toEqual(recent);
  });

  it("go of a venue without photos too, and are not looked for again", async () => {
    const venue = await deleted(justBefore(limit));
    await VenueModel.updateOne({ _id: venue._id }, { $set: { locationIMG: [] } });
    await forgetDeletedVenues(now);
    const left = await stored(venue);
    expect([left.arrival, left.coordinates, left.description]).toEqual([undefined, undefined, ""]);
    const look = vi.spyOn(VenueModel, "findById");
    await forgetDeletedVenues(now);
    expect(look).not.toHaveBeenCalled();
    look.mockRestore();
  });

  it.each([
    ["somebody was there lately", "ended", addDays(today, -60)],
    ["a stay was called off lately", "cancelled", addDays(today, -1)],
    ["money is on its way", "cancelling", addDays(today, -90)],
  ] as const)("stay while %s", async (_why, status, endDate) => {
    const venue = await deleted(justBefore(limit));
    await booked(venue, status, endDate);
    await forgetDeletedVenues(now);
    expect(await stored(venue)).toEqual(venue);
  });

  it("stay of a venue that is there", async () => {
    const venue = await createVenue(await createOwner(), words);
    await forgetDeletedVenues(now);
    expect(await stored(venue)).toEqual(venue);
  });
});

it("a mail that reached nobody loses what it said 60 days after its last try", async () => {
  await MailModel.deleteMany();
  const limit = parisMidnight(addDays(today, -60));
  const body = { text: "Bonjour Anne", html: "Bonjour Anne" };
  const dead = (key: string, nextAttemptAt: Date, status: "failed" | "queued" = "failed") =>
    MailModel.create({ ...mail, ...body, key, status, nextAttemptAt });
  await dead("old", justBefore(limit));
  await dead("new", limit);
  await dead("waiting", justBefore(limit), "queued");
  await forgetDeadMails(now);
  const left = await MailModel.find({ text: trusted({ $exists: true }) }).lean();
  expect(left.map(({ key }) => key).sort()).toEqual(["new", "waiting"]);
  expect(await MailModel.findOne({ key: "old" }).lean()).not.toHaveProperty("html");
});

it("a request about data is without its person a year after its answer, and so are its mails gone", async () => {
  await MailModel.deleteMany();
  const yearAgo = parisMidnight(addMonths(today, -12));
  const request = async (closedAt?: Date) => {
    const { id } = await PrivacyRequestModel.create({
      ...{ kind: "access", channel: "letter", receivedOn: "2025-01-02", dueOn: "2025-02-02" },
      ...{ email: "anne@exemple.fr", details: "Tout.", createdAt: new Date(0) },
      ...(closedAt && { closedAt, outcome: "fulfilled" }),
    });
    await MailModel.create(
      ["received", "extended", "fulfilled"].map((step) => ({
        ...mail,
        key: `privacy-${step}:${id}`,
      })),
    );
    return id;
  };
  const gone = await request(justBefore(yearAgo));
  const kept = [await request(yearAgo), await request()];
  await forgetPrivacyRequests(now);
  const named = await PrivacyRequestModel.distinct("_id", { email: "anne@exemple.fr" });
  expect(named.map(String).sort()).toEqual(kept.sort());
  const mails = (await MailModel.distinct("key")).join(" ");
  expect(mails).not.toContain(gone);
  expect(await MailModel.countDocuments()).toBe(6);
});

it("a place on a waiting list that is over goes 30 days after its last day, and no other", async () => {
  await WishModel.deleteMany();
  const wish = (state: WishState, days: number): Partial<Wish> => ({
    ...{ user: new Types.ObjectId(), venue: new Types.ObjectId(), state, createdAt: now },
    ...{ startDate: addDays(today, days - 1), endDate: addDays(today, days), lookAt: now },
    ...{ startSlot: "AM", endSlot: "PM", period: "Day" },
  });
  await WishModel.create(WISH_STATES.map((state) => wish(state, -31)));
  await WishModel.create(WISH_STATES.map((state) => wish(state, -30)));
  await forgetWishes(now);
  const left = await WishModel.find().sort({ _id: 1 }).lean();
  const old = left.filter(({ endDate }) => endDate === addDays(today, -31));
  expect(old.map(({ state }) => state)).toEqual(["waiting", "offered"]);
  expect(left).toHaveLength(old.length + WISH_STATES.length);
});

it("an event of Stripe's goes a year after it was acted on, however long ago it came", async () => {
  await StripeEventModel.deleteMany();
  const yearAgo = parisMidnight(addMonths(today, -12));
  const event = (_id: string, handledAt?: Date): StripeEvent => ({
    ...{ _id, type: "charge.succeeded", endpoint: "platform", objectId: "ch_1" },
    ...{ receivedAt: justBefore(yearAgo), ...(handledAt && { handledAt }) },
  });
  await StripeEventModel.create([
    ...[event("handled late", yearAgo), event("waiting")],
    // More than go at once.
    ...Array.from({ length: 401 }, (_, place) => event(`old ${place}`, justBefore(yearAgo))),
  ]);
  await forgetEvents(now);
  expect((await StripeEventModel.distinct("_id")).sort()).toEqual(["handled late", "waiting"]);
});

describe("what cannot be forgotten keeps no other, and is told at the end", () => {
  const FAIL = () => {
    throw new Error("no");
  };
  const twice = async (make: () => Promise<unknown>) => {
    await emptyDatabase();
    await make();
    await make();
  };
  const oldReport = async () => {
    const about = { kind: "venue", target: new Types.ObjectId() } as const;
    const decided = { admin: new Types.ObjectId(), at: new Date(0), why: "Rien à redire." };
    const decision = await ModerationDecisionModel.create({
      ...{ ...about, ...decided, measure: "classer" },
    });
    await ReportModel.create({
      ...{ ...about, reason: "autre", text: "Faux.", email: "anne@exemple.fr" },
      ...{ createdAt: new Date(0), decision: decision._id },
    });
  };
  const unverified = () => UserModel.countDocuments();
  const withWords = () => VenueModel.countDocuments({ description: trusted({ $ne: "" }) });
  const withAddress = () => ReportModel.countDocuments({ email: trusted({ $exists: true }) });
  const cases = {
    signups: {
      ...{ forget: forgetSignups, make: () => signup(), left: unverified },
      fail: () => vi.spyOn(UserModel, "findOne").mockImplementationOnce(FAIL),
    },
    "invited accounts": {
      ...{ forget: forgetInvited, left: unverified },
      make: () => createUser({ createdAt: new Date(0), termsAcceptedAt: undefined }),
      fail: () => vi.spyOn(UserModel, "exists").mockImplementationOnce(FAIL),
    },
    "reporters' addresses": {
      ...{ forget: forgetReporters, make: oldReport, left: withAddress },
      fail: () => vi.spyOn(ReportModel, "updateOne").mockImplementationOnce(FAIL),
    },
    "deleted venues": {
      ...{ forget: forgetDeletedVenues, left: withWords },
      make: async () => createVenue(await createOwner(), { deletedAt: new Date(0), listed: false }),
      fail: () => vi.spyOn(ReservationModel, "exists").mockImplementationOnce(FAIL),
    },
  };

  it.each(Object.entries(cases))("of %s", async (_what, { forget, make, left, fail }) => {
    await twice(make);
    const failing = fail();
    await expect(forget(now)).rejects.toMatchObject({ errors: [expect.any(Error)] });
    failing.mockRestore();
    expect(await left()).toBe(1);
    await forget(now);
    expect(await left()).toBe(0);
  });
});
