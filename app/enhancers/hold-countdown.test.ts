import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { minutesText } from "~/rules/time-left";
import holdCountdown, { minutesText as countedDown } from "./hold-countdown";

let isPaying = false;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { querySelector: () => (isPaying ? {} : null) });
});
afterEach(() => {
  isPaying = false;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The little of a page that it touches. */
function page(seconds: number) {
  const shown = { textContent: "as it came" };
  const replaced: unknown[] = [];
  const banner = { querySelector: () => shown, replaceWith: (by: unknown) => replaced.push(by) };
  const said = { textContent: "" };
  const element = {
    ...{ dataset: { seconds: String(seconds) } },
    children: [banner, said, { content: "over" }],
  };
  holdCountdown(element as unknown as HTMLElement);
  return { shown, said, replaced };
}

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

it("shows what is left, says it five minutes and one before the end, and then that it is over", () => {
  const { shown, said, replaced } = page(30 * 60);
  pass(60);
  expect(shown.textContent).toBe("encore 29\u00a0min");
  pass(24 * 60 - 1);
  expect([shown.textContent, said.textContent]).toEqual(["encore 6\u00a0min", ""]);
  pass(1);
  expect(said.textContent).toBe("Il reste 5\u00a0min pour payer.");
  pass(3 * 60);
  expect(shown.textContent).toBe("encore 2\u00a0min");
  expect(said.textContent).toContain("reste 5\u00a0min");
  pass(60);
  expect(said.textContent).toBe("Il reste 1\u00a0min pour payer.");
  pass(59);
  expect([shown.textContent, replaced]).toEqual(["encore 1\u00a0min", []]);
  pass(1);
  expect([said.textContent, replaced]).toEqual(["", ["over"]]);
  pass(3_600);
  expect(replaced).toHaveLength(1);
});

it("leaves what it said to the browser that translates the page, until there is something new", () => {
  const { shown, said } = page(30 * 60);
  pass(60);
  shown.textContent = "29 minutes left";
  pass(1);
  expect(shown.textContent).toBe("29 minutes left");
  pass(59);
  expect(shown.textContent).toBe("encore 28\u00a0min");
  isPaying = true;
  pass(28 * 60);
  said.textContent = "Wait";
  pass(1);
  expect(said.textContent).toBe("Wait");
});

it("says nothing of what the page says as it comes", () => {
  const { said } = page(200);
  pass(5);
  expect(said.textContent).toBe("");
});

it("tells at once what it was asleep for", () => {
  const { said, replaced } = page(30 * 60);
  vi.setSystemTime(Date.now() + 27.5 * 60_000);
  pass(1);
  expect(said.textContent).toBe("Il reste 3\u00a0min pour payer.");
  vi.setSystemTime(Date.now() + 3_600_000);
  pass(1);
  expect(replaced).toEqual(["over"]);
});

it("leaves the days to a payment that is under way at the end, until that has failed", () => {
  const { shown, said, replaced } = page(60);
  isPaying = true;
  pass(59);
  expect(shown.textContent).toBe("encore 1\u00a0min");
  pass(1);
  const wait = "Si votre paiement est en cours, attendez sa réponse";
  const told = [shown.textContent, said.textContent, replaced];
  expect(told).toEqual([`délai dépassé. ${wait}`, `${wait}.`, []]);
  isPaying = false;
  pass(1);
  expect(replaced).toEqual(["over"]);
});

it.each([
  [1, "1\u00a0min"],
  [179, "179\u00a0min"],
  [180, "3\u00a0h"],
  [1_439, "23\u00a0h"],
])("%i minutes are %s, as on the page", (minutes, words) => {
  expect([countedDown(minutes), minutesText(minutes)]).toEqual([words, words]);
});
