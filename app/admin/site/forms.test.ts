import { describe, expect, it } from "vitest";
import { maintenanceInput, noticeInput } from "./forms";

it("tells a banner's two moments apart where both are missing", () => {
  const { error } = noticeInput.schema.safeParse({ text: "Essai", kind: "info", audience: "all" });
  const messages = error!.issues
    .filter(({ path: [field] }) => field === "from" || field === "until")
    .map(({ message }) => message);
  expect(messages).toEqual([
    "Indiquez la date et l’heure du début, à l’heure de Paris.",
    "Indiquez la date et l’heure de la fin, à l’heure de Paris.",
  ]);
});

describe("what is said of a banner", () => {
  const said = {
    ...{ text: "Travaux", kind: "information", audience: "everyone" },
    ...{ from: " 2026-11-21T10:00 ", until: "2026-11-21T10:01" },
  };
  const problems = (more: object) =>
    noticeInput.schema.safeParse({ ...said, ...more }).error?.issues.map(({ path }) => path[0]) ??
    [];

  it("is read by the clocks of Paris", () => {
    expect(noticeInput.schema.parse({ ...said, link: " /contact " })).toMatchObject({
      link: "/contact",
      from: new Date("2026-11-21T09:00:00Z"),
      until: new Date("2026-11-21T09:01:00Z"),
    });
  });

  it.each<[object, string[]]>([
    [{ text: "a".repeat(280) }, []],
    [{ text: "a".repeat(281) }, ["text"]],
    [{ link: `/${"a".repeat(199)}` }, []],
    [{ link: `/${"a".repeat(200)}` }, ["link"]],
    [{ link: "https://ailleurs.example/" }, ["link"]],
    [{ from: said.until }, ["until"]],
    [{ from: "2026-11-21T10:02" }, ["until"]],
    [{ from: "demain" }, ["from"]],
  ])("%j is wrong at %j", (more, fields) => {
    expect(problems(more)).toEqual(fields);
  });
});

it("closes the site from when is said, or at once, for as long as is said, or until it is opened", () => {
  const said = { message: "Travaux", why: "Une panne", currentPassword: "x" };
  const problems = (more: object) =>
    maintenanceInput.schema
      .safeParse({ ...said, ...more })
      .error?.issues.map(({ path }) => path[0]);
  const [from, until] = ["2026-11-21T10:00", "2026-11-21T10:01"];
  for (const more of [{}, { from }, { until }, { from, until }]) {
    expect(problems(more)).toBeUndefined();
  }
  expect(problems({ from, until: from })).toEqual(["until"]);
});
