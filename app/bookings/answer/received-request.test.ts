import { expect, it } from "vitest";
import { buyerName } from "./received-request.server";

const hugo = { name: "Hugo", lastname: "Lefèvre" };

it.each([
  ["a person", hugo, "Hugo L."],
  ["an organisation", { ...hugo, entityName: "Klein Formation" }, "Klein Formation"],
  [
    "who closed their account",
    { name: "Ancien", lastname: "membre", deletedAt: new Date(0) },
    "Compte supprimé",
  ],
  ["whose record is gone", undefined, "Compte supprimé"],
])("before the owner %s is called so", (_who, buyer, name) => {
  expect(buyerName(buyer)).toBe(name);
});
