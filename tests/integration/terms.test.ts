import type { Query } from "mongoose";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { announceTerms } from "~/admin/site/announce-terms.server";
import { exportAccount } from "~/accounts/export-account.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, addMinutes, parisNoon, todayInParis } from "~/platform/days";
import { action as signUp } from "~/routes/inscription";
import { TERMS_SINCE } from "~/rules/terms";
import { signupFields } from "../support/accounts";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { createPayableVenue } from "../support/payments";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();
const today = todayInParis(now);
const from = addDays(today, 20);
const WORDS = "Article 6\u00a0: un avis se donne dans l’année.";
const announced = () =>
  MailModel.find({}, "to nextAttemptAt subject text").sort({ nextAttemptAt: 1 }).lean();

describe("which text somebody accepted", () => {
  it("is kept with a signup, and a file says where it is not known", async () => {
    await new Visitor().visit(signUp, "/inscription", {
      form: signupFields({ email: "nouvelle@exemple.fr" }),
    });
    const made = (await UserModel.findOne({ email: "nouvelle@exemple.fr" }).lean())!;
    expect(made.termsVersion).toBe(TERMS_SINCE);
    expect((await exportAccount(made._id.toString())).account.termsVersion).toBe(TERMS_SINCE);
    const before = await createUser({ termsAcceptedAt: now });
    const { account } = await exportAccount(before._id.toString());
    expect(account.termsVersion).toBe("non enregistrée");
  });

  it("is kept with a reservation", async () => {
    const { venue } = await createPayableVenue();
    const { _id } = await reserve({
      venueId: venue._id.toString(),
      buyer: { id: (await createUser())._id.toString() },
      ...{ startDate: addDays(today, 10), endDate: addDays(today, 10), requestKey: "form", now },
    });
    expect((await ReservationModel.findById(_id).lean())?.termsVersion).toBe(TERMS_SINCE);
  });
});

describe("other terms", () => {
  const party = (fields: Partial<User> = {}) => createUser({ termsAcceptedAt: now, ...fields });
  const announce = (at = now, day = from) => announceTerms({ from: day, words: WORDS }, at);

  it("are told to everybody who has accepted some, once, however often it is begun", async () => {
    const ada = await party();
    const banned = await party({ bannedAt: now });
    // Made by the office, with a password: asked to accept those of the day before anything else.
    await party({ termsAcceptedAt: undefined, lastLogin: now });
    await party({ termsAcceptedAt: undefined });
    await party({ isAdmin: true });
    await party({ deletedAt: now });
    await party({ isVerified: false });
    await party({ masterStatus: "refused" });
    expect(await announce()).toEqual({ told: 2, late: 0 });
    const late = await party();
    expect(await announce()).toEqual({ told: 1, late: 0 });
    expect(await announce()).toEqual({ told: 0, late: 0 });
    const mails = await announced();
    const told = [ada, banned, late].map(({ email }) => email);
    expect(mails.map(({ to }) => to).sort()).toEqual(told.sort());
    expect(mails[0]!.text).toContain(WORDS);
    expect(mails[0]!.text).toContain("/CGU");
  });

  it("say to who cannot log in where to ask for the closing of their account", async () => {
    const member = await party();
    await party({ bannedAt: now });
    await party({ masterStatus: "pending" });
    await announce();
    for (const { to, text } of await announced()) {
      const canLogIn = to === member.email;
      expect(text?.includes("depuis vos paramètres")).toBe(canLogIn);
      expect(text?.includes("écrivez-nous avant le")).toBe(!canLogIn);
    }
  });

  it("leave in turns, behind which no other mail waits for long", async () => {
    await UserModel.insertMany(
      Array.from({ length: 401 }, (_, one) => ({
        ...{ tag: `membre-${one}`, name: "Ada", lastname: "Durand", termsAcceptedAt: now },
        ...{ email: `membre${one}@exemple.fr`, passwordHash: "x", isVerified: true },
      })),
    );
    const read = vi.spyOn(UserModel, "find");
    // Minutes that the queueing of so many does not reach.
    const at = addMinutes(new Date(), 60);
    expect(await announce(at)).toEqual({ told: 401, late: 0 });
    const limits = read.mock.results.map(
      ({ value }) => (value as Query<User[], User>).getOptions().limit,
    );
    expect(new Set(limits)).toEqual(new Set([200]));
    read.mockRestore();
    const mails = await announced();
    const leaving = (minute: number) =>
      mails.filter(({ nextAttemptAt }) => +nextAttemptAt === +addMinutes(at, minute)).length;
    expect([0, 1, 2].map(leaving)).toEqual([200, 200, 1]);
  });

  it("are told to nobody less than 15 days before, but to who came since they were announced", async () => {
    await party();
    expect(await announce(now, addDays(today, 14))).toEqual({ told: 0, late: 1 });
    expect(await announced()).toEqual([]);
    await announce();
    const left = await party();
    const { email } = await party({ termsAcceptedAt: parisNoon(addDays(today, 9)) });
    const dayAfter = parisNoon(addDays(today, 10));
    expect(await announce(dayAfter)).toEqual({ told: 1, late: 1 });
    expect((await announced()).map(({ to }) => to)).toContain(email);
    await UserModel.deleteOne({ _id: left._id });
    expect(await announce(dayAfter)).toEqual({ told: 0, late: 0 });
    await party({ termsAcceptedAt: parisNoon(addDays(today, 19)) });
    expect(await announce(parisNoon(from))).toEqual({ told: 0, late: 1 });
  });
});
