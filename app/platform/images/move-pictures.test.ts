import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { PictureStore } from "./picture-store";

/** `npm run pictures:move`, as whoever runs it sees it; what it moves is asked by picture-bucket.test.ts. */

let done: unknown[] = [];
let failed: string[] = [];
let untried = 0;
vi.mock("../database.server", () => ({
  connectDatabase: () => void done.push("connect"),
  databaseVersion: () => Promise.resolve("7.0.0"),
  disconnectDatabase: () => void done.push("disconnect"),
}));
vi.mock("./move-pictures.server", () => ({
  movePictures(bucket: unknown) {
    done.push(bucket);
    return Promise.resolve({ moved: 3, failed, untried });
  },
}));

const said = vi.spyOn(console, "log");
beforeEach(() => {
  done = [];
  failed = [];
  untried = 0;
  vi.resetModules();
  said.mockReset().mockReturnValue();
});
afterEach(() => {
  process.exitCode = undefined;
});

const run = async (pictureBucket: object | undefined) => {
  vi.doMock("./pictures.server", () => ({ pictureBucket }));
  await import("./move-pictures");
};

it("says how many pictures it moved", async () => {
  const bucket = { put: () => Promise.resolve() } satisfies Partial<PictureStore>;
  await run(bucket);
  expect(done).toEqual(["connect", bucket, "disconnect"]);
  expect(said.mock.calls).toEqual([["3\u00a0images déplacées."]]);
  expect(process.exitCode).toBeUndefined();
});

it("says which it could not move, and fails", async () => {
  failed = ["a", "b"];
  untried = 40;
  const complained = vi.spyOn(console, "error").mockReturnValue();
  await run({});
  expect(said.mock.calls).toEqual([["3\u00a0images déplacées."]]);
  expect(complained.mock.calls).toEqual([
    ["Images non déplacées\u00a0: a, b."],
    ["Arrêt\u00a0: l’espace de stockage ne prend plus rien. Images non essayées\u00a0: 40."],
  ]);
  expect(done.at(-1)).toBe("disconnect");
  expect(process.exitCode).toBe(1);
  complained.mockRestore();
});

it("fails, and says what to set, where there is no bucket", async () => {
  const complained = vi.spyOn(console, "error").mockReturnValue();
  await run(undefined);
  expect(done).toEqual([]);
  expect(complained.mock.calls).toEqual([
    ["Aucun espace de stockage n’est configuré (S3_ENDPOINT, voir .env.example)."],
  ]);
  expect(process.exitCode).toBe(1);
});
