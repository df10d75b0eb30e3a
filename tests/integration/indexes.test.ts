import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mongoose, { type mongo } from "mongoose";
import { beforeAll, describe, expect, it } from "vitest";
import { syncIndexes } from "@models/all";
import { RateLimitModel } from "@models/rate-limit";
import { SessionModel } from "@models/session";
import { SEARCH_INDEXES, VenueModel } from "@models/venue";
import { restoreBackup } from "~/admin/backup/restore-backup.server";
import { writeBackup } from "~/admin/backup/write-backup.server";
import { useDatabase } from "../support/database";

/** What the set-up step does to indexes that processes of before, or of another setting, still work with. */

useDatabase();

/** What was asked of the indexes, in order, and where documents were written. */
function onIndexes(): { asked: string[]; quorums: unknown[]; end: () => void } {
  const asked: string[] = [];
  const quorums: unknown[] = [];
  const client = mongoose.connection.getClient();
  const hear = ({ commandName, command }: mongo.CommandStartedEvent) => {
    if (commandName === "insert") asked.push(`fill ${String(command.insert)}`);
    if (commandName === "dropIndexes") asked.push(`drop ${String(command.index)}`);
    if (commandName !== "createIndexes") return;
    quorums.push(command.commitQuorum);
    const made = command.indexes as { name: string }[];
    asked.push(...made.map(({ name }) => `make ${name}`));
  };
  client.on("commandStarted", hear);
  return { asked, quorums, end: () => void client.off("commandStarted", hear) };
}

const namesOf = async (model: { collection: mongoose.Collection }) =>
  (await model.collection.indexes()).map(({ name }) => name);

describe("the indexes of the database's own search", () => {
  const PLACE = "searchKeys.place_2dsphere";
  beforeAll(async () => {
    await VenueModel.collection.createIndexes(
      SEARCH_INDEXES.map((key) => ({ key }) as mongo.IndexDescription),
    );
  });

  it("are left alone by a set-up that does not know of them: processes may be searching by them", async () => {
    const before = await namesOf(VenueModel);
    expect(before).toContain(PLACE);
    const { searchIndexesLeft } = await syncIndexes();
    expect(await namesOf(VenueModel)).toEqual(before);
    expect(searchIndexesLeft).toBe(SEARCH_INDEXES.length);
  });

  it("are dropped by one that is told to", async () => {
    const { searchIndexesLeft } = await syncIndexes({ dropSearchIndexes: true });
    expect(await namesOf(VenueModel)).not.toContain(PLACE);
    expect(await VenueModel.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
    expect(searchIndexesLeft).toBe(0);
  });
});

describe("indexes that a release changes", () => {
  it("are there in their new form before the old one goes, in all collections", async () => {
    const [shorter, longer] = ["userId_1", "userId_1_createdAt_-1"];
    await VenueModel.collection.createIndex({ userId: 1 });
    await VenueModel.collection.dropIndex(longer);
    const { asked, quorums, end } = onIndexes();
    await syncIndexes();
    end();
    expect(asked).toContain(`make ${longer}`);
    expect(quorums.filter((quorum) => quorum !== "majority")).toEqual([]);
    expect(asked.at(-1)).toBe(`drop ${shorter}`);
    expect(await VenueModel.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
  });

  it("go first where they have the same fields, for both cannot be there", async () => {
    const name = "expiresAt_1";
    await SessionModel.collection.dropIndex(name);
    await SessionModel.collection.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 60 });
    await syncIndexes();
    expect(await SessionModel.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
  });
});

it("are those of the pictures too, which an upload alone would make", async () => {
  await syncIndexes();
  const of = (name: string) => ({ collection: mongoose.connection.collection(name) });
  expect(await namesOf(of("pictures.files"))).toContain("filename_1_uploadDate_1");
  expect(await namesOf(of("pictures.chunks"))).toContain("files_id_1_n_1");
});

it("are not there while a restore fills a database that was set up before: they would end what is over", async () => {
  const directory = await mkdtemp(join(tmpdir(), "indexes-"));
  const file = join(directory, "copy.bak");
  try {
    await RateLimitModel.create({ key: "any", points: 1, expire: new Date(0) });
    await writeBackup(file, new Date());
    await RateLimitModel.deleteMany({});
    await syncIndexes();
    const { asked, quorums, end } = onIndexes();
    await restoreBackup(file, new Date());
    end();
    expect(quorums).not.toHaveLength(0);
    expect(quorums.filter((quorum) => quorum !== "majority")).toEqual([]);
    const filled = asked.indexOf("fill ratelimits");
    expect(asked[filled - 1]).toBe("drop *");
    expect(asked.slice(filled)).toContain("make expire_1");
    expect(await RateLimitModel.diffIndexes()).toEqual({ toDrop: [], toCreate: [] });
  } finally {
    await rm(directory, { recursive: true });
  }
});
