import mongoose, { type mongo } from "mongoose";
import { beforeAll, describe, expect, it } from "vitest";
import { syncIndexes } from "@models/all";
import { SessionModel } from "@models/session";
import { SEARCH_INDEXES, VenueModel } from "@models/venue";
import { useDatabase } from "../support/database";

/** What the set-up step does to indexes that processes of before, or of another setting, still work with. */

useDatabase();

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
  /** What was asked of the indexes, in order. */
  function onIndexes(): { asked: string[]; end: () => void } {
    const asked: string[] = [];
    const client = mongoose.connection.getClient();
    const hear = ({ commandName, command }: mongo.CommandStartedEvent) => {
      if (commandName === "dropIndexes") asked.push(`drop ${String(command.index)}`);
      if (commandName !== "createIndexes") return;
      const made = command.indexes as { name: string }[];
      asked.push(...made.map(({ name }) => `make ${name}`));
    };
    client.on("commandStarted", hear);
    return { asked, end: () => void client.off("commandStarted", hear) };
  }

  it("are there in their new form before the old one goes, in all collections", async () => {
    const [shorter, longer] = ["userId_1", "userId_1_createdAt_-1"];
    await VenueModel.collection.createIndex({ userId: 1 });
    await VenueModel.collection.dropIndex(longer);
    const { asked, end } = onIndexes();
    await syncIndexes();
    end();
    expect(asked).toContain(`make ${longer}`);
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
