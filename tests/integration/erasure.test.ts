import mongoose, { type Schema, type SchemaType } from "mongoose";
import { beforeEach, expect, it } from "vitest";
import { UserModel } from "@models/user";
import { closeAccount } from "~/offboarding/close-account.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { newMember } from "../support/members";

useDatabase();
beforeEach(emptyDatabase);

/** What of an account stays, and why; every other field of the model is somebody's own. */
const KEPT = {
  books: ["_id", "accountId", "stripeStats", "stripeCustomerId", "createdAt", "termsAcceptedAt"],
  kind: ["type", "role", "natureOfCollectivity", "isAdmin", "adminRole", "isVerified"],
  state: ["bannedAt", "deletedAt", "lastLogin", "lock", "accountReadings"],
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
  for (const field of ["reset", "verification", "masterRefusal", "cookiesSet", "link_id"]) {
    expect(full).toHaveProperty(field);
    expect(closed).not.toHaveProperty(field);
  }
  expect(Object.keys(closed).sort()).toEqual(
    [...kept, "name", "lastname", "tag", "email", "passwordHash"]
      .filter((path) => path !== "bannedAt")
      .sort(),
  );
});
