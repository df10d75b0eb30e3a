import { RateLimitModel } from "@models/rate-limit";
import mongoose from "mongoose";
import { RateLimiterMongo } from "rate-limiter-flexible";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { countUpload } from "~/platform/web/call.server";
import { limit, limitOf, resetLimit, type Bucket } from "~/platform/web/rate-limit.server";
import { emptyDatabase, useDatabase } from "../support/database";

useDatabase();
beforeEach(emptyDatabase);
afterEach(() => void vi.useRealTimers());

const tooMany = { name: "Refusal", code: "too_many", status: 429 };

/** How many of `count` tries at once pass. */
async function passing(count: number, attempt: () => Promise<void>): Promise<number> {
  const tries = await Promise.allSettled(Array.from({ length: count }, attempt));
  return tries.filter(({ status }) => status === "fulfilled").length;
}

describe("limit", () => {
  it("refuses the eleventh try of an account and says how long to wait", async () => {
    for (let tries = 0; tries < 10; tries += 1) await limit("login_account", "ines@exemple.fr");
    const refusal = await limit("login_account", "ines@exemple.fr").catch(
      (error: unknown) => error,
    );
    expect(refusal).toMatchObject(tooMany);
    expect(refusal).toHaveProperty(
      "retryAfter",
      expect.toSatisfy((s: number) => s > 890 && s <= 900),
    );
    await limit("login_account", "paul@exemple.fr");
    await limit("login_address", "203.0.113.7");
  });

  it("tells people how long the wait is: minutes, an hour, a day", async () => {
    const told = async (bucket: Bucket) => {
      const { tries } = limitOf(bucket);
      for (let done = 0; done < tries; done += 1) await limit(bucket, "ines@exemple.fr");
      return await limit(bucket, "ines@exemple.fr").catch((error: Error) => error.message);
    };
    expect(await told("code_browser")).toContain("Patientez quelques minutes avant");
    expect(await told("reset_account")).toContain("Patientez une heure avant");
    expect(await told("contact_sender")).toContain("Patientez 24\u00a0heures avant");
    expect(new Refusal("too_many", { retryAfter: 40 * 60 - 1 }).message).toContain(
      "Patientez 40\u00a0minutes avant",
    );
  });

  it("lets exactly as many through when all come at once, and asks no more for it than one after the other", async () => {
    const commands: string[] = [];
    const hear = ({ commandName }: { commandName: string }) => void commands.push(commandName);
    const client = mongoose.connection.getClient().on("commandStarted", hear);
    expect(await passing(25, () => limit("login_account", "ines@exemple.fr"))).toBe(10);
    client.off("commandStarted", hear);
    expect(commands).toHaveLength(2 * 25);
    expect(await RateLimitModel.countDocuments()).toBe(1);
  });

  it("asks the database nothing for whoever goes on past it, until its window is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await passing(11, () => limit("contact", "203.0.113.7"))).toBe(10);
    const commands: string[] = [];
    const hear = ({ commandName }: { commandName: string }) => void commands.push(commandName);
    const client = mongoose.connection.getClient().on("commandStarted", hear);
    for (let tries = 0; tries < 50; tries += 1) {
      const refusal = await limit("contact", "203.0.113.7").catch((error: unknown) => error);
      expect(refusal).toMatchObject({ ...tooMany, retryAfter: 3_600 });
    }
    client.off("commandStarted", hear);
    expect(commands).toEqual([]);
    vi.setSystemTime(Date.now() + 3_601_000);
    await limit("contact", "203.0.113.7");
  });

  it("reads no other key's count", async () => {
    await RateLimitModel.insertMany(
      Array.from({ length: 200 }, (_, index) => ({
        key: `other-${index}`,
        points: 1,
        expire: new Date(Date.now() + 60_000),
      })),
    );
    await limit("login_account", "ines@exemple.fr");
    const all = await RateLimitModel.find().lean();
    const { key, expire } = all.find((count) => !count.key.startsWith("other"))!;
    const filter = { key, expire: { $gt: new Date(expire.getTime() - 1) } };
    const { executionStats } = await RateLimitModel.collection
      .find(filter)
      .explain("executionStats");
    expect(executionStats).toMatchObject({ totalDocsExamined: 1 });
  });

  it("counts for several processes together", async () => {
    vi.resetModules();
    const other = await import("~/platform/web/rate-limit.server");
    expect(other.limit).not.toBe(limit);
    const instances = [limit, other.limit];
    let turn = 0;
    const attempt = () => instances[turn++ % 2]!("login_account", "ines@exemple.fr");
    expect(await passing(16, attempt)).toBe(10);
    await other.resetLimit("login_account", "ines@exemple.fr");
    await limit("login_account", "ines@exemple.fr");
  });

  it("writes an e-mail in any case as the same account, and an IPv6 network as one address", async () => {
    expect(await passing(6, () => limit("reset_account", "ines@exemple.fr"))).toBe(5);
    await expect(limit("reset_account", " Ines@Exemple.FR")).rejects.toMatchObject(tooMany);
    expect(await passing(11, () => limit("contact", "2001:db8:1:2::1"))).toBe(10);
    await expect(limit("contact", "2001:db8:1:2:3::9")).rejects.toMatchObject(tooMany);
    await limit("contact", "2001:db8:1:3::1");
  });

  it("starts anew when the window is over, whether or not the old count was deleted", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    expect(await passing(11, () => limit("contact", "203.0.113.7"))).toBe(10);
    vi.setSystemTime(Date.now() + 3_601_000);
    expect(await passing(11, () => limit("contact", "203.0.113.7"))).toBe(10);
    expect(await RateLimitModel.countDocuments()).toBe(1);
  });

  it("keeps neither e-mails nor addresses in clear", async () => {
    await limit("login_account", "ines@exemple.fr");
    await limit("login_address", "203.0.113.7");
    const stored = JSON.stringify(await RateLimitModel.find().lean());
    expect(stored).not.toMatch(/ines|exemple|203\.0/);
  });
});

describe("countUpload", () => {
  it.each([
    ["that says that it is a text", "100000", 0],
    ["that says that it is more", "100001", 1],
    ["that says nothing", null, 1],
  ])("counts a body %s or does not, before it is read", async (_what, length, count) => {
    const headers = new Headers(length === null ? {} : { "content-length": length });
    const args = { request: { headers }, context: { ip: "203.0.113.7" } };
    const [by, asked] = [
      { viewer: { id: "6b063ade9a7e1ac15e7323c1" } },
      args,
    ] as unknown as Parameters<typeof countUpload>;
    await countUpload(by, asked);
    expect(await RateLimitModel.countDocuments()).toBe(count);
  });
});

describe("resetLimit", () => {
  it("forgets the tries of one key of one bucket", async () => {
    await passing(11, () => limit("login_account", "ines@exemple.fr"));
    await passing(31, () => limit("login_address", "203.0.113.7"));
    await resetLimit("login_account", "ines@exemple.fr");
    await limit("login_account", "ines@exemple.fr");
    await expect(limit("login_address", "203.0.113.7")).rejects.toMatchObject(tooMany);
  });
});

describe("without the database", () => {
  it("all tries at once are answered as soon as one has found that it is away", async () => {
    const { connection, ConnectionStates, mongo } = mongoose;
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    const asked = vi.spyOn(RateLimiterMongo.prototype, "consume").mockImplementationOnce(() => {
      Object.assign(connection, { readyState: ConnectionStates.disconnected });
      return Promise.reject(new mongo.MongoNetworkError("gone"));
    });
    try {
      expect(await passing(12, () => limit("login_account", "ines@exemple.fr"))).toBe(10);
      expect(asked).toHaveBeenCalledOnce();
      expect(warned).toHaveBeenCalledTimes(12);
    } finally {
      Object.assign(connection, { readyState: ConnectionStates.connected });
      for (const spy of [asked, warned]) spy.mockRestore();
      await resetLimit("login_account", "ines@exemple.fr");
    }
  });

  it("each process counts for itself, and tells the log", async () => {
    const warned = vi.spyOn(logger, "warn");
    await mongoose.connection.getClient().close();
    try {
      expect(await passing(12, () => limit("login_account", "ines@exemple.fr"))).toBe(10);
      const fields = { err: expect.any(Error) as unknown, bucket: "login_account" };
      const counted = [fields, "rate limit counted in memory, the database does not answer"];
      expect(warned.mock.calls).toEqual(Array(12).fill(counted));
      await resetLimit("login_account", "ines@exemple.fr");
      expect(warned.mock.lastCall).toEqual([fields, "rate limit not reset"]);
      await limit("login_account", "ines@exemple.fr");
    } finally {
      warned.mockRestore();
      await disconnectDatabase();
      await connectDatabase();
    }
  });
});
