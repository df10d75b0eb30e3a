import { expect, it } from "vitest";
import { clientName } from "./client-name";

it("is a name where there is one, and a client of no name in a sentence", () => {
  const names = [{ name: "Aïcha", lastname: "Morel", email: "a@exemple.fr" }, undefined].map(
    clientName,
  );
  expect(names).toEqual(["Aïcha M.", "le client"]);
});
