import mongoose, { type Schema, type SchemaType } from "mongoose";
import { beforeEach, expect, it } from "vitest";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { closeAccount } from "~/offboarding/close-account.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createVenue } from "../support/fixtures";
import { newMember } from "../support/members";

useDatabase();
beforeEach(emptyDatabase);

/**
 * What of an account stays, and why; every other field of the model is somebody's own. Who an owner is and where their
 * venues are stays apart (`TaxFacts`), of those alone who were ever paid: the law has it told for ten years (031).
 */
const KEPT = {
  books: [
    ...["_id", "accountId", "stripeStats", "payoutHold", "payoutsBefore", "stripeCustomerId"],
    ...["createdAt", "termsAcceptedAt", "termsVersion"],
  ],
  forgotten: ["customerForgottenAt", "customerTriedAt", "customerUntold"],
  kind: ["type", "role", "natureOfCollectivity", "isAdmin", "adminRole", "isVerified"],
  state: ["bannedAt", "deletedAt", "lastLogin", "lock", "accountReadings"],
};

/**
 * What of a venue stays when its owner's account is closed, and why; everything else is what somebody wrote of a place. Its
 * cadastral reference stays with those alone who were ever paid: declared revenue names it, in the year after too (031).
 */
const KEPT_OF_VENUES = {
  books: ["_id", "userId", "title", "postalCode", "city", "country", "createdAt"],
  kind: ["type", "capacity", "equipement", "floorArea", "stepFreeAccess", "rating", "searchKeys"],
  terms: [
    "needValidation",
    "price",
    "time",
    "minimumNotice",
    "closedWeekdays",
    "cancellationPolicy",
  ],
  stays: ["preparationBefore", "preparationAfter", "shortestStay", "longestStay"],
  state: ["suspendedAt", "deletedAt", "lock"],
};

/** A value of a field, by its type, that is found nowhere else. */
function valueOf(
  path: string,
  { instance, options, schema }: SchemaType & { schema?: Schema },
): unknown {
  const [choice] = ((options as { enum?: string[] }).enum ?? []).slice(-1);
  if (choice) return choice;
  switch (instance) {
    case "String":
      return `personal-${path}`;
    case "ObjectId":
      return new mongoose.Types.ObjectId();
    case "Boolean":
      return true;
    case "Number":
      return 42;
    case "Date":
      return new Date("2026-01-02T03:04:05Z");
    case "Array":
      return [`personal-${path}`];
    case "Embedded":
      return Object.fromEntries(
        Object.entries(schema!.paths).map(([name, inner]) => [
          name,
          valueOf(`${path}.${name}`, inner),
        ]),
      );
    default:
      throw new Error(`No value for ${path}, a ${instance}`);
  }
}

it("leaves no field of the model's but those that the books need", async () => {
  const { user, id } = await newMember();
  const fields = Object.entries(UserModel.schema.paths).filter(
    ([path]) => !["_id", "deletedAt", "bannedAt"].includes(path),
  );
  const full = Object.fromEntries(fields.map(([path, type]) => [path, valueOf(path, type)]));
  await UserModel.collection.updateOne({ _id: user._id }, { $set: full });
  await closeAccount(id, new Date());
  const closed = (await UserModel.collection.findOne({ _id: user._id }))!;
  const kept = Object.values(KEPT).flat();
  const forgotten = fields
    .map(([path]) => path)
    .filter((path) => !kept.includes(path))
    .filter((path) => JSON.stringify(closed[path]) === JSON.stringify(full[path]));
  expect(forgotten).toEqual([]);
  // Each of them was filled, and what stays does.
  for (const field of ["reset", "verification", "masterRefusal", "cookiesSetOn", "link_id"]) {
    expect(full).toHaveProperty(field);
    expect(closed).not.toHaveProperty(field);
  }
  expect(Object.keys(closed).sort()).toEqual(
    [...kept, "name", "lastname", "tag", "email", "passwordHash"]
      .filter((path) => path !== "bannedAt")
      .sort(),
  );
});

it("leaves no field of its venues' but those that tell which place it was", async () => {
  const { user, id } = await newMember();
  const { _id } = await createVenue(user);
  const texts = Object.entries(VenueModel.schema.paths).filter(
    ([path, { instance }]) =>
      instance === "String" && !Object.values(KEPT_OF_VENUES).flat().includes(path),
  );
  const full = Object.fromEntries(texts.map(([path, type]) => [path, valueOf(path, type)]));
  const own = {
    ...{ ...full, status: "available", coordinates: { lat: 45.76, lng: 4.83 } },
    calendarFeed: { salt: "personal-salt", createdAt: new Date() },
  };
  await VenueModel.collection.updateOne({ _id }, { $set: own });
  const before = (await VenueModel.collection.findOne({ _id }))!;
  await closeAccount(id, new Date());
  const after = (await VenueModel.collection.findOne({ _id }))!;
  expect(Object.keys(own)).toEqual(expect.arrayContaining(["arrival", "houseRules", "street"]));
  const kept = Object.values(KEPT_OF_VENUES).flat();
  const forgotten = Object.keys(before)
    .filter((path) => !kept.includes(path))
    .filter((path) => JSON.stringify(after[path]) === JSON.stringify(before[path]));
  expect(forgotten).toEqual([]);
  expect(JSON.stringify(after)).not.toContain("personal-");
  // A field that is added to the model is named above, or was filled and went.
  const named = new Set([...kept, ...Object.keys(own), "locationIMG", "listed", "searchable"]);
  const unnamed = Object.keys(VenueModel.schema.paths)
    .map((path) => path.split(".")[0]!)
    .filter((path) => !named.has(path));
  expect(unnamed).toEqual([]);
});
