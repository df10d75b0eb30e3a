import mongoose, { trusted, Types, type mongo } from "mongoose";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { handlers } from "@jobs/all";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { LeftoverModel } from "@models/leftover";
import { MailModel, type Mail } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { changeEmail } from "~/accounts/change-email.server";
import { codeOf } from "~/accounts/verification-code.server";
import { closeAccount } from "~/offboarding/close-account.server";
import { addDays, addMinutes } from "~/platform/days";
import { queueMail } from "~/platform/mail/mail.server";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { newMember, type Member } from "../support/members";
import { personalData } from "../support/personal-data";
import { createReservation } from "../support/reservations";

/** What would be too much for the transaction of a closing, or of another address, and is done after it in batches. */

useDatabase();
beforeEach(emptyDatabase);

const SOME = 200;
const finish = handlers["finish-leftovers"];

/** Sent ones, as long ago as they are many. */
async function mailsTo(to: string, count: number, fields: Partial<Mail> = {}): Promise<void> {
  const createdAt = addMinutes(new Date(), -60);
  const mails = Array.from({ length: count }, (_, index) => ({
    ...{ key: `reservation-ended:${to}:${index}`, to, subject: "Réservation", status: "sent" },
    ...{ attempts: 1, nextAttemptAt: createdAt, sentAt: createdAt, createdAt, ...fields },
  }));
  await MailModel.insertMany(mails);
}

const countTo = (to: string) => MailModel.countDocuments({ to });

/** Of the commands from now on that write, how many documents the largest wrote at once. */
function largestWrite(): () => number {
  let largest = 0;
  const hear = ({ commandName, reply }: mongo.CommandSucceededEvent) => {
    if (!["update", "delete"].includes(commandName)) return;
    largest = Math.max(largest, (reply as { n: number }).n);
  };
  const client = mongoose.connection.getClient().on("commandSucceeded", hear);
  onTestFinished(() => void client.off("commandSucceeded", hear));
  return () => largest;
}

it("of a kind that a later release has left stays for that one", async () => {
  await LeftoverModel.collection.insertOne({ kind: "x", at: new Date() });
  await finish();
  expect(await LeftoverModel.countDocuments()).toBe(1);
});

describe("a closing", () => {
  it("of an account with many mails writes to some hundreds at a time, and nothing is left", async () => {
    const { id, user } = await newMember();
    await mailsTo(user.email, 1_000);
    await queueMail({ key: "waits", to: user.email, subject: "Bonjour", paragraphs: ["Bonjour."] });
    const largest = largestWrite();
    await closeAccount(id, new Date());
    expect(await MailModel.exists({ key: "waits" })).toBeNull();
    expect(await countTo(user.email)).toBe(1_000);
    await finish();
    expect(await countTo(user.email)).toBe(0);
    expect(largest()).toBeLessThanOrEqual(SOME);
    await handlers["erase-images"]();
    expect(await LeftoverModel.countDocuments()).toBe(0);
    // Its pictures are not asked about again.
    const { asked } = await askedBy(handlers["erase-images"]);
    expect(asked).toEqual([expect.stringMatching(/^find leftovers:/)]);
  });

  it("leaves what is sent to the address afterwards to whoever has it then", async () => {
    const { id, user } = await newMember();
    await closeAccount(id, new Date());
    const later = addMinutes(new Date(), 1);
    await mailsTo(user.email, 1, { createdAt: later });
    await queueMail({ key: "new", to: user.email, subject: "Bonjour", paragraphs: ["Bonjour."] });
    await finish();
    expect(await countTo(user.email)).toBe(2);
  });

  it("takes what others were written of it and did not get, of hundreds of reservations", async () => {
    const owner = await createOwner();
    const buyer = await createUser();
    const venue = await createVenue(owner);
    const past = { venue, buyer, status: "ended", startDate: "2026-01-01" } as const;
    const one = await createReservation(past);
    const others = Array.from({ length: 200 }, (_, index) => ({
      ...{ ...one, _id: new Types.ObjectId() },
      ...{ reference: `PDS-${index}`, requestKey: `key-${index}` },
    }));
    await ReservationModel.insertMany(others);
    const about = (await ReservationModel.distinct("_id")).map(String).sort();
    for (const key of [about[0]!, about.at(-1)!])
      await queueMail({
        ...{ key, about: key, to: owner.email, subject: "Réservation" },
        paragraphs: [`${buyer.name} arrive.`],
      });
    await MailModel.updateOne({ key: about[0]! }, { $set: { status: "failed" } });
    await closeAccount(buyer._id.toString(), new Date());
    await finish();
    const [dead, waiting] = [about[0]!, about.at(-1)!].map((key) => MailModel.findOne({ key }));
    expect(await dead!.lean()).not.toHaveProperty("text");
    expect(await waiting!.lean()).toMatchObject({ bodyEnds: true });
  });

  it("gives free what calendars elsewhere closed, which nobody can book, and leaves what the owner did", async () => {
    const owner = await createOwner();
    const venue = await createVenue(owner);
    const { _id } = await CalendarImportModel.create({
      ...{ venue: venue._id, owner: owner._id, name: "Agenda", url: "https://ailleurs.fr/a.ics" },
      createdAt: new Date(),
    });
    const days = Array.from({ length: 450 }, (_, index) => addDays("2027-01-01", index));
    const slot = (day: string, block: string) => ({
      ...{ _id: `${venue._id.toString()}:${day}:AM`, venue: venue._id, day, slot: "AM" as const },
      block,
    });
    await BookedSlotModel.insertMany([
      ...days.map((day) => slot(day, _id.toString())),
      slot("2026-12-31", "owner"),
    ]);
    const largest = largestWrite();
    await closeAccount(owner._id.toString(), new Date());
    await finish();
    expect(await BookedSlotModel.distinct("block")).toEqual(["owner"]);
    expect(largest()).toBeLessThanOrEqual(SOME);
  });

  it("does the others though one of them fails, and that one in its next turn", async () => {
    const one = await createUser();
    const other = await createUser();
    await mailsTo(other.email, 1);
    await closeAccount(one._id.toString(), new Date());
    await closeAccount(other._id.toString(), new Date());
    const address = { $type: "string" } as never;
    await LeftoverModel.collection.updateOne({ address: one.email }, { $set: { address } });
    await expect(finish()).rejects.toThrow("not done");
    expect(await countTo(other.email)).toBe(0);
    const left = await LeftoverModel.find({ kind: trusted({ $ne: "images" }) }).lean();
    expect(left).toHaveLength(1);
    await LeftoverModel.collection.updateOne(
      { _id: left[0]!._id },
      { $set: { address: one.email } },
    );
    await finish();
    expect(await LeftoverModel.distinct("kind")).toEqual(["images"]);
  });
});

describe("another address", () => {
  const NEW = "mairie@exemple.fr";
  const changeTo = async (email: string, { id, user, visitor }: Member) => {
    const now = new Date();
    const emailChange = {
      ...{ email, seed: "seed", sentAt: now, expiresAt: addMinutes(now, 15), tries: 0 },
    };
    await UserModel.updateOne({ _id: user._id }, { $set: { emailChange } });
    const { session } = visitor.context();
    await changeEmail(id, codeOf(user._id, emailChange), { session, now });
  };
  const changed = async () => {
    const member = await newMember();
    const { user } = member;
    await mailsTo(user.email, 1_000);
    await mailsTo(user.email, 1, { key: "contact:1:sender" });
    await queueMail({ key: "waits", to: user.email, subject: "Bonjour", paragraphs: ["Bonjour."] });
    const largest = largestWrite();
    await changeTo(NEW, member);
    return { ...member, largest };
  };

  it("takes along at once what waits, and the record of what was sent in batches", async () => {
    const { id, user, largest } = await changed();
    expect(await countTo(NEW)).toBe(1);
    await finish();
    expect(largest()).toBeLessThanOrEqual(SOME);
    const { mails } = await personalData(id, new Date());
    expect(mails).toHaveLength(1_001);
    expect(await MailModel.distinct("key", { to: user.email })).toEqual([
      "contact:1:sender",
      expect.stringMatching(/^email-changed:/) as string,
    ]);
    expect(await LeftoverModel.countDocuments()).toBe(0);
  });

  it("leaves nothing at the former one when the account is closed before that", async () => {
    const { id, user } = await changed();
    await closeAccount(id, new Date());
    await finish();
    expect(await countTo(NEW)).toBe(0);
    expect(await MailModel.distinct("key", { to: user.email })).toEqual(["contact:1:sender"]);
  });

  describe("that was somebody's until just now", () => {
    const FORMER = "salle@exemple.fr";
    /** Whoever has it next: what waits for them, what did not arrive, and what was sent, all older than that. */
    const moveIn = async () => {
      const next = await newMember();
      const text = "Bonjour.";
      await mailsTo(next.user.email, 1, { key: "sent" });
      await mailsTo(next.user.email, 1, { key: "failed", status: "failed", text });
      await mailsTo(next.user.email, 1, { key: "waits", status: "queued", text });
      await changeTo(FORMER, next);
      // It left from there before what was left is done.
      await MailModel.updateOne(
        { key: "waits" },
        { $set: { status: "sent" }, $unset: { text: 1 } },
      );
      return next;
    };
    const theirs = async () =>
      (await MailModel.distinct("key", { to: FORMER })).filter((key) => !key.includes(":")).sort();
    const formerHolder = async () => {
      const former = await newMember({ email: FORMER });
      await mailsTo(FORMER, 3);
      return former;
    };

    it("has the mails of whoever came there, and none goes on to who had it", async () => {
      await changeTo(NEW, await formerHolder());
      await moveIn();
      await finish();
      expect(await theirs()).toEqual(["failed", "sent", "waits"]);
      expect(await countTo(NEW)).toBe(3);
    });

    it("has them also where what its holder left is done after what came along", async () => {
      await changeTo(NEW, await formerHolder());
      const { user } = await moveIn();
      const [first] = await LeftoverModel.find({ address: FORMER }).lean();
      await LeftoverModel.deleteOne({ _id: first!._id });
      await LeftoverModel.create({ ...first!, _id: new Types.ObjectId() });
      await finish();
      expect(await theirs()).toEqual(["failed", "sent", "waits"]);
      expect(await countTo(NEW)).toBe(3);
      expect(await MailModel.exists({ to: user.email, key: "sent" })).toBeNull();
    });

    it("has them where that account was closed", async () => {
      await closeAccount((await formerHolder()).id, new Date());
      await moveIn();
      await finish();
      expect(await theirs()).toEqual(["failed", "sent", "waits"]);
      expect(await countTo(FORMER)).toBe(3);
    });
  });
});
