import { expect, it } from "vitest";
import type { Actor, ReservationState } from "@models/enumerations";
import { departmentName } from "./departments";
import {
  durationText,
  median,
  partText,
  rateText,
  startTally,
  worstStep,
  type Lived,
} from "./figures";

const START = new Date("2026-11-22T10:00:00Z").getTime();

/** A reservation by its steps: state, who, minutes after the start. */
function lived(needValidation: boolean, ...steps: [ReservationState, Actor, number][]): Lived {
  return {
    needValidation,
    history: steps.map(([state, by, minutes]) => ({
      state,
      by,
      at: new Date(START + minutes * 60_000),
      why: "",
    })),
  };
}

function figuresOf(...reservations: Lived[]) {
  const tally = startTally();
  for (const one of reservations) tally.add(one);
  return tally.figures();
}

const HOLD = ["hold", "buyer", 0] as const;
const ASKED = ["pending", "system", 5] as const;

it("tells how far reservations came, and what owners answered", () => {
  const figures = figuresOf(
    lived(false, [...HOLD], ["dead", "system", 30]),
    lived(false, [...HOLD], ["confirmed", "system", 4]),
    lived(false, [...HOLD], ["confirmed", "system", 4], ["cancelled", "owner", 90]),
    lived(true, [...HOLD], [...ASKED]),
    lived(true, [...HOLD], [...ASKED], ["cancelled", "buyer", 9]),
    lived(true, [...HOLD], [...ASKED], ["capturing", "owner", 65], ["confirmed", "system", 66]),
    lived(true, [...HOLD], [...ASKED], ["cancelling", "owner", 125], ["cancelled", "system", 126]),
    lived(true, [...HOLD], [...ASKED], ["cancelling", "system", 1_445]),
    // Said yes to by nobody: the payment went on by itself.
    lived(true, [...HOLD], [...ASKED], ["capturing", "system", 7]),
    // Asked first, as those are whose hold is not told.
    lived(true, [...ASKED], ["confirmed", "owner", 95]),
  );
  expect(figures).toEqual({
    holds: 10,
    paid: 9,
    confirmed: 4,
    answers: { decided: 4, accepted: 2, refused: 1, inADay: 3, medianMinutes: 90 },
  });
});

it("counts as an answer within a day none that came later, where there was more time", () => {
  const answered = (minutes: number) =>
    lived(true, [...HOLD], [...ASKED], ["confirmed", "owner", 5 + minutes]);
  const { answers } = figuresOf(answered(60), answered(24 * 60), answered(30 * 60));
  expect(answers).toMatchObject({ decided: 3, accepted: 3, inADay: 2 });
});

it("finds where most are lost", () => {
  expect(worstStep([2_101, 1_189, 32, 29, 18])).toBe(2);
  expect(worstStep([10, 12, 6, 0, 0])).toBe(3);
  expect(worstStep([3, 3])).toBe(-1);
  expect(worstStep([0, 0])).toBe(-1);
  expect(worstStep([2, 1])).toBe(1);
  expect(worstStep([4, 3, 1, 0])).toBe(3);
});

it("calls départements by their names", () => {
  const numbers = ["01", "13", "20", "21", "69", "75", "95", "974", "98", "00"];
  expect(numbers.map(departmentName)).toEqual([
    ...["Ain (01)", "Bouches-du-Rhône (13)", "Corse (20)", "Côte-d’Or (21)", "Rhône (69)"],
    ...["Paris (75)", "Val-d’Oise (95)", "La Réunion (974)", "98", "00"],
  ]);
});

it("has words for nothing, and for durations", () => {
  expect(figuresOf().answers.medianMinutes).toBeNull();
  expect([median([5, 1, 3]), median([7]), median([1, 4])]).toEqual([3, 7, 3]);
  expect(rateText(0, 0)).toBe("aucune donnée");
  expect(partText({ part: 0, whole: 0 }, "des réponses", "aucune réponse")).toBe("aucune réponse");
  expect(partText({ part: 1, whole: 8 }, "des réponses", "")).toBe("soit 12,5\u00a0% des réponses");
  expect(rateText(1, 8)).toBe("12,5\u00a0%");
  expect(rateText(1, 1)).toBe("100\u00a0%");
  expect([45, 59, 60, 61, 200].map(durationText)).toEqual([
    ...["45\u00a0min", "59\u00a0min", "1\u00a0h", "1\u00a0h\u00a001", "3\u00a0h\u00a020"],
  ]);
});

it("has a name for each number that postal codes of overseas begin with", () => {
  const numbers = [971, 972, 973, 974, 975, 976, 977, 978, 986, 987, 988].map(String);
  expect(numbers.map((number) => departmentName(number).replace(` (${number})`, ""))).toEqual([
    ...["Guadeloupe", "Martinique", "Guyane", "La Réunion", "Saint-Pierre-et-Miquelon"],
    ...["Mayotte", "Saint-Barthélemy", "Saint-Martin", "Wallis-et-Futuna"],
    ...["Polynésie française", "Nouvelle-Calédonie"],
  ]);
});
