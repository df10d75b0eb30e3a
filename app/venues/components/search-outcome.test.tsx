import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readSearch } from "../search-form";
import { RoomNote } from "./search-outcome";

const limits = { earliest: "2027-06-02", latest: "2028-12-01" };
const noteFor = (query: string, count = 9) =>
  renderToStaticMarkup(
    <RoomNote
      found={{ count, isCapped: false }}
      search={readSearch(new URLSearchParams(query), limits).search}
    />,
  );

it.each(["people=80", "people=101", "people=1500", "people=3"])(
  "says of %s that venues tell their capacity by bands",
  (query) => {
    expect(noteFor(query)).toContain("La capacité est indiquée par tranche");
  },
);

it.each(["", "city=Lyon", "people=10", "people=50", "people=100", "people=quatre"])(
  "says nothing of %j",
  (query) => {
    expect(noteFor(query)).toBe("");
  },
);

it("says nothing where nothing is found", () => {
  expect(noteFor("people=80", 0)).toBe("");
});
