import { expect, it } from "vitest";
import { signupIssues } from "./signup-issues";

const REQUIRED = "Veuillez remplir tous les champs obligatoires.";

it("names the fields that share a message", () => {
  expect(
    signupIssues({ name: REQUIRED, city: REQUIRED, CGU: "Veuillez accepter les C.G.U." }),
  ).toEqual([
    { field: "name", message: `${REQUIRED} (Prénom)` },
    { field: "city", message: `${REQUIRED} (Ville)` },
    { field: "CGU", message: "Veuillez accepter les C.G.U." },
  ]);
});

it("leaves a message alone that concerns one field or none", () => {
  expect(signupIssues({ name: REQUIRED, form: "Trop de tentatives." })).toEqual([
    { field: "name", message: REQUIRED },
    { field: undefined, message: "Trop de tentatives." },
  ]);
});
