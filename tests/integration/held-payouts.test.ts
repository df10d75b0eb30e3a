import { createPayableVenue, sandbox } from "../support/payments";
import type Stripe from "stripe";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { caseFile } from "~/admin/cases/case-record.server";
import { casePath } from "~/admin/cases/case-file";
import { casesOf, findCase } from "~/admin/cases/find-cases.server";
import { settleCase } from "~/admin/cases/settle-case.server";
import { namedTarget, namesOf } from "~/admin/journal/named-targets.server";
import { decideAppeal } from "~/admin/moderation/decide-appeal.server";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { unbanUser } from "~/admin/users/ban-user.server";
import { fullName } from "~/admin/words/person";
import { replaceGoneAccount, syncAccount } from "~/payments/connected-account.server";
import { stripe } from "~/payments/gateway.server";
import { holdPayouts } from "~/payments/hold-payouts.server";
import { syncAccounts } from "~/payments/sync-accounts.server";
import { addMinutes } from "~/platform/days";
import { jobsCollection } from "@jobs/queue";
import { askedBy } from "../support/asked-of-database";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { examined } from "../support/looked-through";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { rendered } from "../support/rendered";
import { onboard } from "../support/stripe-journeys";

/** What Stripe pays out to who is banned: nothing, from the ban to its end. */

useDatabase();

let owner: User;

beforeEach(async () => {
  vi.restoreAllMocks();
  await emptyDatabase();
  await sandbox.control("reset");
  ({ owner } = await createPayableVenue());
});

const idOf = ({ _id }: Pick<User, "_id">) => _id.toString();
const stored = async (who: User = owner) => (await UserModel.findById(who._id).lean())!;

async function decision(who: User) {
  const { actor } = await newAdmin();
  return {
    actor,
    userId: idOf(who),
    why: "Photos volées",
    password: OFFICE_PASSWORD,
    now: new Date(),
  };
}
const ban = async (who: User = owner) =>
  void (await banForPlatform({ ...(await decision(who)), coming: "keep" }));
const unban = async (who: User = owner) => unbanUser(await decision(who));

/** When Stripe pays out what is on an account. */
async function schedule({ accountId }: Pick<User, "accountId"> = owner) {
  const { settings } = await sandbox.stripe.accounts.retrieve(accountId!);
  return settings!.payouts!.schedule;
}
const payouts = async (of: Pick<User, "accountId"> = owner) => (await schedule(of)).interval;

/** Chosen on Stripe's own pages. */
async function choose(schedule: Schedule): Promise<void> {
  await sandbox.stripe.accounts.update(owner.accountId!, { settings: { payouts: { schedule } } });
}
type Schedule = Stripe.AccountUpdateParams.Settings.Payouts.Schedule;

const lastLetter = async (): Promise<string> => {
  const mail = await MailModel.findOne({ to: owner.email }).sort({ _id: -1 }).lean();
  return mail?.text ?? "";
};
const timesTold = async () => (await sandbox.state()).calls["POST /v1/accounts/:id"] ?? 0;

/** Lets something happen once Stripe has answered, before that is written down. */
function onceTold(other: () => Promise<unknown>): void {
  const { accounts } = stripe();
  const update = accounts.update.bind(accounts) as (...asked: unknown[]) => Promise<unknown>;
  vi.spyOn(accounts, "update").mockImplementationOnce((async (...asked: unknown[]) => {
    const answer = await update(...asked);
    await other();
    return answer;
  }) as never);
}

test("stops with a ban, of which the letter says it, and goes on with its end", async () => {
  expect(await payouts()).toBe("daily");
  await ban();
  expect(await jobsCollection().countDocuments({ name: "hold-payouts", type: "normal" })).toBe(1);
  await holdPayouts();
  expect(await payouts()).toBe("manual");
  expect(await lastLetter()).toContain("Stripe ne verse plus sur votre compte bancaire");
  await holdPayouts();
  expect(await timesTold()).toBe(1);

  await unban();
  await holdPayouts();
  expect(await payouts()).toBe("daily");
  expect(await lastLetter()).toContain("Stripe peut de nouveau verser sur votre compte bancaire");
  expect(await stored()).not.toHaveProperty("payoutHold");
  await holdPayouts();
  expect(await timesTold()).toBe(2);
});

test("goes on with a ban that an appeal takes back", async () => {
  await ban();
  await holdPayouts();
  const appeal = { text: "Ce sont mes photos.", at: new Date() };
  const decided = await ModerationDecisionModel.findOneAndUpdate({}, { $set: { appeal } }).lean();
  const { actor } = await newAdmin();
  await decideAppeal({
    ...{ actor, decisionId: decided!._id.toString(), outcome: "revenir", why: "Vérifié" },
    ...{ password: OFFICE_PASSWORD, now: new Date() },
  });
  await holdPayouts();
  expect(await payouts()).toBe("daily");
});

test("of nobody else's account, and of who has none nothing is asked or told, until they have one", async () => {
  const person = await createUser();
  await ban(person);
  await holdPayouts();
  expect([await timesTold(), await payouts()]).toEqual([0, "daily"]);
  const mail = await MailModel.findOne({ to: person.email }).lean();
  expect(mail!.text).not.toContain("Stripe");
  // Its onboarding was open while the ban came.
  const accountId = await onboard(sandbox);
  await UserModel.updateOne({ _id: person._id }, { accountId });
  await holdPayouts();
  expect(await payouts({ accountId })).toBe("manual");
});

test("stays stopped where an account is closed while it is banned", async () => {
  await ban();
  await holdPayouts();
  await UserModel.updateOne({ _id: owner._id }, { deletedAt: new Date() });
  await holdPayouts();
  expect([await payouts(), await timesTold()]).toEqual(["manual", 1]);
});

describe("is told again where somebody chooses otherwise during the ban,", () => {
  beforeEach(async () => {
    await ban();
    await holdPayouts();
    await choose({ interval: "daily" });
  });
  const again = async () => {
    const asked = { name: "hold-payouts", type: "normal" };
    await jobsCollection().deleteMany(asked);
    await syncAccount(owner.accountId!);
    expect(await jobsCollection().countDocuments(asked)).toBe(1);
    await holdPayouts();
    return await payouts();
  };

  test("of which an event tells", async () => {
    expect(await again()).toBe("manual");
  });

  test("also once the account is closed", async () => {
    await UserModel.updateOne({ _id: owner._id }, { deletedAt: new Date() });
    expect(await again()).toBe("manual");
  });

  test.each([
    ["", {}],
    [", once the account is closed", { deletedAt: new Date() }],
  ])("of which no event tells%s", async (_, fields) => {
    await UserModel.updateOne({ _id: owner._id }, fields);
    await syncAccounts();
    await holdPayouts();
    expect(await payouts()).toBe("manual");
  });

  test("which is no more than that: the ban's end is what was before it", async () => {
    await again();
    await choose({ interval: "weekly", weekly_anchor: "friday" });
    await again();
    await unban();
    await holdPayouts();
    expect(await payouts()).toBe("daily");
  });

  test("but not of who is not banned any more, or was not told yet", async () => {
    await unban();
    await syncAccount(owner.accountId!);
    await holdPayouts();
    await syncAccount(owner.accountId!);
    expect(await payouts()).toBe("daily");
    expect(await stored()).not.toHaveProperty("payoutHold");
  });
});

describe("goes on with the ban's end as it did before:", () => {
  const weekly = { interval: "weekly" } as const;
  const monthly = { interval: "monthly" } as const;
  const LOST = { nextAnswer: "500-after-deed", path: "/v1/accounts", method: "POST", times: 99 };
  const CHOSEN: Schedule[] = [
    { ...weekly, weekly_anchor: "sunday" },
    { ...weekly, weekly_payout_days: ["monday", "thursday"] },
    { ...monthly, monthly_anchor: 31 },
    { ...monthly, monthly_payout_days: [1, 15] },
  ];

  test.each(CHOSEN)("%j", async (chosen) => {
    await choose(chosen);
    const before = await schedule();
    await ban();
    await holdPayouts();
    expect(await schedule()).toEqual({ delay_days: before.delay_days, interval: "manual" });
    await unban();
    await holdPayouts();
    expect(await schedule()).toEqual(before);
    expect(await stored()).not.toHaveProperty("payoutsBefore");
  });

  test("each week, where the first answer about the ban was lost", async () => {
    await choose({ interval: "weekly", weekly_anchor: "friday" });
    await ban();
    await sandbox.control("faults", LOST);
    await expect(holdPayouts()).rejects.toThrow();
    await sandbox.control("faults", { nextAnswer: "normal" });
    await holdPayouts();
    await unban();
    await holdPayouts();
    expect(await payouts()).toBe("weekly");
  });

  test("each week, where there was another ban at the moment that Stripe was told of the first one's end", async () => {
    await choose({ interval: "weekly", weekly_anchor: "friday" });
    await ban();
    await holdPayouts();
    await unban();
    onceTold(async () => {
      await ban();
      await sandbox.control("faults", LOST);
      await expect(holdPayouts()).rejects.toThrow();
      await sandbox.control("faults", { nextAnswer: "normal" });
    });
    await holdPayouts();
    await holdPayouts();
    expect(await payouts()).toBe("manual");
    await unban();
    await holdPayouts();
    expect(await payouts()).toBe("weekly");
  });

  test("each day, where it was told of the ban before the database was put back, which knows nothing of it", async () => {
    await choose({ interval: "manual" });
    await ban();
    await holdPayouts();
    await unban();
    await holdPayouts();
    expect(await payouts()).toBe("daily");
  });
});

describe("is told again", () => {
  const faults = (plan: object) => sandbox.control("faults", plan);
  let other: User;
  beforeEach(async () => {
    ({ owner: other } = await createPayableVenue());
    await ban();
    await ban(other);
  });

  test("after Stripe did not answer", async () => {
    await faults({ nextAnswer: "500", path: "/v1/accounts", times: 99 });
    const failed = await holdPayouts().catch((error: unknown) => error);
    expect(failed).toMatchObject({ errors: [expect.anything(), expect.anything()] });
    // What an outage keeps is over with it, and nobody's to see to.
    expect(String(failed)).not.toContain("stuck");
    await faults({ nextAnswer: "normal" });
    await holdPayouts();
    expect([await payouts(), await payouts(other)]).toEqual(["manual", "manual"]);
  });

  test("after an answer was lost, or the process ended before it was written down", async () => {
    await faults({ nextAnswer: "500-after-deed", path: "/v1/accounts", times: 99 });
    await expect(holdPayouts()).rejects.toThrow();
    await faults({ nextAnswer: "normal" });
    // It may have heard of the ban, and has to hear of its end.
    await unban();
    await holdPayouts();
    expect([await payouts(), await payouts(other)]).toEqual(["daily", "manual"]);
  });

  test("each turn where Stripe refuses it, the others before; the job fails and says whose it is", async () => {
    const path = `/v1/accounts/${owner.accountId}`;
    await faults({ nextAnswer: "refused", path, method: "POST", times: 1 });
    await expect(holdPayouts()).rejects.toThrow(`stuck: user:${idOf(owner)}`);
    expect([await payouts(), await payouts(other)]).toEqual(["daily", "manual"]);
    await holdPayouts();
    expect(await payouts()).toBe("manual");
  });

  test("of an account that is gone, which is nobody's fault, and of the one that takes its place", async () => {
    await sandbox.control(`accounts/${owner.accountId}`, { deauthorized: true });
    await holdPayouts();
    expect(await payouts(other)).toBe("manual");
    await unban();
    await holdPayouts();
    expect((await stored()).payoutHold).toBe("asked");
    const accountId = await replaceGoneAccount(idOf(owner), owner.accountId!);
    expect(await stored()).not.toHaveProperty("payoutHold");
    await ban();
    await holdPayouts();
    expect(await payouts({ accountId: accountId! })).toBe("manual");
  });
});

describe("at the moment that Stripe is told", () => {
  test("that the ban is taken back: what it was told last is what is so", async () => {
    await ban();
    onceTold(async () => {
      await unban();
      // Another process tells it of that, and what this one said comes in only then.
      await holdPayouts();
      const manual = { payouts: { schedule: { interval: "manual" } } } as const;
      await sandbox.stripe.accounts.update(owner.accountId!, { settings: manual });
    });
    await holdPayouts();
    await holdPayouts();
    expect(await payouts()).toBe("daily");
    expect(await stored()).not.toHaveProperty("payoutHold");
  });

  test("of a ban's end that there is another one: nothing is paid out", async () => {
    await ban();
    await holdPayouts();
    await unban();
    onceTold(ban);
    await holdPayouts();
    await holdPayouts();
    expect([await payouts(), (await stored()).payoutHold]).toEqual(["manual", "held"]);
  });
});

describe("in the office", () => {
  const record = async (who: User = owner) => {
    const { visitor } = await newAdmin();
    return await (await rendered(visitor, `/admin/user/${idOf(who)}`)).text();
  };
  const bannedFor = async (days: number, who: User = owner) => {
    const bannedAt = addMinutes(new Date(), -days * 24 * 60);
    await UserModel.updateOne({ _id: who._id }, { bannedAt });
    return bannedAt;
  };
  const key = () => `payout:${idOf(owner)}`;
  const open = () => casesOf("payout", 100);

  test("the account's record says whether they are held, and nothing without a ban", async () => {
    expect(await record()).not.toContain("Versements");
    await ban();
    expect(await record()).toContain("Versements pas encore retenus");
    await holdPayouts();
    const held = await record();
    expect(held).toContain("Versements retenus");
    expect(held).not.toContain("pas encore");
    await UserModel.updateOne({ _id: owner._id }, { deletedAt: new Date() });
    expect(await record()).toContain("Versements retenus");
    await UserModel.updateOne({ _id: owner._id }, { $unset: { deletedAt: 1 } });
    await unban();
    expect(await record()).toContain("Versements pas encore rétablis");
    await holdPayouts();
    expect(await record()).not.toContain("Versements");
  });

  test("they are a case once the ban is two months old, until it is lifted", async () => {
    await ban();
    await holdPayouts();
    await bannedFor(59);
    expect(await open()).toEqual([]);
    const bannedAt = await bannedFor(61);
    const deadline = addMinutes(bannedAt, 90 * 24 * 60);
    const title = expect.stringMatching(/\u00a0: versements retenus$/) as string;
    expect(await open()).toMatchObject([{ key: key(), title, since: bannedAt, deadline }]);
    const { visitor } = await newAdmin();
    const queue = await (await rendered(visitor, "/admin/a-traiter?nature=payout")).text();
    expect(queue).toContain(`href="/admin/a-traiter/${encodeURIComponent(key())}"`);
    const file = await (await rendered(visitor, casePath(key()))).text();
    for (const said of [owner.accountId!, "Stripe garde 90\u00a0jours", "Décider de cet argent"])
      expect(file).toContain(said);
    await unban();
    expect(await open()).toEqual([]);
  });

  test("they are none any more once somebody put it away, until there is another ban", async () => {
    await ban();
    await holdPayouts();
    await bannedFor(61);
    const { actor } = await newAdmin();
    const now = new Date();
    const { seen } = await caseFile(key(), now);
    await settleCase({
      ...{ actor, key: key(), now, why: "Versé à la main", password: OFFICE_PASSWORD, seen },
    });
    expect(await open()).toEqual([]);
    expect(await findCase(key())).toBeUndefined();
    const entries = await AuditEntryModel.find({ target: key() }).lean();
    const whose = {
      name: `Versements retenus, ${fullName(owner)}`,
      href: `/admin/user/${idOf(owner)}`,
    };
    expect(namedTarget(key(), await namesOf(entries))).toEqual(whose);
    await bannedFor(62);
    expect(await open()).toHaveLength(1);
  });

  test("so is what is on an account that was closed, or is gone and of which Stripe says nothing", async () => {
    const { owner: gone } = await createPayableVenue();
    const { owner: lifted } = await createPayableVenue();
    for (const who of [owner, gone, lifted]) await ban(who);
    for (const { accountId } of [gone, lifted])
      await sandbox.control(`accounts/${accountId}`, { deauthorized: true });
    await holdPayouts();
    await unban(lifted);
    await UserModel.updateOne({ _id: owner._id }, { deletedAt: new Date() });
    await bannedFor(62);
    await bannedFor(61, gone);
    const cases = await open();
    expect(cases.map(({ context }) => context)).toEqual([
      expect.stringMatching(/, puis fermé\. Stripe garde/),
      expect.stringMatching(/Stripe n’a pas confirmé/),
    ]);
    for (const { key: one } of cases) expect(await findCase(one)).toMatchObject({ key: one });
  });

  test("they are looked for by an index, and what holds nothing is not looked at", async () => {
    for (let people = 0; people < 10; people += 1)
      await createUser(people < 5 ? { bannedAt: new Date(0) } : {});
    await ban();
    await holdPayouts();
    await bannedFor(61);
    const { asked } = await askedBy(open);
    expect(asked.filter((one) => /^find users: .*"held", bannedAt: {\$lt/.test(one))).toHaveLength(
      1,
    );
    const filter = { payoutHold: "held", bannedAt: { $lt: new Date() } };
    const ofCases = { find: "users", filter, sort: { bannedAt: 1, _id: 1 } };
    const ofJob = { find: "users", filter: { payoutHold: { $exists: true } } };
    const ofNight = { find: "users", filter: { payoutHold: "held" } };
    for (const read of [ofCases, ofJob, ofNight])
      expect(await examined(read)).toEqual({ examined: 1, returned: 1 });
  });
});
