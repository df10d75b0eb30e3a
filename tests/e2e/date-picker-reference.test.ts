import { DATE_RANGE_OPTIONS } from "~/routes/testpage/date-range-options";
import {
  giveHands,
  showReference,
  workOn,
  type Look,
  type Shown,
} from "../support/reference-picker";
import { expect, test } from "../support/test";

/**
 * The picker beside the one that it is made after: the same options, the same acts, the same outcome, but
 * where something else was decided.
 */

type Outcome = Partial<Shown> | Record<string, unknown> | readonly unknown[];
/** An example of the catalogue, what is done to it, what both then show, and where that is looked for. */
type Agreed = [example: string, acts: string[], both: Outcome, look?: Look];
/** What the reference shows, what ours does, and why. */
type Departed = [example: string, acts: string[], its: Outcome, ours: Outcome, why: string];

const NOTHING: Shown["value"] = ["", ""];
const days = (first: number, last = first, month = "2027-03"): Shown["value"] => [
  `${month}-${String(first).padStart(2, "0")}`,
  `${month}-${String(last).padStart(2, "0")}`,
];
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, count) => first + count);
const PRESSED = ["focus", "press 2027-03-10", "press 2027-03-13"];

const AGREED: Agreed[] = [
  // The field.
  ["defaults", [], { placeholder: "YYYY-MM-DD ~ YYYY-MM-DD", name: "", disabled: false }, "field"],
  ["single", [], { placeholder: "YYYY-MM-DD" }, "field"],
  ["placeholder", [], { placeholder: "When?" }, "field"],
  ["named", [], { name: "when" }, "field"],
  ["chosen", [], { text: "2027-03-27 ~ 2027-04-02", isOpen: false }],
  ["french", PRESSED, { text: "10/03/2027 - 13/03/2027" }],
  // Opening and closing.
  ["defaults", ["focus"], { isOpen: true, months: ["Jan 2027", "Feb 2027"], value: NOTHING }],
  ["start-from", ["focus"], { months: ["Mar 2027", "Apr 2027"] }],
  ["chosen", ["focus"], { months: ["Mar 2027", "Apr 2027"] }],
  ["single", ["focus"], { months: ["Mar 2027"] }],
  ["defaults", ["toggle"], { isOpen: true }],
  ["defaults", ["focus", "outside"], { isOpen: false }],
  ["defaults", ["focus", "Enter"], { isOpen: false }],
  // Choosing.
  ["start-from", PRESSED, { text: "2027-03-10 ~ 2027-03-13", value: days(10, 13), isOpen: false }],
  ["start-from", ["focus", "press 2027-03-13", "press 2027-03-10"], { value: days(10, 13) }],
  ["start-from", ["focus", "press 2027-03-13", "press 2027-03-13"], { value: days(13) }],
  ["start-from", ["focus", "press 2027-03-10"], { value: NOTHING, isOpen: true }],
  [
    "start-from",
    [...PRESSED, "focus", "press 2027-03-20", "press 2027-03-22"],
    { value: days(20, 22) },
  ],
  ["start-from", [...PRESSED, "focus", "press 2027-03-20"], { value: days(10, 13), isOpen: true }],
  ["start-from", [...PRESSED, "focus"], [11, 12], "within"],
  ["start-from", ["focus", "press 2027-03-10", "hover 2027-03-13"], [11, 12], "within"],
  ["start-from", ["focus", "press 2027-03-10", "hover 2027-03-07"], [8, 9], "within"],
  ["single", ["focus", "press 2027-03-09"], { text: "2027-03-09", value: days(9), isOpen: false }],
  ["read-only", ["focus", "press 2027-03-09", "press 2027-03-11"], { value: days(9, 11) }],
  ["read-only", ["toggle"], { text: "", value: NOTHING }],
  ["disabled", ["toggle"], { isOpen: false }],
  // What cannot be had.
  ["disabled-dates", ["focus"], [10, 11, 12, 20], "barred"],
  ["disabled-dates", ["focus", "press 2027-03-11"], { text: "", value: NOTHING, isOpen: true }],
  [
    "disabled-dates",
    ["focus", "press 2027-03-08", "hover 2027-03-09", "hover 2027-03-14"],
    [],
    "within",
  ],
  ["limits", ["focus", "months 1", "pick 1 Mar"], from(1, 9), "barred"],
  ["limits", ["focus", "years 1", "pick 1 2028", "months 1", "pick 1 May"], from(21, 31), "barred"],
  ["limits", ["focus", "years 1"], { first: 2027, last: 2038, barred: from(2029, 2038) }, "years"],
  // Going elsewhere.
  ["start-from", ["focus"], [42, "2027-02-28", "2027-04-10"], "cells"],
  ["french", ["focus"], [42, "2027-03-01", "2027-04-11"], "cells"],
  ["start-from", ["focus", "next 1"], { months: ["Apr 2027", "May 2027"] }],
  ["start-from", ["focus", "previous 1"], { months: ["Feb 2027", "Apr 2027"] }],
  ["start-from", ["focus", "next 2"], { months: ["Mar 2027", "May 2027"] }],
  ["start-from", ["focus", "previous 2"], { months: ["Feb 2027", "Mar 2027"] }],
  ["start-from", ["focus", "months 1", "pick 1 Oct"], { months: ["Oct 2027", "Nov 2027"] }],
  ["start-from", ["focus", "months 2", "pick 2 Jan"], { months: ["Dec 2026", "Jan 2027"] }],
  ["start-from", ["focus", "years 1", "pick 1 2030"], { months: ["Mar 2030", "Apr 2030"] }],
  ["start-from", ["focus", "press 2027-02-28"], { months: ["Feb 2027", "Apr 2027"] }],
  ["start-from", ["focus", "years 1"], { first: 2027, last: 2038, barred: [] }, "years"],
  ["start-from", ["focus", "years 1", "next 1"], { first: 2039, last: 2050 }, "years"],
  ["start-from", ["focus", "years 1", "previous 1"], { first: 2015, last: 2026 }, "years"],
  ["backward", ["focus", "years 1"], { first: 2016, last: 2027 }, "years"],
  ["backward", ["focus", "years 1", "next 1"], { first: 2028, last: 2039 }, "years"],
  ["middle", ["focus", "years 1", "next 1"], { first: 2035, last: 2046 }, "years"],
  ["middle", ["focus", "years 1"], { first: 2023, last: 2034 }, "years"],
  // Typing.
  [
    "start-from",
    ["focus", "type 2027-05-02 ~ 2027-05-04"],
    { value: days(2, 4, "2027-05"), months: ["May 2027", "Jun 2027"], isOpen: true },
  ],
  ["start-from", ["focus", "type 2027-05-022027-05-04"], { value: days(2, 4, "2027-05") }],
  ["start-from", ["focus", "type 2027-05-04 ~ 2027-05-02"], { value: NOTHING }],
  ["start-from", ["focus", "type 2027-05-04 ~ 2027-05-04"], { value: NOTHING }],
  ["start-from", ["focus", "type soon"], { text: "soon", value: NOTHING }],
  ["single", ["focus", "type 2027-05-02"], { value: days(2, 2, "2027-05"), isOpen: true }],
  // The footer.
  [
    "footer",
    ["focus", "press 2027-03-09", "press 2027-03-11"],
    { value: days(3, 5), isOpen: true },
  ],
  ["footer", ["focus", "press 2027-03-09", "choose Apply"], { value: days(3, 5), isOpen: true }],
  [
    "footer",
    ["focus", "press 2027-03-09", "press 2027-03-11", "choose Apply"],
    { text: "2027-03-09 ~ 2027-03-11", value: days(9, 11), isOpen: false },
  ],
  [
    "footer",
    ["focus", "press 2027-03-09", "press 2027-03-11", "choose Cancel"],
    { text: "2027-03-03 ~ 2027-03-05", value: days(3, 5), isOpen: false },
  ],
  [
    "footer",
    ["focus", "press 2027-03-09", "press 2027-03-11", "outside"],
    { text: "2027-03-03 ~ 2027-03-05", value: days(3, 5), isOpen: false },
  ],
  // Shortcuts.
  [
    "shortcuts",
    ["focus"],
    ["Today", "Yesterday", "Last 7 days", "Last 30 days", "This month", "Last month"],
    "shortcuts",
  ],
  ["shortcuts", ["focus", "choose Today"], { value: days(31, 31, "2027-01"), isOpen: false }],
  ["shortcuts", ["focus", "choose Yesterday"], { value: days(30, 30, "2027-01") }],
  ["shortcuts", ["focus", "choose This month"], { value: days(1, 31, "2027-01") }],
  ["shortcuts", ["focus", "choose Last month"], { value: days(1, 31, "2026-12") }],
  ["own-shortcuts", ["focus"], ["7 days back", "30 days back", "Spring", "Right now"], "shortcuts"],
  ["own-shortcuts", ["focus", "choose Spring"], { value: ["2027-03-20", "2027-06-20"] }],
];

const DEPARTED: Departed[] = [
  [
    "rose",
    ["focus"],
    { months: ["Jan 2027", "Feb 2027"] },
    { months: ["Mar 2027", "Apr 2027"] },
    "opens with the value's month",
  ],
  [
    "limits",
    ["focus"],
    { months: ["Jan 2027", "Feb 2027"] },
    { months: ["Mar 2027", "Apr 2027"] },
    "opens with the first day that can be had",
  ],
  [
    "shortcuts",
    ["focus", "choose Last 7 days"],
    { value: days(24, 31, "2027-01") },
    { value: days(25, 31, "2027-01") },
    "seven days are seven, today among them",
  ],
  [
    "shortcuts",
    ["focus", "choose Last 30 days"],
    { value: ["2027-01-01", "2027-01-31"] },
    { value: ["2027-01-02", "2027-01-31"] },
    "thirty are thirty",
  ],
  [
    "chosen",
    ["toggle"],
    { text: "", value: NOTHING, isOpen: true },
    { text: "", value: NOTHING, isOpen: false },
    "the button clears, or opens",
  ],
  [
    "disabled-dates",
    ["focus", "press 2027-03-08", "press 2027-03-14"],
    { value: days(8, 14) },
    { value: NOTHING, isOpen: true },
    "no range covers a day that cannot be had",
  ],
  [
    "start-from",
    ["focus", "type 2027-5-2 ~ 2027-5-4"],
    { value: days(2, 4, "2027-05") },
    { value: NOTHING },
    "text is read strictly",
  ],
  [
    "french",
    ["focus", "type 07/06/2027 - 09/06/2027"],
    { value: ["2027-07-06", "2027-09-06"] },
    { value: days(7, 9, "2027-06") },
    "text is read in the format that it is shown in",
  ],
  [
    "limits",
    ["focus", "type 2029-01-01 ~ 2029-01-03"],
    { value: days(1, 3, "2029-01") },
    { value: NOTHING },
    "limits hold for typing",
  ],
  [
    "start-from",
    [...PRESSED, "focus", "type "],
    { text: "", value: days(10, 13) },
    { text: "", value: NOTHING },
    "without text there is no value",
  ],
  [
    "start-from",
    ["focus", "press 2027-03-10"],
    { text: "" },
    { text: "2027-03-10 ~ " },
    "the day that is chosen stands in the field (mock)",
  ],
  [
    "start-from",
    ["focus", "press 2027-03-10", "outside", "focus", "press 2027-03-12"],
    { value: days(10, 12) },
    { value: NOTHING, isOpen: true },
    "ours: half a choice is not kept where nobody sees it",
  ],
  [
    "limits",
    ["focus", "months 1", "pick 1 Mar", "previous 1"],
    { months: ["Feb 2027", "Apr 2027"] },
    { months: ["Mar 2027", "Apr 2027"] },
    "ours: no arrow leads where no day can be had",
  ],
];

/** One run tells every row that is no longer so. */
const everyRow = expect.configure({ soft: true });
const titled = (example: string, acts: readonly string[]) => `${example}: ${acts.join(", ")}`;

test("the picker does as the one that it is made after", { tag: "@js" }, async ({ page }) => {
  // Some seventy rows, twice.
  test.slow();
  const theirs = await page.context().newPage();
  const used = new Set([...AGREED, ...DEPARTED].map(([example]) => example));
  const examples = Object.entries(DATE_RANGE_OPTIONS).filter(([name]) => used.has(name));
  for (const one of [page, theirs]) {
    await one.setViewportSize({ width: 1280, height: 1000 });
    await one.clock.setFixedTime("2027-01-31T10:00:00+01:00");
  }
  await page.goto("/testpage");
  await showReference(theirs, Object.fromEntries(examples));
  await giveHands(page);
  await giveHands(theirs);

  const check = async (
    [example, acts]: readonly [string, readonly string[], ...unknown[]],
    its: Outcome,
    ours: Outcome,
    look: Look = "shown",
  ) => {
    for (const [whose, window, outcome] of [
      ["its", theirs, its],
      ["ours", page, ours],
    ] as const) {
      const seen = await workOn(window, example, acts, look, outcome);
      everyRow(seen, `${whose}, ${titled(example, acts)}`).toEqual(outcome);
    }
  };
  for (const row of AGREED) await check(row, row[2], row[2], row[3]);
  for (const row of DEPARTED) await check(row, row[2], row[3]);
});
