import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  isFiltered,
  listingPath,
  mapPath,
  readSearch,
  searchQuery,
  withoutBlanks,
} from "./search-form";

const limits = { earliest: "2026-11-22", latest: "2028-05-21" };
const read = (query: string) => readSearch(new URLSearchParams(query), limits);
const nothing = { types: [], equipment: [], sort: "recent", page: 1 };

describe("readSearch", () => {
  it("reads every field", () => {
    const { search, notices } = read(
      "city= Lyon &minPrice=250&maxPrice=1 620,50&start=2027-06-11&end=13/06/2027" +
        "&people=40&capacity=%3E51&type=Jardins&type=Villas&equipment=Bar&sort=price-desc&page=3",
    );
    expect(notices).toEqual([]);
    expect(search).toEqual({
      city: "Lyon",
      minPrice: 25_000,
      maxPrice: 162_050,
      start: "2027-06-11",
      end: "2027-06-13",
      people: 40,
      capacity: ">51",
      types: ["Jardins", "Villas"],
      equipment: ["Bar"],
      sort: "price-desc",
      page: 3,
    });
  });

  it("reads what is typed to its bounds, with blanks around it", () => {
    const city = "a".repeat(100);
    expect(read(`city=${city}&minPrice= 250 &maxPrice= 99998,99 `).search).toEqual({
      ...{ ...nothing, city, minPrice: 25_000, maxPrice: 9_999_899 },
    });
    const longest = { start: "2026-12-01", end: "2026-12-31" };
    expect(read(`start= ${longest.start} &end= 31/12/2026 `).search).toEqual({
      ...{ ...nothing, ...longest },
    });
    const widest = { start: limits.earliest, end: limits.earliest };
    expect(read(`start=${limits.earliest}`).search).toEqual({ ...nothing, ...widest });
    const last = { start: limits.latest, end: limits.latest };
    expect(read(`end=${limits.latest}`).search).toEqual({ ...nothing, ...last });
    // One cent as the least is asked for, though nothing at all is not.
    expect(read("minPrice=0,01").search.minPrice).toBe(1);
    expect(read("people=1").search.people).toBe(1);
    expect(read("people=100000").search.people).toBe(100_000);
  });

  it("reads what is copied with marks that nobody sees", () => {
    const { search } = read("minPrice=\u200E250&start=\u200E01/12/2026&people=\u200E40");
    expect(search).toMatchObject({ minPrice: 25_000, start: "2026-12-01", people: 40 });
  });

  it.each(["0", "1.5", "-1", "x"])("has no page %s", (text) => {
    const { search, notices } = read(`page=${text}`);
    expect([search.page, notices]).toEqual([1, ["Cette page n’existe pas."]]);
  });

  it("filters nothing by blank fields and by the default prices", () => {
    for (const query of ["", "city=&minPrice=&capacity=&type=", "minPrice=0&maxPrice=99999"]) {
      const { search } = read(query.replace("&type=", ""));
      expect(search).toEqual(nothing);
      expect(isFiltered(search)).toBe(false);
    }
  });

  it.each([
    ["minPrice", "minPrice=cher", "Saisissez un prix en euros, par exemple 250."],
    ["maxPrice", "maxPrice=-5", "Saisissez un prix en euros, par exemple 250."],
    ["people", "people=beaucoup", "Saisissez un nombre de personnes, par exemple 80."],
    ["people", "people=0", "Saisissez un nombre de personnes, par exemple 80."],
    ["start", "start=2027-02-30", "Saisissez une date au format JJ/MM/AAAA."],
    [
      "start",
      "start=2026-11-21",
      "La première date possible est demain\u00a0: les dates n’ont pas été retenues.",
    ],
    ["end", "end=2028-05-22", "Les réservations sont ouvertes jusqu’à 18\u00a0mois à l’avance."],
    [
      "end",
      "start=2026-12-01&end=2027-01-01",
      "31\u00a0jours au plus se réservent à la fois. Choisissez une période plus courte.",
    ],
    ["city", `city=${"a".repeat(101)}`, "Ce nom de ville est trop long."],
    ["city", `city=${"💥".repeat(100)}`, "Ce nom de ville est trop long."],
    ["city", "city=💥 !", "Saisissez une ville ou un code postal, par exemple Lyon."],
  ] as const)("says at %s what is wrong with %s, and keeps it", (field, query, message) => {
    const { search, errors, typed, notices } = read(query);
    expect({ errors, notices }).toEqual({ errors: { [field]: message }, notices: [] });
    const asked = new URLSearchParams(query).get(field) ?? "";
    expect(typed[field]).toBe([...asked].slice(0, 100).join(""));
    expect(search).toEqual(nothing);
  });

  it("tells what is wrong in the order of the form", () => {
    const { errors } = read("maxPrice=b&minPrice=a&people=c&end=d&start=e&city=" + "f".repeat(101));
    expect(Object.keys(errors)).toEqual(["city", "start", "end", "people", "minPrice", "maxPrice"]);
  });

  it.each(["start=2027-02-30&end=2027-03-02", "start=2026-11-21&end=2026-12-01"])(
    "keeps both dates of %s, and searches without",
    (query) => {
      const { search, errors, typed } = read(query);
      expect(search).toEqual(nothing);
      expect(Object.keys(errors)).toEqual(["start"]);
      expect(typed).toEqual(Object.fromEntries(new URLSearchParams(query)));
    },
  );

  it.each([
    ["1 000", 1_000],
    ["12.500", 12_500],
    ["1\u202f000", 1_000],
    [" 80 ", 80],
  ])("counts %j people", (text, people) => {
    const { search, errors } = readSearch(new URLSearchParams({ people: text }), limits);
    expect({ people: search.people, errors }).toEqual({ people, errors: {} });
  });

  it.each(["1.5", "80 1", "-3", "100 001"])("does not count %j people", (text) => {
    const { errors } = readSearch(new URLSearchParams({ people: text }), limits);
    expect(Object.keys(errors)).toEqual(["people"]);
  });

  it("leads past the last page that there can be to that one", () => {
    expect(read("page=99")).toMatchObject({ search: { page: 50 }, notices: [] });
    expect(read("page=1e9").search.page).toBe(50);
  });

  it.each([
    ["capacity=beaucoup", "Cette capacité n’existe pas."],
    ["type=Igloos", "Ce type de lieu n’existe pas."],
    ["equipment=Piscine", "Cet équipement n’existe pas."],
    ["sort=__proto__", "Ce tri n’existe pas."],
    ["page=0", "Cette page n’existe pas."],
  ])("leaves %s out and says why", (query, notice) => {
    const { search, notices } = read(query);
    expect(notices).toEqual([notice]);
    expect(search).toEqual(nothing);
  });

  it("takes one price for both ends as it is", () => {
    const { search, notices } = read("minPrice=250&maxPrice=250");
    expect(search).toMatchObject({ minPrice: 25_000, maxPrice: 25_000 });
    expect(notices).toEqual([]);
  });

  it("puts reversed prices and reversed dates in order", () => {
    const { search, notices } = read("minPrice=500&maxPrice=100");
    expect(search).toMatchObject({ minPrice: 10_000, maxPrice: 50_000 });
    expect(notices).toEqual([
      "Le prix minimum dépassait le prix maximum\u00a0: nous les avons échangés.",
    ]);
    expect(read("start=2027-06-13&end=2027-06-11").search).toMatchObject({
      start: "2027-06-11",
      end: "2027-06-13",
    });
  });

  it("takes one date alone for that day", () => {
    expect(read("end=2027-06-11").search).toMatchObject({ start: "2027-06-11", end: "2027-06-11" });
  });

  it("survives anything", () => {
    const name = fc.constantFrom(
      "city",
      "minPrice",
      "start",
      "end",
      "type",
      "page",
      "sort",
      "x[$gt]",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string())), (pairs) => {
        const { search } = readSearch(new URLSearchParams(pairs), limits);
        expect(search.page).toBeGreaterThanOrEqual(1);
        expect(search.page).toBeLessThanOrEqual(50);
      }),
    );
  });
});

describe("withoutBlanks", () => {
  it("drops what was left empty, and says when nothing was", () => {
    const dropped = withoutBlanks(new URLSearchParams("city=&minPrice=abc&start=%20&type=Villas"));
    expect(dropped?.toString()).toBe("minPrice=abc&type=Villas");
    expect(withoutBlanks(new URLSearchParams("city=Lyon"))).toBeNull();
    expect(withoutBlanks(new URLSearchParams(""))).toBeNull();
  });
});

describe("searchQuery", () => {
  it("is empty for a search of everything", () => {
    expect(searchQuery(read("").search)).toBe("");
  });

  it("keeps one form for equal searches", () => {
    const query = "?city=Lyon&minPrice=250.5&type=Jardins&type=Villas&page=2";
    expect(
      searchQuery(read("page=2&type=Villas&type=Jardins&minPrice=250,50&city=Lyon").search),
    ).toBe(query);
    expect(searchQuery(read(query).search)).toBe(query);
  });

  it("leads to the very same search", () => {
    const query =
      "?city=Lyon&minPrice=250.5&maxPrice=900&start=2027-06-11&end=2027-06-13&people=40" +
      "&capacity=%3E51&type=Jardins&equipment=Bar&sort=rating&page=2";
    const { search, notices } = read(query);
    expect([searchQuery(search), notices]).toEqual([query, []]);
    expect([listingPath(search), mapPath(search)]).toEqual([
      `/reservation${query}`,
      `/reservation/carte${query}`,
    ]);
  });
});
