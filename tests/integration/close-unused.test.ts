import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import { MailModel } from "@models/mail";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { PrivacyRequestModel } from "@models/privacy-request";
import { SessionModel } from "@models/session";
import { UserModel, type User } from "@models/user";
import { closeUnused } from "~/offboarding/close-unused.server";
import { finishLeftovers } from "~/offboarding/finish-leftovers.server";
import { addDays, addMinutes, addMonths, parisNoon } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { createReservation } from "../support/reservations";

/** Accounts that nobody uses do not stay for ever: docs/decisions/049. */

useDatabase();
beforeEach(emptyDatabase);

const TODAY = "2027-03-10";
const now = parisNoon(TODAY);
/** Three years ago, but for the month in which their holders are told. */
const DUE = addDays(addMonths(TODAY, -36), 29);
const on = (day: string) => parisNoon(day);
const unused = (fields: Partial<User> = {}) =>
  createUser({ createdAt: on("2020-01-01"), lastLogin: on(DUE), ...fields });
const sentTo = async () => (await MailModel.find({}, "to").lean()).map(({ to }) => to).sort();
/** The mails have left. */
const delivered = (at: Date) =>
  MailModel.updateMany({}, { $set: { status: "sent", sentAt: at, createdAt: at } });
const isClosed = async ({ _id }: User) =>
  (await UserModel.findById(_id).lean())?.deletedAt !== undefined;

it("are told of a month before, once, and closed three years after the last login", async () => {
  const account = await unused();
  await closeUnused(now);
  await closeUnused(now);
  expect(await sentTo()).toEqual([account.email]);
  const { text } = (await MailModel.findOne().lean())!;
  expect(text).toContain("Votre dernière connexion date du 08/04/2024.");
  expect(text).toContain("le 10/04/2027 au plus tôt");
  await delivered(now);
  await closeUnused(on(addDays(TODAY, 30)));
  expect(await isClosed(account)).toBe(false);
  // What was mailed until then is forgotten by the clock on the wall.
  vi.useFakeTimers({ toFake: ["Date"], now: on(addDays(TODAY, 31)) });
  onTestFinished(() => void vi.useRealTimers());
  await closeUnused(new Date());
  expect(await isClosed(account)).toBe(true);
  await finishLeftovers();
  expect(await sentTo()).toEqual([]);
});

it("stay where their holder comes back, who is told anew after three more years", async () => {
  const account = await unused();
  await closeUnused(now);
  await delivered(now);
  await UserModel.updateOne({ _id: account._id }, { $set: { lastLogin: now } });
  await closeUnused(on(addDays(TODAY, 31)));
  expect(await isClosed(account)).toBe(false);
  await closeUnused(on(addMonths(TODAY, 36)));
  expect(await sentTo()).toEqual([account.email, account.email]);
});

it("are told anew where somebody used theirs without a login after they were told", async () => {
  const account = await unused();
  await closeUnused(now);
  await delivered(now);
  const yearsLater = addDays(addMonths(TODAY, 36), 11);
  const owner = await createOwner({ lastLogin: on(yearsLater) });
  await createReservation({
    ...{ venue: await createVenue(owner), buyer: account, status: "ended" },
    ...{ startDate: addDays(TODAY, 20), createdAt: on(addDays(TODAY, 10)) },
  });
  await closeUnused(on(yearsLater));
  await closeUnused(on(yearsLater));
  expect(await isClosed(account)).toBe(false);
  expect(await sentTo()).toEqual([account.email, account.email]);
  await delivered(on(yearsLater));
  await closeUnused(on(addDays(yearsLater, 31)));
  expect(await isClosed(account)).toBe(true);
});

it("are told of nothing who log in at that moment, which wakes nobody", async () => {
  const { _id } = await unused();
  justBefore("Mail", "findOne", async () => {
    await UserModel.updateOne({ _id }, { $set: { lastLogin: now } });
  });
  const [told, woken] = [vi.spyOn(logger, "info"), vi.spyOn(logger, "error")];
  onTestFinished(() => [told, woken].forEach((spy) => spy.mockRestore()));
  await closeUnused(now);
  expect(await sentTo()).toEqual([]);
  const err = expect.any(Refusal) as unknown;
  expect(told.mock.calls).toEqual([[{ err, of: _id.toString() }, "waits for its time"]]);
  expect(woken).not.toHaveBeenCalled();
});

it("are all attended to before the job fails of one", async () => {
  await unused({ email: "aucune adresse" });
  const other = await unused();
  await expect(closeUnused(now)).rejects.toThrow(AggregateError);
  expect(await sentTo()).toEqual([other.email]);
});

it("are not closed before the mail has left, and are when it reaches nobody", async () => {
  const account = await unused();
  await closeUnused(now);
  await MailModel.updateMany({}, { $set: { createdAt: now } });
  await closeUnused(on(addDays(TODAY, 60)));
  expect(await isClosed(account)).toBe(false);
  await MailModel.updateMany({}, { $set: { status: "failed" } });
  await closeUnused(on(addDays(TODAY, 60)));
  expect(await isClosed(account)).toBe(true);
});

it("are those alone of people who could log in and did not use theirs in another way", async () => {
  const never = await unused({ lastLogin: undefined });
  await unused({ lastLogin: on(addDays(DUE, 1)) });
  await unused({ lastLogin: undefined, createdAt: on(addDays(DUE, 1)) });
  await unused({ isAdmin: true });
  await unused({ bannedAt: on(addDays(DUE, 1)) });
  await unused({ deletedAt: now });
  await unused({ isVerified: false });
  await unused({ masterStatus: "pending" });
  const { _id: userId } = await unused();
  await SessionModel.create({
    ...{ _id: "a-session", userId, createdAt: now, lastUsedAt: now },
    expiresAt: addMinutes(now, 1),
  });
  const { _id: caller } = await unused();
  await ApiTokenModel.create({
    ...{ userId: caller, name: "Agenda", hash: "hash", scope: "read" },
    ...{ createdAt: on("2020-01-01"), lastUsedAt: on(addDays(DUE, 40)) },
  });
  const owner = await createOwner({ createdAt: on("2020-01-01"), lastLogin: on(DUE) });
  const buyer = await unused();
  await createReservation({
    ...{ venue: await createVenue(owner), buyer, status: "ended" },
    ...{ startDate: addDays(TODAY, -9), createdAt: on(addDays(TODAY, -20)) },
  });
  await closeUnused(now);
  expect(await sentTo()).toEqual([never.email]);
});

it("are neither told of nor closed while something is in the way, and keep no other from it", async () => {
  const owner = await createOwner({ createdAt: on("2020-01-01"), lastLogin: on(DUE) });
  const buyer = await unused();
  const coming = await createReservation({
    ...{ venue: await createVenue(owner), buyer, status: "confirmed" },
    ...{ startDate: addDays(TODAY, 50), createdAt: on("2020-01-02") },
  });
  const free = await unused();
  await closeUnused(now);
  expect(await sentTo()).toEqual([free.email]);
  await delivered(now);
  const busy = await createVenue(free);
  await createReservation({
    ...{ venue: busy, buyer, status: "confirmed" },
    ...{ startDate: coming.startDate, createdAt: on("2020-01-02") },
  });
  const other = await unused({ email: "autre@exemple.fr", lastLogin: on(addDays(DUE, -1)) });
  await closeUnused(now);
  await delivered(now);
  await closeUnused(on(addDays(TODAY, 31)));
  expect([await isClosed(free), await isClosed(other)]).toEqual([false, true]);
});

it("are neither told of nor closed while an appeal of theirs waits for its answer", async () => {
  const [told, untold] = [await unused(), await unused()];
  const appealing = async ({ _id: person }: User) => {
    const of = {
      kind: "account",
      target: person,
      person,
      admin: person,
      measure: "bannir",
    } as const;
    const appeal = { text: "Ce n’était pas moi.", at: now };
    return await ModerationDecisionModel.create({ ...of, why: "Fraude", at: now, appeal });
  };
  await appealing(untold);
  await closeUnused(now);
  expect(await sentTo()).toEqual([told.email]);
  await delivered(now);
  const { _id } = await appealing(told);
  await closeUnused(on(addDays(TODAY, 31)));
  expect(await isClosed(told)).toBe(false);
  await ModerationDecisionModel.updateOne({ _id }, { $set: { "appeal.outcome": "maintenir" } });
  await closeUnused(on(addDays(TODAY, 31)));
  expect(await isClosed(told)).toBe(true);
});

it("are neither told of nor closed while a request about their data waits for its answer", async () => {
  const [told, untold, erased] = [await unused(), await unused(), await unused()];
  const asking = async ({ email }: User, kind: "access" | "erasure") =>
    await PrivacyRequestModel.create({
      ...{ kind, channel: "letter", email, receivedOn: TODAY, dueOn: addMonths(TODAY, 1) },
    });
  await asking(untold, "access");
  await closeUnused(now);
  expect(await sentTo()).toEqual([told.email, erased.email].sort());
  await delivered(now);
  const { _id } = await asking(told, "access");
  // The closing is what it asks for.
  await asking(erased, "erasure");
  await closeUnused(on(addDays(TODAY, 31)));
  expect([await isClosed(told), await isClosed(erased)]).toEqual([false, true]);
  expect(await PrivacyRequestModel.findById(_id).lean()).not.toHaveProperty("outcome");
  await PrivacyRequestModel.updateOne({ _id }, { $set: { outcome: "refused", closedAt: now } });
  await closeUnused(on(addDays(TODAY, 31)));
  expect(await isClosed(told)).toBe(true);
});

it("are closed three years after their ban, which their holders cannot end by coming back", async () => {
  const account = await unused({ lastLogin: on("2021-01-01"), bannedAt: on(DUE) });
  await closeUnused(now);
  await closeUnused(now);
  expect(await sentTo()).toEqual([account.email]);
  const { text } = (await MailModel.findOne().lean())!;
  expect(text).toContain("Votre compte est suspendu depuis le 08/04/2024.");
  expect(text).toContain("le 10/04/2027 au plus tôt");
  expect(text).toMatch(/S’il vous faut d’ici là une copie de vos données.*\/contact/s);
  // What is answered holds nothing.
  expect(text).not.toContain("oppos");
  expect(text).not.toContain("/connexion");
  await delivered(now);
  await closeUnused(on(addDays(TODAY, 31)));
  expect(await isClosed(account)).toBe(true);
});

it("are told anew once a ban is taken back", async () => {
  const account = await unused({ lastLogin: on("2021-01-01"), bannedAt: on(DUE) });
  await closeUnused(now);
  await delivered(now);
  await UserModel.updateOne({ _id: account._id }, { $unset: { bannedAt: 1 } });
  await closeUnused(on(addDays(TODAY, 31)));
  expect(await isClosed(account)).toBe(false);
  expect(await sentTo()).toEqual([account.email, account.email]);
});
