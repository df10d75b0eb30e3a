import { expect, it } from "vitest";
import { toldErrors } from "./told-errors";

const REQUIRED = "Veuillez remplir tous les champs obligatoires.";
const TERMS = "Veuillez accepter les C.G.U.";
const missing = {
  sentences: [REQUIRED],
  fields: { name: "Saisissez votre prénom.", city: "Saisissez la ville." },
};

it("says once that something is missing, and at each field what to write", () => {
  expect(toldErrors({ name: REQUIRED, city: REQUIRED, CGU: TERMS }, missing)).toEqual({
    first: REQUIRED,
    lead: REQUIRED,
    errors: { name: "Saisissez votre prénom.", city: "Saisissez la ville.", CGU: TERMS },
  });
});

it("leaves what is about one field as it is", () => {
  const errors = { CGU: TERMS, form: "Trop de tentatives." };
  expect(toldErrors(errors, missing)).toEqual({ first: TERMS, lead: undefined, errors });
  expect(toldErrors({ name: REQUIRED })).toEqual({
    ...{ first: REQUIRED, lead: undefined, errors: { name: REQUIRED } },
  });
  expect(toldErrors({}, missing)).toEqual({ first: undefined, lead: undefined, errors: {} });
});

it("tells what is wrong from the top of the page to its end, whatever was found first", () => {
  const found = { CGU: TERMS, city: REQUIRED, name: REQUIRED, form: "Trop de tentatives." };
  const { first, lead, errors } = toldErrors(found, missing, ["name", "city", "CGU"]);
  expect(Object.keys(errors)).toEqual(["form", "name", "city", "CGU"]);
  expect([first, lead]).toEqual([TERMS, undefined]);
});
