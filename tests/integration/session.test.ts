import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SessionModel, type Session } from "@models/session";
import { UserModel } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { endSessionsOf, RequestSession } from "~/platform/session.server";
import { ACCOUNT_FIELDS, viewerFrom, viewerOf } from "~/platform/viewer.server";
import { useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { newMember } from "../support/members";

useDatabase();

const DAY_MS = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Someone who logged in so many days ago, was there yesterday, and would stay a week at least. */
async function loggedInSince(days: number) {
  const { user, visitor } = await newMember();
  await SessionModel.updateOne(
    { userId: user._id },
    { createdAt: daysAgo(days), lastUsedAt: daysAgo(1), expiresAt: inDays(8) },
  );
  return { user, visitor };
}
const endOf = async (userId: unknown) =>
  (await SessionModel.findOne({ userId: userId as never }).lean())?.expiresAt.getTime() ?? 0;

test("a session in use goes on for 14 days from its last use", async () => {
  const { user, visitor } = await loggedInSince(10);
  expect(await visitor.context().session.viewer()).not.toBeNull();
  expect(await endOf(user._id)).toBeGreaterThan(inDays(13.9).getTime());
});

test("a session in use is noted once an hour", async () => {
  const { user, visitor } = await newMember();
  const usedAt = async (minutes: number) => {
    const lastUsedAt = new Date(Date.now() - minutes * 60_000);
    await SessionModel.updateOne({ userId: user._id }, { lastUsedAt });
    const { session } = visitor.context();
    expect(await session.viewer()).not.toBeNull();
    const stored = (await SessionModel.findOne({ userId: user._id }).lean())!;
    return stored.lastUsedAt.getTime() === lastUsedAt.getTime();
  };
  expect([await usedAt(59), await usedAt(61)]).toEqual([true, false]);
});

test("a session ends 90 days after its login, however much it is used", async () => {
  const { user, visitor } = await loggedInSince(88);
  expect(await visitor.context().session.viewer()).not.toBeNull();
  expect(await endOf(user._id)).toBeLessThan(inDays(2.1).getTime());

  const late = await loggedInSince(91);
  expect(await late.visitor.context().session.viewer()).toBeNull();
});

test("a request that logs someone in goes on as them, and nobody once it logs out", async () => {
  const { user: before, visitor } = await newMember();
  const { user: after } = await newMember();
  const { session } = visitor.context();
  expect((await session.viewer())?.id).toBe(before._id.toString());
  const first = await session.currentId();

  const now = new Date();
  await session.start(after._id, { secondFactorAt: now });
  expect(await session.viewer()).toMatchObject({ id: after._id.toString(), secondFactorAt: now });
  const second = await session.currentId();
  expect(second).not.toBe(first);
  expect(await SessionModel.findById(first).lean()).toBeNull();
  const stored = (await SessionModel.findById(second).lean())!;
  expect(stored).toMatchObject({ userId: after._id, userAgent: "vitest", secondFactorAt: now });
  expect(stored.expiresAt.getTime() - stored.createdAt.getTime()).toBe(14 * DAY_MS);
  expect(await visitor.context().session.currentId()).toBe(second);

  await session.confirm(now);
  expect((await session.viewer())?.confirmedAt).toEqual(now);

  await session.end();
  expect(await session.viewer()).toBeNull();
  expect(await SessionModel.findById(second).lean()).toBeNull();
  expect(await visitor.context().session.currentId()).toBeNull();
});

describe("at an instant that never changes", () => {
  const now = new Date("2027-03-10T09:00:00Z");
  const HOUR_MS = 3_600_000;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Somebody's session with these times, which other people's stand around. */
  async function session(fields: Partial<Session>) {
    await newMember();
    const { user, visitor } = await newMember();
    await newMember();
    await SessionModel.updateOne({ userId: user._id }, fields);
    return { user, visitor, id: (await visitor.context().session.currentId())! };
  }
  const everybodyElses = async (id: string) =>
    (await SessionModel.find().sort({ _id: 1 }).lean()).filter(({ _id }) => _id !== id);

  test.each<[string, Partial<Session>, isThere: boolean]>([
    ["its end", { expiresAt: now }, false],
    ["a moment before its end", { expiresAt: ago(-1) }, true],
    ["90 days after its login", { createdAt: ago(90 * DAY_MS) }, false],
    ["a moment before that", { createdAt: ago(90 * DAY_MS - 1) }, true],
  ])("a session at %s", async (_when, fields, isThere) => {
    const { visitor } = await session(fields);
    const { session: asked } = visitor.context();
    expect((await asked.viewer()) !== null).toBe(isThere);
    expect((await asked.holder()) !== null).toBe(isThere);
  });

  test.each([
    ["an hour ago is not prolonged", HOUR_MS, false],
    ["more than an hour ago is prolonged, with its cookie", HOUR_MS + 1, true],
  ])("a session used %s", async (_when, since, isProlonged) => {
    const { visitor, id } = await session({ lastUsedAt: ago(since), expiresAt: ago(-DAY_MS) });
    const before = await everybodyElses(id);
    const { session: asked } = visitor.context();
    const set = vi.spyOn(asked, "setCookie");
    await asked.viewer();
    await asked.viewer();
    const stored = (await SessionModel.findById(id).lean())!;
    expect(stored.expiresAt).toEqual(isProlonged ? ago(-14 * DAY_MS) : ago(-DAY_MS));
    expect(stored.lastUsedAt).toEqual(isProlonged ? now : ago(since));
    expect(set.mock.calls).toEqual(
      isProlonged ? [[expect.stringMatching(/^session=.+; Max-Age=1209600; /)]] : [],
    );
    expect(await everybodyElses(id)).toEqual(before);
  });

  test("what one session is given, the others are not", async () => {
    const { user, visitor, id } = await session({});
    const before = await everybodyElses(id);
    const { session: asked } = visitor.context();
    await asked.confirm(now);
    await asked.confirm(now);
    expect(await asked.viewer()).toMatchObject({ id: user._id.toString(), confirmedAt: now });
    expect(await everybodyElses(id)).toEqual(before);
    await asked.start(user._id);
    expect(await everybodyElses((await asked.currentId())!)).toEqual(before);
    await asked.end();
    expect(await everybodyElses("")).toEqual(before);
  });

  test("a request that looks at the site as somebody else does so at once, and until it ends that", async () => {
    const { user, visitor, id } = await session({});
    await UserModel.updateOne({ _id: user._id }, { isAdmin: true, adminRole: "support" });
    const before = await everybodyElses(id);
    const person = await createUser();
    const { session: asked } = visitor.context();
    expect(await asked.view()).toBeNull();
    expect(asked.knownView).toBeNull();
    const viewing = { userId: person._id, until: ago(-1) };
    await inTransaction((transaction) => asked.startView(viewing, transaction));
    expect((await asked.viewer())?.id).toBe(person._id.toString());
    expect((await asked.holder())?.id).toBe(user._id.toString());
    expect(asked.knownView).toEqual(await asked.view());
    expect(await everybodyElses(id)).toEqual(before);
    await inTransaction((transaction) => asked.endView(transaction));
    expect(asked.knownView).not.toBeNull();
    expect(await asked.view()).toBeNull();
    expect(asked.knownView).toBeNull();
    expect((await asked.viewer())?.id).toBe(user._id.toString());

    // Its end is the end.
    await inTransaction((transaction) => asked.startView({ ...viewing, until: now }, transaction));
    expect(await asked.view()).toBeNull();
    expect(await SessionModel.findById(id).lean()).not.toHaveProperty("viewing");
    expect(await everybodyElses(id)).toEqual(before);
  });

  test("a request that was refused in a view knows it", async () => {
    const { visitor } = await session({});
    const { session: asked } = visitor.context();
    expect(asked.isRefusedInView).toBe(false);
    asked.noteRefusedInView();
    expect(asked.isRefusedInView).toBe(true);
  });

  test("a request has a session or none by its cookies, and what it begins and ends itself", async () => {
    const { user } = await session({});
    const kept: string[] = [];
    const of = (cookies: string | null, userAgent: string | null = null) =>
      new RequestSession(cookies, userAgent, (value) => kept.push(value));
    expect([of(null).present, of("").present, of("other=1").present]).toEqual([
      false,
      false,
      false,
    ]);
    for (const cookies of [null, "other=1", "session=", "session=forged.x"]) {
      expect([cookies, await of(cookies).currentId()]).toEqual([cookies, null]);
      expect(await of(cookies).viewer()).toBeNull();
    }
    const asked = of(null, "x".repeat(300));
    await asked.start(user._id.toString());
    expect(asked.present).toBe(true);
    const id = (await asked.currentId())!;
    const stored = (await SessionModel.findById(id).lean())!;
    expect(stored.userAgent).toBe("x".repeat(200));
    expect(stored).not.toHaveProperty("secondFactorAt");
    expect(stored).toMatchObject({ createdAt: now, lastUsedAt: now, expiresAt: ago(-14 * DAY_MS) });
    const [pair = ""] = kept.at(-1)!.split(";");
    expect([of(pair).present, await of(pair).currentId()]).toEqual([true, id]);
    // 256 bits at random, of which the name in the database tells nothing.
    const [value = ""] = decodeURIComponent(pair.split("=")[1]!).split(".");
    expect(
      Buffer.from(JSON.parse(Buffer.from(value, "base64").toString()) as string, "base64url"),
    ).toHaveLength(32);
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    await asked.end();
    expect([asked.present, await asked.currentId()]).toEqual([false, null]);
    expect(kept.at(-1)).toMatch(/^session=[^;]*; Max-Age=0; /);
  });

  test("an account is known by what everybody may ask of it, unless it is banned or closed", async () => {
    const proof = { secondFactorAt: ago(2), confirmedAt: ago(1) };
    const said = {
      ...{ name: "Inès", lastname: "Carpentier", email: "ines@exemple.fr", isVerified: false },
      ...({
        cookiesSet: true,
        cookiesSetOn: "2027-01-04",
        stripeStats: "pending",
        accountId: "acct_ines",
      } as const),
      spondorshipCode: "CODE-1",
    } as const;
    // The role of who is no administrator any more stands for nothing.
    const user = await createUser({ ...said, adminRole: "support" });
    const viewer = {
      ...said,
      ...proof,
      id: user._id.toString(),
      isAdmin: false,
      isAuthority: false,
      adminRole: undefined,
      asksTerms: false,
    };
    const known = async () =>
      viewerFrom(await UserModel.findById(user._id, ACCOUNT_FIELDS).lean(), proof);
    expect(await known()).toEqual(viewer);
    await UserModel.updateOne({ _id: user._id }, { $unset: { termsAcceptedAt: 1 } });
    expect(await known()).toEqual({ ...viewer, asksTerms: true });
    // An administrator is never asked.
    await UserModel.updateOne({ _id: user._id }, { isAdmin: true });
    const officer = { ...viewer, isAdmin: true, adminRole: "support" };
    expect(await known()).toEqual(officer);
    expect(await viewerOf(user._id)).toEqual({
      ...officer,
      ...{ secondFactorAt: undefined, confirmedAt: undefined },
    });
    for (const name of ["bannedAt", "deletedAt"]) {
      await UserModel.updateOne({ _id: user._id }, { [name]: now });
      expect(await known()).toBeNull();
      await UserModel.updateOne({ _id: user._id }, { $unset: { [name]: 1 } });
    }
    expect(await known()).toEqual(officer);
  });

  test("all sessions of an account end, or all but one, with the transaction that ends them", async () => {
    const { user, id: own } = await session({});
    const ids = async () =>
      (await SessionModel.find({ userId: user._id }).lean()).map(({ _id }) => _id);
    for (let count = 0; count < 2; count += 1) {
      await new RequestSession(null, null, () => undefined).start(user._id);
    }
    const others = await everybodyElses("").then((all) =>
      all.filter(({ userId }) => !userId.equals(user._id)),
    );
    expect(await ids()).toHaveLength(3);
    const given = inTransaction(async (transaction) => {
      await endSessionsOf(user._id, { transaction });
      throw new Error("given up");
    });
    await expect(given).rejects.toThrow("given up");
    expect(await ids()).toHaveLength(3);
    await endSessionsOf(user._id, { except: own });
    expect(await ids()).toEqual([own]);
    await endSessionsOf(user._id.toString());
    expect(await ids()).toEqual([]);
    expect(await everybodyElses("")).toEqual(others);
  });
});
