import { describe, expect, it } from "vitest";
import { columnOrder, ordersOf, orderLabel, sortOf } from "./orders";

describe("sortOf", () => {
  it("ends with what tells any two rows apart, in the direction of the last key", () => {
    expect(sortOf("", "at").keys).toEqual([
      ["at", -1],
      ["_id", -1],
    ]);
    expect(sortOf("-nom", "createdAt")).toEqual({
      keys: [
        ["lastname", -1],
        ["name", -1],
        ["_id", -1],
      ],
      inFrench: true,
    });
    expect(sortOf("etat", "createdAt").keys).toEqual([
      ["status", 1],
      ["createdAt", -1],
      ["_id", -1],
    ]);
    expect(sortOf("email", "createdAt").keys).toEqual([["email", 1]]);
  });
});

describe("columnOrder", () => {
  it.each([
    ["date", "", "descending", "anciens"],
    ["date", "anciens", "ascending", ""],
    ["date", "nom", null, ""],
    ["nom", "", null, "nom"],
    ["nom", "nom", "ascending", "-nom"],
    ["nom", "-nom", "descending", "nom"],
  ] as const)(
    "of %s in the order '%s' is %s, and leads to '%s'",
    (name, order, direction, next) => {
      expect(columnOrder(name, order)).toEqual({ direction, next });
    },
  );
});

it("calls every order by a name of its own", () => {
  const labels = ordersOf("nom", "email", "titre", "prix", "sejour", "montant", "etat").map(
    orderLabel,
  );
  expect(new Set(labels).size).toBe(15);
});
