import mongoose, { type mongo } from "mongoose";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
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
