import { expect, it } from "vitest";
import { OBLIGATIONS_TEXT } from "./obligations";

it("a mail leads to the sites of taxes and of social contributions, by their front doors, a line each", () => {
  const [why, ...sites] = OBLIGATIONS_TEXT.split("\n");
  expect(why).toMatch(/^Ces revenus peuvent être imposables et donner lieu à des cotisations/);
  expect(sites).toEqual(["https://www.impots.gouv.fr/", "https://www.urssaf.fr/"]);
});
