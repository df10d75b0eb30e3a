import mongoose, { type mongo } from "mongoose";
import { afterEach, expect, it, vi } from "vitest";
import { OLDEST } from "../../scripts/database/mongod.mjs";
import { connectProgram, OLDEST_MONGODB } from "./connect-program.server";
import { env } from "./env.server";

afterEach(() => void vi.restoreAllMocks());

/** A database that is there. */
function connectTo(version: string) {
  const command = () => Promise.resolve({ version });
  const client = { db: () => ({ command }) } as unknown as mongo.MongoClient;
  vi.spyOn(mongoose.connection, "getClient").mockReturnValue(client);
  return vi.spyOn(mongoose, "connect").mockResolvedValue(mongoose);
}

it.each([
  [
    "mongodb://ici:se@cret@db-1:27017,db-2/place?authSource=secret",
    "mongodb://db-1:27017,db-2/place",
  ],
  ["mongodb://127.0.0.1:27017/place", "mongodb://127.0.0.1:27017/place"],
])(
  "ends a program that has no database with one line, without what is secret (%s)",
  async (uri, name) => {
    vi.spyOn(env, "MONGODB_URI", "get").mockReturnValue(uri);
    const connect = vi
      .spyOn(mongoose, "connect")
      .mockRejectedValue(new Error("connect ECONNREFUSED"));
    const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
    const say = vi.fn();
    await connectProgram({ manner: "patient", say });
    expect(connect.mock.lastCall?.[0]).toBe(uri);
    expect(connect.mock.lastCall?.[1]).toMatchObject({ serverSelectionTimeoutMS: 30_000 });
    expect(say.mock.calls).toEqual([
      [`La base de données ${name} ne peut pas être jointe (connect ECONNREFUSED).`],
    ]);
    expect(exit.mock.calls).toEqual([[1]]);
  },
);

it.each([
  [
    undefined,
    { serverSelectionTimeoutMS: 1_000, heartbeatFrequencyMS: 500, connectTimeoutMS: 3_000 },
  ],
  ["patient", { serverSelectionTimeoutMS: 30_000 }],
] as const)("gives a silent database up by its manner (%s)", async (manner, times) => {
  const connect = connectTo("7.0.0");
  await connectProgram({ manner });
  const asked = Object.entries(connect.mock.lastCall?.[1] ?? {});
  expect(Object.fromEntries(asked.filter(([name]) => name.endsWith("MS")))).toEqual(times);
});

it.each([
  ["4.4.29", "est un MongoDB 4.4.29\u00a0: il faut la version 7 ou une plus récente."],
  ["6.0.19", "est un MongoDB 6.0.19\u00a0: il faut la version 7 ou une plus récente."],
  ["7.0.0", undefined],
  ["10.1.0", undefined],
])(
  "ends a program whose database is too old, before it asks what that cannot answer (%s)",
  async (version, told) => {
    vi.spyOn(env, "MONGODB_URI", "get").mockReturnValue("mongodb://me:secret@db-1/place");
    connectTo(version);
    const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
    const say = vi.fn();
    await connectProgram({ say });
    const lines = told === undefined ? [] : [[`La base de données mongodb://db-1/place ${told}`]];
    expect(say.mock.calls).toEqual(lines);
    expect(exit.mock.calls).toEqual(lines.map(() => [1]));
  },
);

it("takes no other MongoDB than the start of the demo does", () => {
  expect(OLDEST_MONGODB).toBe(OLDEST);
});
