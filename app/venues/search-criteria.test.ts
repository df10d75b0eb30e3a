import { describe, expect, it } from "vitest";
import { criteriaOf, looserWords } from "./search-criteria";
import { readSearch, searchQuery } from "./search-form";

const limits = { earliest: "2026-11-22", latest: "2028-05-21" };
const criteria = (query: string) =>
  criteriaOf(readSearch(new URLSearchParams(query), limits).search).map(({ label, without }) => [
    label.replace(/[\u00a0\u202f]/g, " "),
    searchQuery(without),
  ]);

describe("criteriaOf", () => {
  it("has none for everything, whatever its order and its page", () => {
    expect(criteria("sort=price-asc&page=3")).toEqual([]);
  });

  it("names each, and leads to the search without it, on its first page", () => {
    expect(criteria("city=Lyon&people=80&start=2027-06-11&end=2027-06-13&page=2")).toEqual([
      ["Lyon", "?start=2027-06-11&end=2027-06-13&people=80"],
      ["Du 11/06/2027 au 13/06/2027", "?city=Lyon&people=80"],
      ["80 personnes", "?city=Lyon&start=2027-06-11&end=2027-06-13"],
    ]);
  });

  it("takes one of several types or pieces of equipment away, and keeps the order of results", () => {
    expect(criteria("type=Jardins&type=Villas&equipment=Bar&sort=price-asc")).toEqual([
      ["Jardins", "?type=Villas&equipment=Bar&sort=price-asc"],
      ["Villas", "?type=Jardins&equipment=Bar&sort=price-asc"],
      ["Bar", "?type=Jardins&type=Villas&sort=price-asc"],
    ]);
  });

  it.each([
    ["minPrice=250", "À partir de 250 €"],
    ["maxPrice=500,50", "Jusqu’à 500,50 €"],
    ["minPrice=250&maxPrice=500", "De 250 € à 500 €"],
    ["people=1", "1 personne"],
    ["people=1000", "1 000 personnes"],
    ["start=2027-06-11", "Le 11/06/2027"],
    ["capacity=%3E51", "10 - 50 personnes"],
    ["capacity=%3C100", "Plus de 100 personnes"],
  ])("says %s as %s", (query, label) => {
    expect(criteria(query)).toEqual([[label, ""]]);
  });
});

describe("looserWords", () => {
  it.each([
    ["sort=price-asc", ""],
    ["city=zzzz", "une autre ville"],
    ["start=2027-06-11&maxPrice=50", "d’autres dates ou un prix plus large"],
    [
      "city=a&people=80&capacity=%3E51&type=Villas&equipment=Bar",
      "une autre ville, moins de personnes, une autre capacité, un autre type de lieu ou moins d’équipements",
    ],
  ])("names what %s asks for, and nothing else", (query, words) => {
    expect(looserWords(readSearch(new URLSearchParams(query), limits).search)).toBe(words);
  });
});
