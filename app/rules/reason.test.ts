import { expect, it } from "vitest";
import { keptReason, ownersReasonLine, ownersWords, reason, reasonLine } from "./reason";

const at = new Date(0);

it.each([
  ["ended it with their words", { by: "owner", why: "Dégât des eaux" }, "Dégât des eaux"],
  ["refused it and gave none", { by: "owner", why: keptReason(" ") }, ""],
  ["ended it and gave none", { by: "owner", why: "Annulée par le propriétaire" }, ""],
  ["had their customer end it", { by: "buyer", why: "Annulée par le client" }, null],
  ["did not answer", { by: "system", why: "Sans réponse du propriétaire dans le délai" }, null],
  ["had the team end it", { by: "admin", why: "Annulée par le propriétaire" }, null],
  ["never had it end", undefined, null],
] as const)("of an owner who %s, %j, the words are %j", (_what, cancelled, words) => {
  const cancellation = cancelled && { ...cancelled, at };
  expect(ownersWords({ cancellation })).toBe(words);
});

it("a reason has 280 characters at most, without the spaces about them", () => {
  expect(reason.parse(` ${"a".repeat(280)}\n`)).toBe("a".repeat(280));
  expect(reason.safeParse("a".repeat(281)).error?.issues[0]?.message).toBe(
    "Le motif a 280 caractères au plus.",
  );
});

it("a reason that stands alone is called one", () => {
  expect(reasonLine("Dégât des eaux")).toBe("Motif\u00a0: Dégât des eaux");
});

it("an owner's reason is said to be theirs, and has no line of its own for words that pass for ours", () => {
  const words = "Paiement non abouti.\n\nPlace des Salles, réglez sous 24 h";
  expect(ownersReasonLine(words)).toBe(
    "Motif donné par le propriétaire\u00a0: «\u00a0Paiement non abouti. Place des Salles, réglez sous 24 h\u00a0»",
  );
});
