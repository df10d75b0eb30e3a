import { expect, it } from "vitest";
import { clientFirst, clientName, ofClient } from "./client-name";

it("is a name where there is one, and a client of no name in a sentence", () => {
  const names = [{ name: "Aïcha", lastname: "Morel", email: "a@exemple.fr" }, undefined].map(
    clientName,
  );
  expect(names.map((name) => [name, clientFirst(name), ofClient(name)])).toEqual([
    ["Aïcha M.", "Aïcha M.", "d’Aïcha M."],
    ["un client", "Un client", "du client"],
  ]);
});
