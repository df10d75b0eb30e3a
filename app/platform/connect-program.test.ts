import mongoose from "mongoose";
import { afterEach, expect, it, vi } from "vitest";
import { connectProgram } from "./connect-program.server";
import { env } from "./env.server";

afterEach(() => void vi.restoreAllMocks());

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
  const connect = vi.spyOn(mongoose, "connect").mockResolvedValue(mongoose);
  await connectProgram({ manner });
  const asked = Object.entries(connect.mock.lastCall?.[1] ?? {});
  expect(Object.fromEntries(asked.filter(([name]) => name.endsWith("MS")))).toEqual(times);
});
