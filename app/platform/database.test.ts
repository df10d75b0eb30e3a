import mongoose from "mongoose";
import { afterEach, describe, expect, it, vi } from "vitest";
import { connectDatabase, databaseAnswers, inTransaction } from "./database.server";
import { isAway, isDatabaseOutage, isDuplicateKey } from "./database-errors.server";
import * as contentVersion from "./content-version.server";
import { Refusal } from "./refusal";

/** How the database is asked, which one that answers tells nobody. */

const { mongo } = mongoose;
const { TransientTransactionError, UnknownTransactionCommitResult, RetryableWriteError } =
  mongo.MongoErrorLabel;

/** As the driver sets it. */
const setState = (state: number) => Object.assign(mongoose.connection, { readyState: state });
const { connected, connecting, disconnected } = mongoose.ConnectionStates;

afterEach(() => {
  vi.restoreAllMocks();
  setState(disconnected);
});

describe("a connection", () => {
  const always = {
    ...{ appName: "place-des-salles", autoIndex: false, bufferCommands: false, maxPoolSize: 50 },
    ...{ writeConcern: { w: "majority", journal: true }, retryWrites: true },
  };

  it("gives a silent database up soon where people wait, and later where much is filled in", async () => {
    const connect = vi.spyOn(mongoose, "connect").mockResolvedValue(mongoose);
    await connectDatabase("mongodb://db/app");
    const watchful = { heartbeatFrequencyMS: 500, connectTimeoutMS: 3_000 };
    expect(connect).toHaveBeenLastCalledWith("mongodb://db/app", {
      ...{ ...always, ...watchful, serverSelectionTimeoutMS: 1_000 },
    });
    await connectDatabase("mongodb://db/app", "patient");
    expect(connect).toHaveBeenLastCalledWith("mongodb://db/app", {
      ...{ ...always, serverSelectionTimeoutMS: 30_000 },
    });
    setState(connected);
    await connectDatabase("mongodb://db/app");
    expect(connect).toHaveBeenCalledTimes(2);
  });

  it("takes nothing from outside for an operator, and asks for no field that a schema has not", () => {
    expect([mongoose.get("sanitizeFilter"), mongoose.get("strictQuery")]).toEqual([true, "throw"]);
  });

  it("answers once it is there, within a second", async () => {
    expect(await databaseAnswers()).toBe(false);
    const command = vi.fn().mockResolvedValue({ ok: 1 });
    setState(connected);
    Object.assign(mongoose.connection, { db: { admin: () => ({ command }) } });
    expect(await databaseAnswers()).toBe(true);
    expect(command).toHaveBeenCalledWith({ ping: 1 }, { timeoutMS: 1_000 });
    setState(connecting);
    expect(await databaseAnswers()).toBe(false);
    command.mockRejectedValue(new Error("away"));
    setState(connected);
    expect(await databaseAnswers()).toBe(false);
    Object.assign(mongoose.connection, { db: undefined });
  });
});

describe("a transaction", () => {
  it("reads one state, is kept by the majority, and is given up after four seconds", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const deadline = vi.spyOn(AbortSignal, "timeout");
    const session = {} as mongoose.ClientSession;
    const transaction = vi.spyOn(mongoose.connection, "transaction");
    transaction.mockImplementation((work) => work(session));
    expect(await inTransaction((given) => Promise.resolve(given === session))).toBe(true);
    expect(deadline).toHaveBeenCalledWith(4_000);
    expect(transaction.mock.lastCall?.[1]).toEqual({
      readConcern: { level: "snapshot" },
      writeConcern: { w: "majority", journal: true },
      maxCommitTimeMS: 4_000,
    });
    deadline.mockReturnValue(AbortSignal.abort());
    const work = vi.fn();
    await expect(inTransaction(work)).rejects.toMatchObject({ code: "unavailable" });
    expect(work).not.toHaveBeenCalled();
    vi.useRealTimers();
  });
});

describe("a transaction that fails", () => {
  const lost = new mongo.MongoServerError({ message: "x" });
  lost.addErrorLabel(UnknownTransactionCommitResult);
  const run = async (work: () => Promise<unknown>, error: unknown) => {
    const tell = vi.spyOn(contentVersion, "tellUnknown").mockReset().mockReturnValue();
    vi.spyOn(mongoose.connection, "transaction").mockImplementation(async (given) => {
      await given({} as mongoose.ClientSession);
      throw error;
    });
    await expect(inTransaction(work)).rejects.toBe(error);
    return tell.mock.calls.length;
  };

  it("tells that anything may have changed where nobody knows what became of its commit", async () => {
    expect(await run(() => Promise.resolve(), lost)).toBe(1);
    expect(await run(() => Promise.resolve(), new Error("x"))).toBe(0);
    expect(await run(() => Promise.reject(lost), lost)).toBe(0);
  });
});

describe("an error", () => {
  const labelled = (label: string) => {
    const error = new mongo.MongoServerError({ message: "x" });
    error.addErrorLabel(label);
    return error;
  };
  const answered = (code: number) => new mongo.MongoServerError({ message: "x", code });
  const errors: (readonly [what: string, error: unknown, isOutage: boolean])[] = [
    ["a network's", new mongo.MongoNetworkError("x"), true],
    ["no server", new mongo.MongoServerSelectionError("x", {} as never), true],
    ["not connected", new mongo.MongoNotConnectedError("x"), true],
    ["closed", new mongo.MongoTopologyClosedError("x"), true],
    ["a transaction's", labelled(TransientTransactionError), true],
    ["a commit's", labelled(UnknownTransactionCommitResult), true],
    ["a write's", labelled(RetryableWriteError), true],
    ["a socket's", Object.assign(new Error("x"), { code: "EPIPE" }), true],
    ["of another socket", Object.assign(new Error("x"), { code: "EACCES" }), false],
    ...[91, 189, 10_107, 11_600, 11_602, 13_435, 13_436].map(
      (code) => [`a primary's that goes, ${code}`, answered(code), true] as const,
    ),
    ["an answer", new mongo.MongoServerError({ message: "x" }), false],
    ["ours", new Error("x"), false],
    ["none", "x", false],
  ];
  it.each(errors)("%s", (_what, error, isOutage) => {
    expect(isDatabaseOutage(error)).toBe(isOutage);
  });

  it("of many writes, by what ended them", () => {
    const bulk = (response: unknown) =>
      Object.assign(new mongo.MongoBulkWriteError({ message: "x", code: 1 }, {} as never), {
        errorResponse: response,
      });
    expect(isDatabaseOutage(bulk(labelled(RetryableWriteError)))).toBe(true);
    expect(isDatabaseOutage(bulk({}))).toBe(false);
  });

  it("of Stripe or another service, too, where either was away", () => {
    const away = [new Refusal("unavailable"), new mongo.MongoNetworkError("x")];
    const others = [new Refusal("days_taken"), new Error("x"), answered(1)];
    expect([...away, ...others].map(isAway)).toEqual([true, true, false, false, false]);
  });

  it("of a key that is there already", () => {
    expect([isDuplicateKey(answered(11_000)), isDuplicateKey(answered(11_001))]).toEqual([
      ...[true, false],
    ]);
    expect(isDuplicateKey(Object.assign(new Error("x"), { code: 11_000 }))).toBe(false);
  });
});
