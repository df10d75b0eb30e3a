import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { LedgerType } from "@models/ledger-entry";
import { parisMidnight } from "~/platform/days";
import { declaredOwner, isAnotherTaxpayer, type DeclaredOwner } from "~/rules/declared-owner";
import { accountsOf, exclusionOf, missingFacts, propertiesOf, type YearFacts } from "./declaration";

const venue = {
  _id: new Types.ObjectId(),
  title: "La Grange",
  street: "12 rue des Tilleuls",
  postalCode: "69003",
  city: "Lyon",
};

function booking(
  startDate: string,
  endDate: string,
  status: "confirmed" | "cancelled" = "confirmed",
) {
  const accountId = "acct_1";
  return { _id: new Types.ObjectId(), venueId: venue._id, status, startDate, endDate, accountId };
}

const moved = (one: { _id: Types.ObjectId }, at: Date, ...amounts: [LedgerType, number][]) =>
  amounts.map(([type, amount]) => ({ reservation: one._id, type, amount, at, stripeId: "" }));

const year = (facts: Partial<YearFacts>) =>
  propertiesOf({
    year: "2026",
    today: "2027-01-15",
    entries: [],
    reservations: [],
    payees: new Map(),
    venues: [venue],
    ...facts,
  });

describe("a property's year", () => {
  it("is told property by property, by their names and then by their ids, with where each is or was", () => {
    const idOf = (last: string) => new Types.ObjectId(last.padStart(24, "0"));
    const place = (last: string, title: string) => ({ ...venue, _id: idOf(last), title });
    const venues = [
      { ...place("1", "Étable"), cadastralReference: "69383 000 AB 0123" },
      place("4", "Écurie"),
      { ...place("3", "Étable"), keptAddress: "1 rue du Port, 69002 Lyon" },
      place("2", "Étable"),
      place("5", "Vide"),
    ];
    const reservations = venues.slice(0, 4).map(({ _id }, at) => ({
      ...{ ...booking("2025-12-30", `2026-01-0${at + 1}`), venueId: _id },
      // What nobody was ever let in for is no day.
      ...(at === 3 && { status: "ended" as const }),
    }));
    const refused = { ...booking("2026-02-01", "2026-02-02", "cancelled"), venueId: idOf("5") };
    const told = year({ venues, reservations: [...reservations, refused] });
    const here = "12 rue des Tilleuls, 69003 Lyon";
    expect(
      told.map(({ venueId, title, address, cadastralReference, quarters: [first] }) => [
        ...[Number(venueId), title, address, cadastralReference, first.days],
      ]),
    ).toEqual([
      [4, "Écurie", here, null, 2],
      [1, "Étable", here, "69383 000 AB 0123", 1],
      [2, "Étable", here, null, 4],
      [3, "Étable", "1 rue du Port, 69002 Lyon", null, 3],
    ]);
  });

  it("is told where it was let, apart from where its owner took it since", () => {
    const here = { ...venue, cadastralReference: "69383 000 AB 0123" };
    const there = { address: "1 rue du Port, 69002 Lyon" };
    const told = year({
      venues: [here],
      reservations: [
        { ...booking("2026-01-01", "2026-01-01"), ...there },
        { ...booking("2026-04-01", "2026-04-02"), ...there },
        { ...booking("2026-05-01", "2026-05-03"), address: "12, Rue des tilleuls, 69003 LYON" },
        booking("2026-07-01", "2026-07-01"),
      ],
    });
    expect(
      told.map(({ title, address, cadastralReference, quarters }) => [
        ...[title, address, cadastralReference, ...quarters.map(({ days }) => days)],
      ]),
    ).toEqual([
      ["La Grange", "1 rue du Port, 69002 Lyon", null, 1, 2, 0, 0],
      ["La Grange", "12 rue des Tilleuls, 69003 Lyon", "69383 000 AB 0123", 0, 3, 1, 0],
    ]);
  });

  it("has no day that is yet to come", () => {
    const stay = booking("2026-03-30", "2026-04-02");
    const daysAt = (today: string) =>
      year({ today, reservations: [stay] })[0]?.quarters.map(({ days }) => days);
    expect(daysAt("2026-03-29")).toBeUndefined();
    expect(daysAt("2026-03-31")).toEqual([2, 0, 0, 0]);
    expect(daysAt("2026-04-02")).toEqual([2, 2, 0, 0]);
    expect(
      year({ today: "2026-12-31", reservations: [booking("2026-12-31", "2027-01-01")] }),
    ).toMatchObject([{ quarters: [{}, {}, {}, { days: 1 }] }]);
  });

  it("tells days by the day and money by the quarter in which it was paid, in Paris", () => {
    const first = booking("2026-03-30", "2026-04-02");
    const second = booking("2026-04-02", "2026-04-02");
    const midnight = parisMidnight("2026-04-01");
    const sent: [LedgerType, number][] = [
      ["transferred", 112_500],
      ["fee", 25_000],
    ];
    const [property] = year({
      reservations: [first, second],
      entries: [
        ...moved(first, new Date(midnight.getTime() - 1), ...sent),
        ...moved(second, midnight, ...sent),
      ],
    });
    expect(property?.quarters).toEqual([
      { days: 2, activities: 1, paid: 87_500, fees: 25_000 },
      { days: 2, activities: 1, paid: 87_500, fees: 25_000 },
      { days: 0, activities: 0, paid: 0, fees: 0 },
      { days: 0, activities: 0, paid: 0, fees: 0 },
    ]);
  });

  it("takes what was given back off the quarter in which it was paid", () => {
    const half = booking("2026-05-01", "2026-05-01", "cancelled");
    const all = booking("2026-05-02", "2026-05-02", "cancelled");
    const paidAt = parisMidnight("2026-02-01");
    const backAt = parisMidnight("2026-05-01");
    const [property] = year({
      reservations: [half, all],
      entries: [
        ...moved(half, paidAt, ["transferred", 112_500], ["fee", 25_000]),
        ...moved(half, backAt, ["transfer_reversed", 56_250], ["fee_refunded", 12_500]),
        ...moved(all, paidAt, ["transferred", 100], ["fee", 10]),
        ...moved(all, backAt, ["transfer_reversed", 100], ["fee_refunded", 10]),
      ],
    });
    expect(property?.quarters[0]).toEqual({
      days: 0,
      activities: 1,
      paid: 43_750,
      fees: 12_500,
    });
    expect(property?.quarters[1].activities).toBe(0);
  });

  it("has what dearer dates brought in the quarter in which that was paid, be it of another year", () => {
    const stay = booking("2027-06-01", "2027-06-01");
    const [november, february] = [parisMidnight("2026-11-02"), parisMidnight("2027-02-01")];
    const paid = [
      ...moved(stay, november, ["transferred", 112_500], ["fee", 25_000]),
      // Stripe dates a fee a little before or after what it is of.
      ...moved(stay, new Date(february.getTime() - 1_000), ["fee", 12_500]),
      ...moved(stay, february, ["transferred", 56_250]),
    ];
    const quartersOf = (of: string, entries: YearFacts["entries"]) =>
      year({ year: of, today: "2027-12-31", reservations: [stay], entries })[0]?.quarters ?? [];
    const first = { days: 0, activities: 1, paid: 87_500, fees: 25_000 };
    const more = { days: 0, activities: 1, paid: 43_750, fees: 12_500 };
    expect(quartersOf("2026", paid)[3]).toEqual(first);
    expect(quartersOf("2027", paid)[0]).toEqual(more);
    // The newest payment gives back first, and all of it before the one of the year before.
    const march = parisMidnight("2027-03-01");
    const back = [
      ...paid,
      ...moved(stay, march, ["transfer_reversed", 112_500], ["fee_refunded", 25_000]),
    ];
    expect(quartersOf("2026", back)[3]).toEqual({ ...first, paid: 43_750, fees: 12_500 });
    expect(quartersOf("2027", back).map(({ paid: left }) => left)).toEqual([0, 0, 0, 0]);
    // What was given back before was no part of what came later.
    const december = parisMidnight("2026-12-01");
    const before = [
      ...paid,
      ...moved(stay, december, ["transfer_reversed", 56_250], ["fee_refunded", 12_500]),
    ];
    expect(quartersOf("2026", before)[3]).toEqual({ ...first, paid: 43_750, fees: 12_500 });
    expect(quartersOf("2027", before)[0]).toEqual(more);
  });

  it("takes what was taken back of one payment off that one, be there a newer one by then", () => {
    const stay = booking("2027-06-01", "2027-06-01");
    const payment = (day: string, name: string, sent: number, fee: number) => {
      const [transferred, kept] = moved(
        stay,
        parisMidnight(day),
        ["transferred", sent],
        ["fee", fee],
      );
      return [
        { ...transferred!, stripeId: `tr_${name}` },
        { ...kept!, stripeId: `fee_${name}` },
      ];
    };
    const paid = [
      ...payment("2026-12-01", "1", 1_125, 250),
      ...payment("2027-01-10", "2", 225, 50),
    ];
    // The bank keeps the first: its transfer is reversed, and not that of the dearer dates.
    const march = parisMidnight("2027-03-01");
    const [sent, fee] = moved(stay, march, ["transfer_reversed", 1_125], ["fee_refunded", 250]);
    const paidIn = (of: string, back: YearFacts["entries"]) =>
      year({ year: of, today: "2027-12-31", reservations: [stay], entries: [...paid, ...back] })
        .flatMap(({ quarters }) => quarters)
        .reduce((sum, quarter) => sum + quarter.paid, 0);
    const known = [
      { ...sent!, of: "tr_1" },
      { ...fee!, of: "fee_1" },
    ];
    expect([paidIn("2026", known), paidIn("2027", known)]).toEqual([0, 175]);
    // Written down before that was kept: the newest first.
    const unknown = [sent!, fee!];
    expect([paidIn("2026", unknown), paidIn("2027", unknown)]).toEqual([175, 0]);
  });

  it("says apart what was taken back of it after it was filed, though nothing else is left", () => {
    const [gone, half] = [
      booking("2026-06-01", "2026-06-01", "cancelled"),
      booking("2026-06-02", "2026-06-02"),
    ];
    const filed = parisMidnight("2027-02-01");
    const sent: [LedgerType, number][] = [
      ["transferred", 1_125],
      ["fee", 250],
    ];
    const back: [LedgerType, number][] = [
      ["transfer_reversed", 1_125],
      ["fee_refunded", 250],
    ];
    const takenBack = (at: Date, reservations = [gone, half]) =>
      year({
        today: "2027-03-01",
        reservations,
        entries: [
          ...moved(gone, parisMidnight("2026-05-01"), ...sent),
          ...moved(half, parisMidnight("2026-08-01"), ...sent),
          ...moved(gone, at, ...back),
        ],
      }).map((property) => [property.takenBack, property.quarters.map(({ paid }) => paid)]);
    expect(takenBack(filed)).toEqual([
      [
        [0, 875, 0, 0],
        [0, 0, 875, 0],
      ],
    ]);
    expect(takenBack(filed, [gone])).toEqual([
      [
        [0, 875, 0, 0],
        [0, 0, 0, 0],
      ],
    ]);
    const before = new Date(filed.getTime() - 1);
    expect(takenBack(before)).toMatchObject([
      [
        [0, 0, 0, 0],
        [0, 0, 875, 0],
      ],
    ]);
    expect(takenBack(before, [gone])).toEqual([]);
  });

  it("counts one letting once in a year, however often it was paid for", () => {
    const stay = booking("2026-06-01", "2026-06-01");
    const sent = (day: string) =>
      moved(stay, parisMidnight(day), ["transferred", 100], ["fee", 10]);
    const entries = [...sent("2026-08-01"), ...sent("2026-02-01"), ...sent("2026-02-02")];
    const [property] = year({ reservations: [stay], entries });
    expect(property?.quarters.map(({ activities, paid }) => [activities, paid])).toEqual([
      ...[
        [1, 180],
        [0, 0],
        [0, 90],
        [0, 0],
      ],
    ]);
  });

  it("names of each quarter the accounts that it was paid to, of dearer dates and of what was taken back since, too", () => {
    const first = booking("2026-02-01", "2026-02-01");
    const last = { ...booking("2026-09-01", "2026-09-01"), accountId: "acct_2" };
    const at = (day: string) => parisMidnight(`2026-${day}`);
    const payment = (one: typeof first, day: string, stripeId: string) => [
      // Stripe dates a transfer a little after what it is of.
      { ...moved(one, at(day), ["captured", 100])[0]!, stripeId },
      ...moved(one, new Date(at(day).getTime() + 1_000), ["transferred", 100], ["fee", 10]),
    ];
    const gone: [LedgerType, number][] = [
      ["transfer_reversed", 100],
      ["fee_refunded", 10],
    ];
    const told = year({
      reservations: [first, last],
      payees: new Map([
        ["ch_1", "acct_1"],
        ["ch_more", "acct_3"],
      ]),
      entries: [
        ...payment(first, "01-15", "ch_1"),
        ...payment(first, "08-15", "ch_more"),
        ...payment(last, "08-20", "ch_2"),
        ...moved(last, parisMidnight("2027-02-01"), ...gone),
      ],
    });
    expect(told.map(({ accounts }) => accounts)).toEqual([
      [["acct_1"], [], ["acct_2", "acct_3"], []],
    ]);
    expect(accountsOf(told, "acct_now")).toEqual(["acct_1", "acct_2", "acct_3"]);
    const unpaid = year({ reservations: [first] });
    expect(unpaid[0]?.accounts).toEqual([[], [], [], []]);
    expect([accountsOf(unpaid, "acct_now"), accountsOf(unpaid, null)]).toEqual([["acct_now"], []]);
  });

  it("ends with the year and with today, and leaves out what was not let", () => {
    const stay = booking("2026-12-30", "2027-01-02");
    expect(year({ reservations: [stay] })[0]?.quarters[3].days).toBe(2);
    expect(year({ reservations: [stay], today: "2026-12-30" })[0]?.quarters[3].days).toBe(1);
    expect(year({ reservations: [booking("2027-01-01", "2027-01-01")] })).toEqual([]);
  });
});

describe("an owner", () => {
  const account = { _id: new Types.ObjectId(), name: "Inès", lastname: "Roy" };
  const person = { ...account, type: "Entités privés", role: "Particulier" } as const;

  it("lacks what the law asks of them", () => {
    const address = { street: "1 rue", postalCode: "69001", city: "Lyon" };
    expect(missingFacts(declaredOwner(person, undefined))).toEqual([
      "birthDate",
      "address",
      "taxId",
    ]);
    const organisation = { ...account, ...address, entityName: "Les Granges" };
    const company = { ...organisation, type: "Entités privés", role: "Entreprise" } as const;
    expect(missingFacts(declaredOwner(company, undefined))).toEqual(["taxId", "registration"]);
    expect(missingFacts(declaredOwner({ ...company, RNA: "W691234567" }, undefined))).toEqual([
      "taxId",
    ]);
    const association = { ...company, role: "Association", RNA: "W691234567" } as const;
    expect(missingFacts(declaredOwner(association, undefined))).toEqual([]);
    const { RNA: _, ...unregistered } = association;
    expect(missingFacts(declaredOwner(unregistered, undefined))).toEqual(["taxId", "registration"]);
    // In Alsace and Moselle associations are in a register that gives no number.
    const alsatian = { ...unregistered, postalCode: "67000" };
    expect(missingFacts(declaredOwner(alsatian, undefined))).toEqual([]);
    expect(missingFacts(declaredOwner({ ...alsatian, role: "Entreprise" }, undefined))).toEqual([
      "taxId",
      "registration",
    ]);
    const confirmed = {
      _id: account._id,
      confirmedAt: new Date(0),
      legalName: "Inès Roy",
      birthDate: "1980-01-01",
      ...address,
      taxId: "0123456789012",
      taxCountry: "FR",
    };
    // A closed account says nothing any more, what was confirmed stays.
    const closed = { ...person, name: "Ancien", lastname: "membre" };
    expect(missingFacts(declaredOwner(closed, confirmed))).toEqual([]);
    expect(declaredOwner(closed, confirmed).legalName).toBe("Inès Roy");
    expect(missingFacts(declaredOwner(person, { _id: account._id, reminders: [] }))).toHaveLength(
      3,
    );
  });

  it("lacks its name as an organisation that has none but that of whoever speaks for it", () => {
    const firm = { ...account, type: "Entités privés", role: "Entreprise" } as const;
    const names = (owner: DeclaredOwner) => [owner.legalName, missingFacts(owner)[0]];
    expect(names(declaredOwner(firm, undefined))).toEqual(["Inès Roy", "legalName"]);
    const named = declaredOwner({ ...firm, entityName: "Les Granges" }, undefined);
    expect(names(named)).toEqual(["Les Granges", "address"]);
    const confirmed = { _id: account._id, confirmedAt: new Date(0), legalName: "SARL Roy" };
    expect(names(declaredOwner(firm, confirmed))).toEqual(["SARL Roy", "address"]);
  });

  it("has the SIREN of its SIRET or its profile as tax number, unless it is a person or confirmed another", () => {
    const firm = { ...account, type: "Entités privés", role: "Entreprise" } as const;
    const siret = "73282932000074";
    const known = { taxId: "732829320", taxCountry: "FR", mayLackTaxId: false };
    expect(declaredOwner({ ...firm, siret }, undefined)).toMatchObject({
      ...known,
      registration: siret,
    });
    const INSEE = "732829320";
    for (const role of ["Entreprise", "Association"] as const) {
      expect(declaredOwner({ ...firm, role, INSEE, RNA: "W691234567" }, undefined)).toMatchObject({
        ...known,
        registration: INSEE,
      });
    }
    // Of a closed account, as former releases kept it.
    const kept = { _id: account._id, keptAt: new Date(0), registration: siret };
    expect(declaredOwner(firm, kept)).toMatchObject(known);
    const abroad = { ...kept, taxId: "0123456789", taxCountry: "BE" };
    expect(declaredOwner(firm, abroad)).toMatchObject({ taxId: "0123456789", taxCountry: "BE" });
    expect(declaredOwner({ ...person, siret }, undefined)).toMatchObject({ taxId: null });
  });

  it("is a person as a sole trader, who has a SIRET and a tax number of their own", () => {
    const address = { street: "1 rue", postalCode: "69001", city: "Lyon" };
    const trade = { entityName: "Les Granges", siret: "73282932000074", ...address };
    const firm = { ...account, ...trade, type: "Entités privés", role: "Entreprise" } as const;
    const facts = { _id: account._id, confirmedAt: new Date(0), soleTrader: true, ...address };
    expect(declaredOwner(firm, facts)).toMatchObject({
      ...{ isPerson: true, isSoleTrader: true, taxId: null, registration: trade.siret },
    });
    expect(missingFacts(declaredOwner(firm, facts))).toEqual(["birthDate", "taxId"]);
    const person = { ...firm, role: "Particulier" } as const;
    expect(declaredOwner(person, facts).isSoleTrader).toBe(false);
    const association = { ...firm, role: "Association" } as const;
    expect(declaredOwner(association, facts).isPerson).toBe(false);
  });

  it("is another taxpayer by its SIREN, in a SIRET or by itself", () => {
    const role = "Association";
    const [one, other] = ["732829320", "552100554"];
    const became = (before: object, now: object) =>
      isAnotherTaxpayer({ role, ...before }, { role, ...now });
    expect(became({ INSEE: one }, { siret: `${one}00074` })).toBe(false);
    expect(became({ INSEE: one }, { INSEE: other })).toBe(true);
    expect(became({ INSEE: one, RNA: "W691234567" }, { RNA: "W691234567" })).toBe(false);
  });

  it("is not declared as a public body, or beyond 2,000 lettings of one property", () => {
    const lettings = (activities: number) => {
      const quarter = { days: 0, activities, paid: 0, fees: 0 };
      const none = { ...quarter, activities: 0 };
      return [
        {
          venueId: "1",
          title: "",
          address: "",
          cadastralReference: null,
          quarters: [quarter, none, none, none],
          takenBack: [],
          accounts: [],
        },
      ] as const;
    };
    const firm = { isPublicBody: false, isPerson: false };
    expect(exclusionOf({ ...firm, isPublicBody: true }, [])).toBe("public");
    expect(exclusionOf(firm, [])).toBeNull();
    expect(exclusionOf(firm, lettings(2_000))).toBeNull();
    expect(exclusionOf(firm, lettings(2_001))).toBe("large");
    expect(exclusionOf({ ...firm, isPerson: true }, lettings(2_001))).toBeNull();
  });

  it("is a public body by its number or, closed by a former release, which kept none, by its kind", () => {
    const town = { ...account, type: "Collectivité" } as const;
    const isPublic = (fields: object, facts?: object) =>
      declaredOwner({ ...town, ...fields }, facts && { _id: account._id, ...facts }).isPublicBody;
    const keptAt = new Date(0);
    expect([isPublic({}), isPublic({ INSEE: "732829320" })]).toEqual([false, true]);
    expect(isPublic({}, { confirmedAt: keptAt })).toBe(false);
    expect([
      isPublic({}, { keptAt }),
      missingFacts(declaredOwner(town, { _id: account._id, keptAt })),
    ]).toEqual([true, []]);
    expect(isPublic({}, { keptAt, publicBody: false })).toBe(false);
    expect(isPublic({ type: "Entités privés", role: "Association" }, { keptAt })).toBe(false);
  });

  it("lacks its number alone as a public body, and nothing once that is known", () => {
    const town = { ...account, type: "Collectivité" } as const;
    expect(missingFacts(declaredOwner(town, undefined))).toEqual(["registration"]);
    for (const number of [{ siret: "73282932000074" }, { INSEE: "732829320" }]) {
      expect(missingFacts(declaredOwner({ ...town, ...number }, undefined))).toEqual([]);
    }
  });
});
