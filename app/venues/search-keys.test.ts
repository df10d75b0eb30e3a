import { describe, expect, it } from "vitest";
import { foldText } from "~/platform/fold-text";
import { townNames, townReadings } from "./search-keys";

const PARIS_11 = { city: "Paris", postalCode: "75011" };
const LYON_1 = { city: "Lyon", postalCode: "69001" };
const MARSEILLE_1 = { city: "Marseille", postalCode: "13001" };
const MARSEILLE_13 = { city: "Marseille", postalCode: "13013" };
const AJACCIO = { city: "Ajaccio", postalCode: "20090" };
const BASTIA = { city: "Bastia", postalCode: "20200" };
const SAINT_MALO = { city: "St-Malo", postalCode: "35400" };
const OF_ITS_DISTRICT = { city: "Paris 7ème", postalCode: "75007" };
const ROISSY = { city: "Roissy-en-France", postalCode: "95700" };
const ROISSY_EN_BRIE = { city: "Roissy-en-Brie", postalCode: "77680" };
const TOWNS = [
  ...[PARIS_11, LYON_1, MARSEILLE_1, MARSEILLE_13, AJACCIO, BASTIA, SAINT_MALO, OF_ITS_DISTRICT],
  ...[ROISSY, ROISSY_EN_BRIE],
];

describe("what is typed for a town", () => {
  it.each([
    ["75", [PARIS_11, OF_ITS_DISTRICT]],
    ["75011", [PARIS_11]],
    ["75011 Paris", [PARIS_11]],
    ["75 011", [PARIS_11]],
    ["35 400 St-Malo", [SAINT_MALO]],
    ["75 01", []],
    ["Paris (75)", [PARIS_11]],
    ["Paris 11", [PARIS_11]],
    ["paris 11e", [PARIS_11]],
    ["Paris 11ème arrondissement", [PARIS_11]],
    ["Paris 1", []],
    ["Paris 7", [OF_ITS_DISTRICT]],
    ["Paris 7e", [OF_ITS_DISTRICT]],
    ["Paris 21", []],
    ["Lyon 1er", [LYON_1]],
    ["Marseille (13)", [MARSEILLE_1, MARSEILLE_13]],
    ["Marseille 13e", [MARSEILLE_13]],
    ["Marseille 1", [MARSEILLE_1]],
    ["Lyon 10", []],
    ["Lyon 0", []],
    ["saint-malo 35", [SAINT_MALO]],
    ["35400 St-Malo", [SAINT_MALO]],
    ["malo", [SAINT_MALO]],
    ["20", [AJACCIO, BASTIA]],
    ["2A", [AJACCIO]],
    ["2b", [BASTIA]],
    ["400", []],
    ["Lyon, France", [LYON_1]],
    ["69001 Lyon, France", [LYON_1]],
    ["69 001 Lyon, France", [LYON_1]],
    ["Paris 11e arr.", [PARIS_11]],
    ["Paris 11e arr., France", [PARIS_11]],
    ["St-Malo, France", [SAINT_MALO]],
    ["Roissy-en-France", [ROISSY]],
    ["Roissy-en-France, France", [ROISSY]],
    ["roissy", [ROISSY, ROISSY_EN_BRIE]],
    ["France", [ROISSY]],
  ])("'%s' finds those", (typed, expected) => {
    const starts = townReadings(foldText(typed));
    const found = TOWNS.filter((town) =>
      townNames(town).some((name) => starts.some((start) => ` ${name}`.includes(` ${start}`))),
    );
    expect(found).toEqual(expected);
  });

  it("is read as both codes of the district that has two", () => {
    expect(townReadings("paris 16e")).toEqual([
      ...["paris 16 ", "paris 16e", "paris 75016", "paris 75116"],
    ]);
  });
});
