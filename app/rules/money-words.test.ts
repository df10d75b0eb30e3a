import { describe, expect, it } from "vitest";
import {
  buyersMoney,
  buyersMoneyAtEnd,
  changedShare,
  NO_MONEY,
  ownersLoss,
  owedBeside,
  ownersMoney,
  type Money,
} from "./money-words";

const money = (fields: Partial<Money>): Money => ({ ...NO_MONEY, ...fields });
/** Without the no-break spaces, to be read. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("what the buyer is told", () => {
  it.each([
    [{}, "Aucun débit n’est enregistré."],
    [
      { authorised: 54_000 },
      "540,00 € sont réservés sur votre carte, et ne sont pas débités pour le moment.",
    ],
    [
      { authorised: 54_000, released: 54_000 },
      "Rien n’a été débité : les 540,00 € réservés sur votre carte sont libérés.",
    ],
    [
      { authorised: 54_000, released: 20_000 },
      "340,00 € sont réservés sur votre carte, et ne sont pas débités pour le moment.",
    ],
    [{ authorised: 54_000, paid: 54_000 }, "540,00 € ont été débités."],
    [
      { paid: 54_000, refunded: 27_000 },
      "270,00 € vous sont remboursés sur les 540,00 € débités. Selon votre banque, cela prend 5 à 10 jours ouvrés.",
    ],
    [
      { paid: 54_000, refunded: 54_000 },
      "Les 540,00 € débités vous sont remboursés en totalité. Selon votre banque, cela prend 5 à 10 jours ouvrés.",
    ],
  ])("%j", (fields, text) => {
    expect(plain(buyersMoney(money(fields)))).toBe(text);
  });

  it("says at the end that nothing comes back, when nothing does", () => {
    expect(plain(buyersMoneyAtEnd(money({ paid: 54_000 }), 0))).toBe(
      "Sur les 540,00 € débités, rien n’est remboursé.",
    );
    expect(buyersMoneyAtEnd(NO_MONEY, 0)).toBe(buyersMoney(NO_MONEY));
  });

  it("announces no older refund as that of a cancellation that gives nothing", () => {
    const older = money({ paid: 110_000, refunded: 10_000 });
    expect(plain(buyersMoneyAtEnd(older, 0, true))).toBe(
      "Rien n’est remboursé pour cette annulation. 100,00 € vous sont rendus par ailleurs, sur les 1 100,00 € débités.",
    );
    const none = money({ paid: 110_000 });
    expect(buyersMoneyAtEnd(none, 0, true)).toBe(buyersMoneyAtEnd(none, 0));
    // Something has yet to come back, or the bank decides whether it does: that is said instead.
    const begun = "100,00 € vous sont remboursés sur les 1 100,00 € débités.";
    const banks = "Selon votre banque, cela prend 5 à 10 jours ouvrés.";
    expect(plain(buyersMoneyAtEnd(older, 5_000, true))).toBe(
      `${begun} ${banks} 50,00 € vous sont dus : leur remboursement est en cours de traitement.`,
    );
    const contested = { ...older, contested: 100_000 };
    expect(plain(buyersMoneyAtEnd(contested, 0, true))).toBe(
      `${begun} ${banks} Votre banque décide si 1 000,00 €, que vous contestez auprès d’elle, vous reviennent.`,
    );
  });

  it.each([
    [
      54_000,
      {},
      "540,00 € ont été débités. 540,00 € vous sont dus : leur remboursement est en cours de traitement.",
    ],
    [
      27_000,
      { refunded: 27_000 },
      "270,00 € vous sont remboursés sur les 540,00 € débités. Selon votre banque, cela prend 5 à 10 jours ouvrés. 270,00 € vous sont dus : leur remboursement est en cours de traitement.",
    ],
    [
      0,
      { refunded: 54_000 },
      "Les 540,00 € débités vous sont remboursés en totalité. Selon votre banque, cela prend 5 à 10 jours ouvrés.",
    ],
  ])("says what has yet to come back: %i of %j", (due, fields, text) => {
    expect(plain(buyersMoneyAtEnd(money({ paid: 54_000, ...fields }), due))).toBe(text);
  });

  it("says what has yet to come back of a stay that takes place, and of one to which nothing is due what it said", () => {
    const paid = money({ paid: 162_000 });
    expect(plain(buyersMoney(paid, 54_000))).toBe(
      "1 620,00 € ont été débités. 540,00 € vous sont dus : leur remboursement est en cours de traitement.",
    );
    expect(plain(buyersMoney(paid, { awaited: 0, givenUp: 54_000 }))).toBe(
      "1 620,00 € ont été débités. 540,00 € n’ont pas pu vous être rendus sur votre carte : notre équipe s’en est occupée. Écrivez-nous si vous n’en avez pas de nouvelles.",
    );
    expect(plain(buyersMoney(paid, 0))).toBe("1 620,00 € ont été débités.");
  });

  it("announces nothing of what the office has put away, and does not say that nothing was given", () => {
    const givenUp = { awaited: 0, givenUp: 54_000 };
    expect(plain(buyersMoneyAtEnd(money({ paid: 54_000 }), givenUp))).toBe(
      "540,00 € ont été débités. 540,00 € n’ont pas pu vous être rendus sur votre carte : notre équipe s’en est occupée. Écrivez-nous si vous n’en avez pas de nouvelles.",
    );
    expect(
      plain(buyersMoneyAtEnd(money({ paid: 54_000 }), { awaited: 5_000, givenUp: 10_000 })),
    ).toBe(
      "540,00 € ont été débités. 50,00 € vous sont dus : leur remboursement est en cours de traitement. 100,00 € n’ont pas pu vous être rendus sur votre carte : notre équipe s’en est occupée. Écrivez-nous si vous n’en avez pas de nouvelles.",
    );
    // Though the bank maintains the payment, it does not go back by itself.
    const contested = money({ paid: 54_000, contested: 54_000 });
    const decides =
      "540,00 € ont été débités. Votre banque décide si 540,00 €, que vous contestez auprès d’elle, vous reviennent.";
    const seenTo = (sum: string) =>
      `${sum} n’ont pas pu vous être rendus sur votre carte : notre équipe s’en est occupée. Écrivez-nous si vous n’en avez pas de nouvelles.`;
    expect(plain(buyersMoneyAtEnd(contested, givenUp))).toBe(`${decides} ${seenTo("540,00 €")}`);
    expect(plain(buyersMoneyAtEnd(contested, { awaited: 5_000, givenUp: 10_000 }))).toBe(
      `${decides} Si elle maintient le paiement, 50,00 € vous sont ensuite remboursés. ${seenTo("100,00 €")}`,
    );
  });
});

describe("what the owner is told of a refund that the office has put away", () => {
  it.each<[Partial<Money>, string]>([
    [
      { sent: 42_000 },
      "Sur les 540,00 € payés, 270,00 € n’ont pas pu être rendus au client sur sa carte : notre équipe s’en est occupée. Rien n’est repris sur votre part de 420,00 € à ce jour.",
    ],
    [
      {},
      "Sur les 540,00 € payés, 270,00 € n’ont pas pu être rendus au client sur sa carte : notre équipe s’en est occupée. Rien ne vous avait encore été versé.",
    ],
    [
      { refunded: 27_000, sent: 42_000, takenBack: 21_000 },
      "Sur les 540,00 € payés, 270,00 € sont remboursés au client et 270,00 € n’ont pas pu lui être rendus sur sa carte : notre équipe s’en est occupée. 210,00 € sont repris sur votre part de 420,00 € à ce jour.",
    ],
  ])("%j", (fields, text) => {
    const told = money({ paid: 54_000, ...fields });
    const due = { awaited: 0, givenUp: 27_000 };
    expect(plain(ownersLoss(told, due))).toBe(text);
    expect(ownersMoney(told, due)).toBe(ownersLoss(told, due));
  });

  it.each([
    [0, "50,00 € sont dus au client"],
    [27_000, "270,00 € sont remboursés au client et 50,00 € lui sont dus"],
  ])("beside more that is owed since, %i given back", (refunded, owed) => {
    const told = money({ paid: 54_000, sent: 42_000, refunded });
    expect(plain(ownersLoss(told, { awaited: 5_000, givenUp: 10_000 }))).toBe(
      `Sur les 540,00 € payés, ${owed} : leur remboursement est en cours de traitement ; 100,00 € n’ont pas pu lui être rendus sur sa carte : notre équipe s’en est occupée. Rien n’est repris sur votre part de 420,00 € à ce jour.`,
    );
  });
});

it.each([
  ["all of it, beside what the office has given up", { awaited: 0, givenUp: 27_000 }, 42_000],
  ["without what has yet to go back beside that", { awaited: 13_500, givenUp: 27_000 }, 31_500],
  ["without what has yet to go back", 13_500, 31_500],
])("what is the owner's again is %s", (_, due, cents) => {
  const all = money({ paid: 54_000, sent: 42_000, takenBack: 42_000, owed: 42_000 });
  expect(owedBeside(all, due)).toBe(cents);
});

/** Once the payer's bank gave back what the owner's part was taken for. */
const returned = (owed: string) =>
  `La banque du client est revenue sur sa décision : ${owed} vous en reviennent, que notre équipe vous verse à part. Écrivez-nous si vous n’en avez pas de nouvelles.`;

describe("what the owner is told that they lose", () => {
  it.each<[Partial<Money>, string, number?]>([
    [{}, "Aucun débit n’est enregistré : vous ne recevez rien pour cette demande."],
    [
      { paid: 54_000, refunded: 54_000 },
      "Sur les 540,00 € payés, 540,00 € sont remboursés au client. Rien ne vous avait encore été versé.",
    ],
    [
      { paid: 54_000, refunded: 27_000, sent: 42_000, takenBack: 21_000 },
      "Sur les 540,00 € payés, 270,00 € sont remboursés au client. 210,00 € sont repris sur votre part de 420,00 € : il vous reste 210,00 €.",
    ],
    [
      { paid: 54_000, sent: 42_000 },
      "Sur les 540,00 € payés, rien n’est remboursé au client. Vous gardez votre part de 420,00 €.",
    ],
    [
      { paid: 54_000, sent: 42_000, takenBack: 21_000 },
      "Sur les 540,00 € payés, rien n’est encore remboursé au client : son remboursement est en cours de traitement. 210,00 € sont repris sur votre part de 420,00 € : il vous reste 210,00 €.",
    ],
    [
      { paid: 54_000, sent: 42_000 },
      "Sur les 540,00 € payés, 540,00 € sont dus au client : leur remboursement est en cours de traitement. Votre part de 420,00 € sera reprise dans la même proportion.",
      54_000,
    ],
    [
      { paid: 54_000 },
      "Sur les 540,00 € payés, 540,00 € sont dus au client : leur remboursement est en cours de traitement. Rien ne vous avait encore été versé.",
      54_000,
    ],
    [
      { paid: 54_000, refunded: 27_000, sent: 42_000, takenBack: 21_000 },
      "Sur les 540,00 € payés, 270,00 € sont remboursés au client et 270,00 € lui sont dus : leur remboursement est en cours de traitement. 210,00 € sont repris sur votre part de 420,00 € à ce jour.",
      27_000,
    ],
    [
      { paid: 54_000, sent: 42_000, takenBack: 42_000, owed: 42_000 },
      `Sur les 540,00 € payés, rien n’est remboursé au client. 420,00 € sont repris sur votre part de 420,00 € à ce jour. ${returned("420,00 €")}`,
    ],
    [
      { paid: 54_000, refunded: 27_000, sent: 42_000, takenBack: 42_000, owed: 21_000 },
      `Sur les 540,00 € payés, 270,00 € sont remboursés au client. 420,00 € sont repris sur votre part de 420,00 € à ce jour. ${returned("210,00 €")}`,
    ],
    [
      // Half of it goes back to the payer after all, and takes nothing more of the owner.
      { paid: 54_000, sent: 42_000, takenBack: 42_000, owed: 42_000 },
      `Sur les 540,00 € payés, 270,00 € sont dus au client : leur remboursement est en cours de traitement. 420,00 € sont repris sur votre part de 420,00 € à ce jour. ${returned("210,00 €")}`,
      27_000,
    ],
    [
      { paid: 54_000, sent: 42_000, takenBack: 42_000, owed: 42_000 },
      "Sur les 540,00 € payés, 540,00 € sont dus au client : leur remboursement est en cours de traitement. 420,00 € sont repris sur votre part de 420,00 € à ce jour.",
      54_000,
    ],
  ])("%j", (fields, text, due = 0) => {
    expect(plain(ownersLoss(money(fields), due))).toBe(text);
    if (fields.owed) expect(plain(ownersMoney(money(fields), due))).toBe(text);
  });
});

describe("what the owner is told of a reservation that stands", () => {
  it.each([
    [{}, "Aucun débit n’est enregistré."],
    [
      { authorised: 54_000 },
      "540,00 € sont réservés sur la carte du client, et ne sont pas débités pour le moment.",
    ],
    [
      { authorised: 54_000, released: 20_000 },
      "340,00 € sont réservés sur la carte du client, et ne sont pas débités pour le moment.",
    ],
    [{ authorised: 54_000, released: 54_000 }, "Aucun débit n’est enregistré."],
    [{ paid: 54_000 }, "Le client a payé 540,00 €. Votre part ne vous a pas encore été versée."],
    [
      { paid: 54_000, sent: 42_000 },
      "Le client a payé 540,00 €. Votre part, 420,00 €, vous est versée.",
    ],
  ])("%j", (fields, text) => {
    expect(plain(ownersMoney(money(fields), 0))).toBe(text);
  });

  it("says what goes back as it says it of a cancellation", () => {
    const back = money({ paid: 54_000, sent: 42_000, refunded: 54_000, takenBack: 42_000 });
    expect(ownersMoney(back, 0)).toBe(ownersLoss(back, 0));
    const sentBack = { ...back, refunded: 0 };
    expect(ownersMoney(sentBack, 0)).toBe(ownersLoss(sentBack, 0));
    const toCome = money({ paid: 54_000, sent: 42_000 });
    expect(ownersMoney(toCome, 10_000)).toBe(ownersLoss(toCome, 10_000));
  });
});

describe("what both are told while the payer's bank decides on a dispute", () => {
  it.each([
    [
      buyersMoney,
      {},
      "540,00 € ont été débités. Votre banque décide si 540,00 €, que vous contestez auprès d’elle, vous reviennent.",
    ],
    [
      (told: Money) => buyersMoneyAtEnd(told, 27_000),
      {},
      "540,00 € ont été débités. Votre banque décide si 540,00 €, que vous contestez auprès d’elle, vous reviennent. Si elle maintient le paiement, 270,00 € vous sont ensuite remboursés.",
    ],
    [
      (told: Money) => buyersMoneyAtEnd(told, 0),
      {},
      "540,00 € ont été débités. Votre banque décide si 540,00 €, que vous contestez auprès d’elle, vous reviennent.",
    ],
    [
      // Though the bank maintains the payment, what the office gave up does not go back by itself.
      (told: Money) => ownersLoss(told, { awaited: 5_000, givenUp: 10_000 }),
      {},
      "Le client a payé 540,00 €. Sa banque décide si 540,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 420,00 € peut être reprise. Si la banque maintient le paiement, 50,00 € lui sont ensuite remboursés. 100,00 € n’ont pas pu être rendus au client sur sa carte : notre équipe s’en est occupée.",
    ],
    [
      (told: Money) => ownersMoney(told, 0),
      {},
      "Le client a payé 540,00 €. Sa banque décide si 540,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 420,00 € peut être reprise.",
    ],
    [
      (told: Money) => ownersLoss(told, 27_000),
      {},
      "Le client a payé 540,00 €. Sa banque décide si 540,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 420,00 € peut être reprise. Si la banque maintient le paiement, 270,00 € lui sont ensuite remboursés.",
    ],
    [
      (told: Money) => ownersLoss(told, 0),
      { refunded: 27_000, takenBack: 21_000, contested: 27_000 },
      "Le client a payé 540,00 €. 270,00 € lui sont remboursés. Sa banque décide si 270,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 210,00 € peut être reprise.",
    ],
    [
      // A supplement alone, of a stay that takes place.
      (told: Money) => ownersMoney(told, 0),
      { paid: 149_999, sent: 116_665, contested: 37_500 },
      "Le client a payé 1 499,99 €. Sa banque décide si 375,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 291,66 € peut être reprise.",
    ],
    [
      // Nobody took back what went with the refund: the bank's decision does not, either.
      (told: Money) => ownersMoney(told, 0),
      { refunded: 27_000, contested: 27_000 },
      "Le client a payé 540,00 €. 270,00 € lui sont remboursés. Sa banque décide si 270,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 210,00 € peut être reprise.",
    ],
    [
      // All goes back, whichever way the bank decides.
      (told: Money) => ownersLoss(told, 54_000),
      { contested: 13_500 },
      "Le client a payé 540,00 €. Sa banque décide si 135,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 420,00 € peut être reprise. Si la banque maintient le paiement, 540,00 € lui sont ensuite remboursés.",
    ],
    [
      (told: Money) => ownersLoss(told, 27_000),
      { contested: 13_500 },
      "Le client a payé 540,00 €. Sa banque décide si 135,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 210,00 € peut être reprise. Si la banque maintient le paiement, 270,00 € lui sont ensuite remboursés.",
    ],
    [
      // Their bank sent a refund of as much back, for which the owner's part was taken: nothing more is.
      (told: Money) => ownersLoss(told, 27_000),
      { takenBack: 21_000, takenAhead: 21_000, contested: 27_000 },
      "Le client a payé 540,00 €. Sa banque décide si 270,00 €, qu’il conteste auprès d’elle, lui reviennent. Si la banque maintient le paiement, 270,00 € lui sont ensuite remboursés.",
    ],
    [
      (told: Money) => ownersLoss(told, 27_000),
      { takenBack: 21_000, takenAhead: 21_000, contested: 40_500 },
      "Le client a payé 540,00 €. Sa banque décide si 405,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 105,00 € peut être reprise. Si la banque maintient le paiement, 270,00 € lui sont ensuite remboursés.",
    ],
    [
      // What was given up of that refund keeps the part that was taken for it.
      (told: Money) => ownersLoss(told, { awaited: 0, givenUp: 27_000 }),
      { takenBack: 21_000, takenAhead: 21_000, contested: 27_000 },
      "Le client a payé 540,00 €. Sa banque décide si 270,00 €, qu’il conteste auprès d’elle, lui reviennent : votre part de 210,00 € peut être reprise. 270,00 € n’ont pas pu être rendus au client sur sa carte : notre équipe s’en est occupée.",
    ],
    [
      // No cent is at risk that only shares were rounded to.
      (told: Money) => ownersLoss(told, 27_000),
      { takenBack: 20_999, takenAhead: 20_999, contested: 27_000 },
      "Le client a payé 540,00 €. Sa banque décide si 270,00 €, qu’il conteste auprès d’elle, lui reviennent. Si la banque maintient le paiement, 270,00 € lui sont ensuite remboursés.",
    ],
    [
      (told: Money) => ownersLoss(told, 0),
      { sent: 0 },
      "Le client a payé 540,00 €. Sa banque décide si 540,00 €, qu’il conteste auprès d’elle, lui reviennent.",
    ],
  ])("%o %j", (tell, fields, text) => {
    const contested = { paid: 54_000, sent: 42_000, contested: 54_000, ...fields };
    expect(plain(tell(money(contested)))).toBe(text);
  });
});

it.each([
  [42_000, "420,00 € au lieu de 840,00 €"],
  [84_000, "840,00 €, comme avant"],
])("an owner's share of %i cents after a change of dates", (share, text) => {
  expect(plain(changedShare(share, 84_000))).toBe(text);
});

/** All sums of up to two parts that go together: nobody is given back more than they paid, and nothing contested has a share of half a cent. */
function* sums(): Generator<Money> {
  const upTo = (most: number) => [0, 1, 2].slice(0, most + 1);
  for (const paid of upTo(2)) {
    for (const refunded of upTo(paid))
      for (const contested of upTo(paid))
        for (const sent of upTo(paid).filter(
          (part) => !halved(part, { paid, refunded, contested }),
        ))
          for (const takenBack of upTo(sent))
            for (const owed of upTo(takenBack))
              yield money({ paid, refunded, contested, sent, takenBack, owed });
  }
  for (const authorised of [1, 2])
    for (const released of upTo(authorised)) yield money({ authorised, released });
}

/** Whether a share of a cent is split between what is contested and what is not. */
function halved(
  sent: number,
  { paid, refunded, contested }: Pick<Money, "paid" | "refunded" | "contested">,
): boolean {
  return paid === 2 && sent === 1 && contested > 0 && [refunded, contested].includes(1);
}

it.each([
  ["the buyer", buyersMoney],
  ["the buyer at the end", (told: Money) => buyersMoneyAtEnd(told, 0)],
  ["the buyer at the end, of what is due", (told: Money) => buyersMoneyAtEnd(told, told.sent)],
  ["the owner", (told: Money) => ownersMoney(told, 0)],
  ["the owner who loses", (told: Money) => ownersLoss(told, 0)],
  // Beside what is due, so few cents as are rounded are owed to nobody.
  [
    "the owner who loses, of what is due",
    (told: Money) => ownersLoss({ ...told, owed: 0 }, told.sent),
  ],
])("%s is told of a cent what they are told of any sum", (_, tell) => {
  const euros = (one: Money) =>
    money(Object.fromEntries(Object.entries(one).map(([name, sum]) => [name, sum * 100])));
  for (const one of sums()) {
    const ofEuros = tell(euros(one)).replaceAll(",00", "");
    const ofCents = tell(one).replaceAll("0,0", "");
    expect(ofCents, JSON.stringify(one)).toBe(ofEuros);
  }
});
