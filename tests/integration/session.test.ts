import { expect, test } from "vitest";
import { SessionModel } from "@models/session";
import { useDatabase } from "../support/database";
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
