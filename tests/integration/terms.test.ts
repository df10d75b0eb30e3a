import { beforeEach, describe, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { announceTerms } from "~/admin/site/announce-terms.server";
import { exportAccount } from "~/accounts/export-account.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { addDays, addMinutes, todayInParis } from "~/platform/days";
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
  it("are told to everybody who has an account, once, however often it is begun", async () => {
    const ada = await createUser();
    const banned = await createUser({ bannedAt: now });
    await createUser({ deletedAt: now });
    await createUser({ isVerified: false });
    await createUser({ masterStatus: "refused" });
    expect(await announceTerms({ from, words: WORDS }, now)).toBe(2);
    const late = await createUser();
    expect(await announceTerms({ from, words: WORDS }, now)).toBe(1);
    expect(await announceTerms({ from, words: WORDS }, now)).toBe(0);
    const mails = await announced();
    expect(mails.map(({ to }) => to).sort()).toEqual([ada.email, banned.email, late.email].sort());
    expect(mails[0]!.text).toContain(WORDS);
    expect(mails[0]!.text).toContain("/CGU");
  });

  it("leave in turns, behind which no other mail waits for long", async () => {
    await UserModel.insertMany(
      Array.from({ length: 401 }, (_, one) => ({
        ...{ tag: `membre-${one}`, name: "Ada", lastname: "Durand" },
        ...{ email: `membre${one}@exemple.fr`, passwordHash: "x", isVerified: true },
      })),
    );
    expect(await announceTerms({ from, words: WORDS }, now)).toBe(401);
    const mails = await announced();
    const leaving = (minute: number) =>
      mails.filter(({ nextAttemptAt }) => +nextAttemptAt === +addMinutes(now, minute)).length;
    expect([0, 1, 2].map(leaving)).toEqual([200, 200, 1]);
  });

  it("are told to nobody less than 15 days before", async () => {
    await createUser();
    expect(await announceTerms({ from: addDays(today, 14), words: WORDS }, now)).toBeNull();
    expect(await announced()).toEqual([]);
  });
});
