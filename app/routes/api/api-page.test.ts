import { expect, it } from "vitest";
import { REFUSAL_CODES } from "~/platform/refusal";
import { apiPage } from "./api-page.server";

it("tells people the sentence of every refusal, without what stands in for its figures", async () => {
  const { problems } = await apiPage();
  const told = new Map(problems.map(({ code, sentence }) => [code, sentence]));
  expect([...told.keys()]).toEqual([...REFUSAL_CODES, "input", "failure"]);
  expect([...told.values()].filter((sentence) => /[{}]/.test(sentence))).toEqual([]);
  expect(told.get("too_many")).toBe("Trop de tentatives. Patientez … avant de recommencer.");
});
