import { handlers } from "@jobs/all";
import mongoose from "mongoose";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { ReviewModel } from "@models/review";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { askForReviews, remindOfEvents, remindOwners } from "~/bookings/mail/reminders.server";
import { endReservations } from "~/bookings/record/transition.server";
import { queueChangeMails } from "~/bookings/mail/change-mails.server";
import { queueReservationMails, type ReservationNews } from "~/bookings/mail/mails.server";
import { mailRestored } from "~/admin/moderation/moderation-mails.server";
import { mailActedFor } from "~/admin/users/acted-for-mail.server";
import { takeBackReminders } from "~/bookings/mail/take-back-reminders.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, addMinutes, formatInstant, parisMidnight, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { deliverDueMails } from "~/platform/mail/deliver-mails.server";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { besides, justBefore } from "../support/just-before";
import { createReservation } from "../support/reservations";
import { expectMailsWhole, expectToldAlike } from "../support/told-alike";

useDatabase();

const now = new Date();
const today = todayInParis(now);
let owner: User;
let buyer: User;
let venue: Venue;

beforeEach(async () => {
  await emptyDatabase();
  owner = await createOwner();
  buyer = await createUser({ phone: "06 12 34 56 78" });
  venue = await createVenue(owner, { arrival: "Par la cour." });
});

const booked = (fields: Partial<Reservation> & { venue?: Venue }) =>
  createReservation({
    ...{ venue, buyer, status: "confirmed", startDate: addDays(today, 2) },
    ...fields,
  });
/** Lets something happen once the job has seen what is due. */
const onSecondLook = (other: () => Promise<unknown>) => {
  justBefore("Reservation", "find", () => {
    justBefore("Reservation", "find", other);
    return Promise.resolve();
  });
};
const mails = async () => await MailModel.find().sort({ to: 1 }).lean();

describe("an owner who has yet to answer", () => {
  it("is reminded two hours before their time is over, once, with both buttons", async () => {
    await booked({ status: "pending", answerBy: addMinutes(now, 120) });
    await remindOwners(now);
    await remindOwners(addMinutes(now, 1));
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail?.to).toBe(owner.email);
    expect(mail?.html).toMatch(/\/accepter"/);
    expect(mail?.html).toMatch(/\/refuser"/);
    expect(mail?.html).toContain("Accepter la demande");
    expect(mail?.html).toContain("Refuser la demande");
    await expectMailsWhole();
  });

  it("is told of a venue overseas that their time is over by Paris's clocks", async () => {
    await VenueModel.updateOne({ _id: venue._id }, { postalCode: "97110" });
    const answerBy = addMinutes(now, 120);
    await booked({ status: "pending", answerBy });
    await remindOwners(now);
    const [mail] = await mails();
    const until = `${formatInstant(answerBy)} (heure de Paris)`;
    expect(mail?.subject).toContain(`Réponse attendue avant le ${until}\u00a0:`);
    expect(mail?.text).toContain(`Répondez avant le ${until}\u00a0; sans réponse`);
  });

  it("is reminded though another one's address takes no mail, of which the job tells", async () => {
    const soon = { status: "pending", answerBy: addMinutes(now, 60) } as const;
    const broken = await createOwner();
    await UserModel.updateOne({ _id: broken._id }, { $set: { email: "sans arobase" } });
    await booked({ ...soon, venue: await createVenue(broken), startDate: addDays(today, 3) });
    await booked(soon);
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    onTestFinished(() => warned.mockRestore());
    await expect(remindOwners(now)).rejects.toThrow("Some reminders were not queued");
    const err = expect.any(RangeError) as unknown;
    expect(warned.mock.calls).toEqual([[{ err }, "reminders not queued together"]]);
    expect((await mails()).map(({ to }) => to)).toEqual([owner.email]);
  });

  it("is not reminded one by one while the database is away: each would wait for it as long", async () => {
    const soon = { status: "pending", answerBy: addMinutes(now, 60) } as const;
    for (const day of [2, 3]) await booked({ ...soon, startDate: addDays(today, day) });
    const away = new Refusal("unavailable");
    const tried = vi.spyOn(mongoose.connection, "transaction").mockRejectedValue(away);
    onTestFinished(() => tried.mockRestore());
    await expect(remindOwners(now)).rejects.toBe(away);
    expect(tried).toHaveBeenCalledOnce();
  });

  it("is not reminded once banned: the mail's buttons accept nothing any more", async () => {
    await booked({ status: "pending", answerBy: addMinutes(now, 60) });
    await UserModel.updateOne({ _id: owner._id }, { $set: { bannedAt: now } });
    await remindOwners(now);
    expect(await mails()).toEqual([]);
  });

  it("is not reminded of a request that was called off between the job's look and its letter", async () => {
    const { _id } = await booked({ status: "pending", answerBy: addMinutes(now, 60) });
    onSecondLook(() => ReservationModel.updateOne({ _id }, { $set: { status: "cancelled" } }));
    await remindOwners(now);
    expect(await mails()).toEqual([]);
  });

  it("is reminded again before the later end of one that was given more time", async () => {
    const { _id } = await booked({ status: "pending", answerBy: addMinutes(now, 60) });
    await remindOwners(now);
    const answerBy = addMinutes(now, 49 * 60);
    await ReservationModel.updateOne({ _id }, { $set: { answerBy } });
    await remindOwners(addMinutes(answerBy, -60));
    expect((await mails()).map(({ to }) => to)).toEqual([owner.email, owner.email]);
  });

  it.each([
    ["earlier", { status: "pending", answerBy: addMinutes(now, 121) }],
    ["after it", { status: "pending", answerBy: now }],
    ["once it is answered", { status: "confirmed", answerBy: addMinutes(now, 60) }],
  ] as const)("is left in peace %s", async (_, fields) => {
    await booked(fields);
    await remindOwners(now);
    expect(await mails()).toEqual([]);
  });
});

it("of what the office did, who is banned is led to no page behind the login", async () => {
  const venue = await createVenue(owner);
  const deed = { userId: owner._id.toString(), place: venue.title, now };
  const tell = async () => {
    await MailModel.deleteMany({});
    await inTransaction((session) => mailRestored(venue, { why: "x", now }, session));
    await mailActedFor("venue", deed);
    return (await mails()).map(({ text = "" }) => /\/(?:profil|mes-locations)/.test(text));
  };
  expect(await tell()).toEqual([true, true]);
  await UserModel.updateOne({ _id: owner._id }, { $set: { bannedAt: now } });
  expect(await tell()).toEqual([false, false]);
});

describe("what begins in two days", () => {
  const longAgo = addMinutes(now, -3 * 24 * 60);

  it("is told to who is banned without a button that leads behind the login, and to others with theirs", async () => {
    const { _id } = await booked({ paidAt: longAgo });
    const pages = { buyer: "/mes-demandes", owner: "/mes-locations" };
    for (const [side, banned] of [
      ["buyer", buyer],
      ["owner", owner],
    ] as const) {
      await MailModel.deleteMany({});
      await UserModel.updateOne({ _id: banned._id }, { $set: { bannedAt: now } });
      await remindOfEvents(now);
      // They have left: those that wait are taken back.
      await MailModel.updateMany({}, { status: "sent" });
      const ended = {
        ...(await ReservationModel.findById(_id).lean())!,
        status: "cancelled",
      } as const;
      await inTransaction((session) =>
        queueReservationMails([{ news: "cancelled", reservation: ended }], session),
      );
      const texts = (to: string) => told.filter((mail) => mail.to === to).map(({ text }) => text);
      const told = await mails();
      expect(texts(banned.email)).toHaveLength(2);
      for (const text of texts(banned.email)) {
        expect(text).not.toContain(pages[side]);
        expect(text).toContain("Votre compte est suspendu");
        expect(text).toContain("/contact");
      }
      const [other] = texts(side === "buyer" ? owner.email : buyer.email);
      expect(other).toContain(side === "buyer" ? pages.owner : pages.buyer);
      await UserModel.updateOne({ _id: banned._id }, { $unset: { bannedAt: 1 } });
    }
  });

  it("is told to both sides, once, with how they reach each other", async () => {
    const { _id } = await booked({ paidAt: longAgo });
    await remindOfEvents(now);
    await remindOfEvents(addMinutes(now, 24 * 60));
    await expectToldAlike({ _id }, "reservation-event-soon", { now });
    const told = await mails();
    expect(told.map(({ to }) => to).sort()).toEqual([buyer.email, owner.email].sort());
    const [buyers, owners] = [buyer, owner].map(
      ({ email }) => told.find(({ to }) => to === email)?.text ?? "",
    );
    expect(buyers).toContain(owner.email);
    expect(buyers).toContain("Par la cour.");
    expect(buyers).toContain(`/mes-demandes/${_id.toString()}`);
    expect(owners).toContain("06 12 34 56 78");
    expect(owners).toContain(`/mes-locations/demandes/${_id.toString()}`);
    for (const text of [buyers, owners]) expect(text).not.toContain("suspendu");
  });

  it("is not told of what was called off between the job's look and its letters", async () => {
    const { _id } = await booked({ paidAt: longAgo });
    onSecondLook(() => ReservationModel.updateOne({ _id }, { $set: { status: "cancelled" } }));
    await remindOfEvents(now);
    expect(await mails()).toEqual([]);
  });

  it("is not told of what is called off while the job writes its letters", async () => {
    const { _id } = await booked({ paidAt: longAgo });
    justBefore("User", "find", () =>
      inTransaction(async (session) => {
        await ReservationModel.updateOne({ _id }, { status: "cancelled" }, { session });
        await takeBackReminders([{ _id }], session);
      }),
    );
    await remindOfEvents(now);
    expect(await mails()).toEqual([]);
  });

  it("is told what is left of the price that stands in it, where some was given back", async () => {
    const { _id, total } = await booked({ paidAt: longAgo });
    const moved = { reservation: _id, buyer: buyer._id, owner: owner._id, at: longAgo };
    const amounts = {
      ...{ captured: total, transferred: total, fee: 12_000 },
      ...{ refunded: total / 2, transfer_reversed: total / 2, fee_refunded: 6_000 },
    };
    await LedgerEntryModel.insertMany(
      Object.entries(amounts).map(([type, amount]) => ({
        ...{ ...moved, _id: `${type}:x`, type, amount, stripeId: "x" },
      })),
    );
    await remindOfEvents(now);
    const told = new Map((await mails()).map(({ to, text }) => [to, text]));
    expect(told.get(buyer.email)).toContain(
      "270,00\u00a0€ vous sont remboursés sur les 540,00\u00a0€",
    );
    expect(told.get(owner.email)).toContain("il vous reste 210,00\u00a0€.");
  });

  it("is told in turns, behind which no code waits for long", async () => {
    // Minutes that the queueing of so many does not reach.
    const at = addMinutes(new Date(), 60);
    const one = await booked({ paidAt: longAgo, startDate: addDays(todayInParis(at), 1) });
    const { _id: _, ...like } = one;
    await ReservationModel.insertMany(
      Array.from({ length: 150 }, (_, index) => ({
        ...{ ...like, reference: `PDS-TOURS${index}`, requestKey: `tours-${index}` },
      })),
    );
    await remindOfEvents(at);
    const leaving = (minute: number) =>
      MailModel.countDocuments({ nextAttemptAt: addMinutes(at, minute) });
    expect([await leaving(0), await leaving(1)]).toEqual([200, 102]);
    const code = { subject: "Votre code", paragraphs: ["123456"] };
    await queueMail({ key: "code", to: "ada@exemple.fr", ...code });
    await deliverDueMails(at, 201);
    expect((await MailModel.findOne({ key: "code" }).lean())?.status).toBe("sent");
  });

  describe("while reminders wait for their turn", () => {
    const whole = async (_id: Reservation["_id"]) => (await ReservationModel.findById(_id).lean())!;
    const keys = async () => (await mails()).map(({ key }) => key).sort();
    const tell = (news: ReservationNews, reservation: Reservation) =>
      inTransaction((session) => queueReservationMails([{ news, reservation }], session));

    it("is no more told once it is called off", async () => {
      const { _id } = await booked({ paidAt: longAgo });
      const { _id: other } = await booked({ paidAt: longAgo, startDate: addDays(today, 1) });
      await remindOfEvents(now);
      await tell("cancelled", { ...(await whole(_id)), status: "cancelled" });
      expect((await keys()).map((key) => key.split(":").slice(0, 2).join(":"))).toEqual(
        [
          ...Array.from({ length: 2 }, () => `reservation-cancelled:${_id.toString()}`),
          ...Array.from({ length: 2 }, () => `reservation-event-soon:${other.toString()}`),
        ].sort(),
      );
    });

    it("is still told when money of it went back, and what has left is kept", async () => {
      const { _id } = await booked({ paidAt: longAgo });
      await remindOfEvents(now);
      const before = await keys();
      await tell("contested", await whole(_id));
      expect(await keys()).toEqual(expect.arrayContaining(before));
      await MailModel.updateMany({}, { status: "sent" });
      await tell("cancelled", { ...(await whole(_id)), status: "cancelled" });
      expect(await keys()).toEqual(expect.arrayContaining(before));
    });

    it("is told of its new dates alone, once it has others", async () => {
      const { _id } = await booked({ paidAt: longAgo });
      await remindOfEvents(now);
      const step = { step: "changed", from: "le 1", to: "le 2" } as const;
      const at = { from: "confirmed", by: "buyer", to: "confirmed", at: now } as const;
      await ReservationModel.updateOne(
        { _id },
        { $set: { startDate: addDays(today, 1) }, $push: { history: { ...at, dates: step } } },
      );
      const changed = await whole(_id);
      await inTransaction((session) =>
        queueChangeMails("changed", { reservation: changed, dates: step }, session),
      );
      const reminders = async () => (await keys()).filter((key) => key.includes("-soon:"));
      expect(await reminders()).toEqual([]);
      await remindOfEvents(now);
      expect(await reminders()).toHaveLength(2);
    });

    it.each(["accepted", "refused", "unanswered", "extended"] as const)(
      "asks for no answer any more once it is %s",
      async (news) => {
        const { _id } = await booked({ status: "pending", answerBy: addMinutes(now, 60) });
        await remindOwners(now);
        expect(await keys()).toHaveLength(1);
        await tell(news, await whole(_id));
        expect((await keys()).filter((key) => key.includes("-soon:"))).toEqual([]);
      },
    );
  });

  it("is told to nobody once it is over, though no mail could leave before", async () => {
    const over = await booked({ paidAt: longAgo, startDate: addDays(today, 1) });
    const { _id } = await booked({ paidAt: longAgo });
    await remindOfEvents(now);
    expect(await mails()).toHaveLength(4);
    expect(await endReservations(parisMidnight(addDays(over.endDate, 1)))).toBe(1);
    expect((await mails()).map(({ about }) => about)).toEqual([_id.toString(), _id.toString()]);
  });

  it("is told a day late when the job was", async () => {
    await booked({ paidAt: longAgo, startDate: addDays(today, 1) });
    await remindOfEvents(now);
    expect(await mails()).toHaveLength(2);
  });

  it.each([
    ["when it is further away", { paidAt: longAgo, startDate: addDays(today, 3) }],
    ["when it was paid within the day", { paidAt: addMinutes(now, -60) }],
    ["when it was called off", { paidAt: longAgo, status: "cancelled" }],
  ] as const)("is not told %s", async (_, fields) => {
    await booked(fields);
    await remindOfEvents(now);
    expect(await mails()).toEqual([]);
  });
});

describe("a buyer whose stay is over", () => {
  const ended = (fields: Partial<Reservation> & { venue?: Venue } = {}) =>
    booked({ status: "ended", startDate: addDays(today, -1), ...fields });
  const asked = async (at = now) => {
    await askForReviews(at);
    return await mails();
  };

  it("is asked for a review the day after, once, by a button to its page", async () => {
    const { _id } = await ended();
    await asked();
    await askForReviews(addMinutes(now, 5));
    const [mail, ...more] = await asked(addMinutes(now, 24 * 60));
    expect(more).toEqual([]);
    expect(mail?.to).toBe(buyer.email);
    expect(mail?.key).toBe(`reservation-review:${_id.toString()}:buyer`);
    expect(mail?.html).toContain(`/mes-demandes/${_id.toString()}/avis"`);
    await expectMailsWhole();
  });

  it("is asked after a stop of three days, whichever job of the worker's start has its turn first", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now });
    onTestFinished(() => void vi.useRealTimers());
    await ended({ status: "confirmed", startDate: addDays(today, -3) });
    await handlers["ask-for-reviews"]();
    expect(await mails()).toMatchObject([{ to: buyer.email }]);
  });

  it.each(["granted", "refunded", "contested", "charged_back"] as const)(
    "is not asked any more once it is %s while the question waits",
    async (news) => {
      const reservation = await ended();
      const review = { key: `reservation-review:${reservation._id.toString()}:buyer` };
      await asked();
      const tell = (told: ReservationNews) =>
        inTransaction((session) => queueReservationMails([{ news: told, reservation }], session));
      await tell("confirmed");
      expect(await MailModel.countDocuments(review)).toBe(1);
      await tell(news);
      expect(await MailModel.countDocuments(review)).toBe(0);
    },
  );

  it("leaves no address behind by closing their account at that moment", async () => {
    await ended();
    const over = besides("Reservation", "updateMany", () =>
      closeAccount(buyer._id.toString(), now),
    );
    await askForReviews(now);
    await over();
    expect(await UserModel.findById(buyer._id, "deletedAt").lean()).toHaveProperty("deletedAt");
    expect((await mails()).filter(({ to }) => to === buyer.email)).toEqual([]);
  });

  it("is asked of the same town with another code, or with its district", async () => {
    await ended({ venuePostalCode: "69001" });
    await VenueModel.updateOne({ _id: venue._id }, { city: "Lyon 3e" });
    expect(await asked()).toHaveLength(1);
  });

  it("is asked when a part was given back, for they were there", async () => {
    await ended({ grant: { refund: 100, why: "Chauffage", at: now } });
    expect(await asked()).toHaveLength(1);
  });

  it.each([
    ["a month ago", { startDate: addDays(today, -30) }],
    ["four days ago", { startDate: addDays(today, -4) }],
    ["today", { startDate: today }],
    ["before it has ended", { status: "confirmed" }],
    ["that was called off", { status: "cancelled" }],
    ["that they took out of their list", { hiddenByBuyer: true }],
    ["all of which is given back", { grant: { refund: 10_000_000, why: "Fermé", at: now } }],
  ] as const)("is not asked of one %s", async (_, fields) => {
    await ended(fields);
    expect(await asked()).toEqual([]);
  });

  it.each([
    [
      "who said it already",
      ({ _id }: Reservation) =>
        ReviewModel.create({
          ...{ reservation: _id, venue: venue._id, author: buyer._id, authorName: "Marie D." },
          ...{ stayDay: today, rating: 4, text: "Belle salle." },
        }),
    ],
    [
      "whose bank was asked to take the payment back",
      ({ _id }: Reservation) =>
        LedgerEntryModel.create({
          ...{ _id: "disputed:dp_1", stripeId: "dp_1", type: "disputed", amount: 0, at: now },
          ...{ reservation: _id, owner: owner._id, buyer: buyer._id },
        }),
    ],
    ["who is banned", () => UserModel.updateOne({ _id: buyer._id }, { bannedAt: now })],
    ["whose account is closed", () => UserModel.updateOne({ _id: buyer._id }, { deletedAt: now })],
    ["of an owner who is banned", () => UserModel.updateOne({ _id: owner._id }, { bannedAt: now })],
    ["of a venue that is gone", () => VenueModel.updateOne({ _id: venue._id }, { deletedAt: now })],
    [
      "of a venue that is in another town by now",
      () => VenueModel.updateOne({ _id: venue._id }, { city: "Villeurbanne" }),
    ],
    [
      "of a venue that is suspended",
      () => VenueModel.updateOne({ _id: venue._id }, { suspendedAt: now }),
    ],
  ])("is not asked %s", async (_, happens) => {
    await happens(await ended());
    expect(await asked()).toEqual([]);
  });
});
