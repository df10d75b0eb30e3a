import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { Reservation } from "@models/reservation";
import { env } from "~/platform/env.server";
import { renderHtml, renderText } from "~/platform/mail/mail-layout";
import { dayLimits } from "~/rules/calendar";
import { NO_MONEY, PAYOUTS_HELD } from "~/rules/money-words";
import { OBLIGATION_SITES, OBLIGATIONS_TEXT } from "~/rules/obligations";
import { readSearch } from "~/venues/search-form";
import { clientName } from "./client-name";
import {
  TO_BUYER,
  TO_OWNER,
  type OwnersTelling,
  type Telling,
  type ReservationNews,
} from "./mail-contents.server";

/** Every mail about a reservation, whole: what both sides are told, in which order, and what its buttons do. */

const at = new Date("2027-06-01T10:00:00Z");
const reservation = {
  ...{ _id: new Types.ObjectId("0".repeat(24)), venueId: new Types.ObjectId("1".repeat(24)) },
  ...{ reference: "PDS-1", venueTitle: "Salle des Tilleuls", venueCity: "Rouen" },
  ...{ startDate: "2027-06-11", endDate: "2027-06-12", startSlot: "AM", endSlot: "PM" },
  ...{ period: "Day", units: 2, unitPrice: 48_000, subtotal: 96_000, fee: 12_000 },
  ...{ commission: 12_000, total: 108_000, ownerShare: 84_000, platformShare: 24_000 },
  ...{ policy: "modérée", status: "confirmed", answerBy: at, refunded: 0, history: [] },
  cardLast4: "4242",
  cancellation: { by: "owner", why: "Travaux", at, refund: 108_000 },
  grant: { refund: 54_000, why: "Chauffage en panne", at },
} as unknown as Reservation;
const telling: OwnersTelling = {
  ...{ reservation: { ...reservation, paidAt: at }, known: reservation },
  what: "Salle des Tilleuls (Rouen), du 11/06/2027 au 12/06/2027",
  buyerName: "Hugo L.",
  buyer: { name: "Hugo", lastname: "Lambert", email: "hugo@exemple.fr", phone: "0612345678" },
  owner: { name: "Marie", lastname: "Durand", entityName: "Les Tilleuls", email: "m@exemple.fr" },
  place: { street: "12 rue des Tilleuls", postalCode: "76000", city: "Rouen", arrival: "Au fond" },
  money: { ...NO_MONEY, paid: 108_000, refunded: 54_000, sent: 84_000, takenBack: 42_000 },
  ...{ due: 0, now: at },
};
const authorised = { ...NO_MONEY, authorised: 108_000 };
const unpaid: OwnersTelling = { ...telling, reservation, money: authorised };

/** Without what is this installation's own: its address, and its secret in the link to answer. */
const anywhere = (content: unknown) =>
  JSON.parse(
    JSON.stringify(content ?? null)
      .replaceAll(env.APP_URL, "")
      .replaceAll(env.CONTACT_EMAIL, "equipe@exemple.fr")
      .replace(/(?<="\/demandes\/)[\w-]+/g, "TOKEN"),
  ) as unknown;

describe.each(Object.keys({ ...TO_BUYER, ...TO_OWNER }) as ReservationNews[])("%s", (news) => {
  it.each([
    ["paid, half of it given back", telling],
    ["authorised", unpaid],
  ])("%s", (_what, about) => {
    expect({
      buyer: anywhere(TO_BUYER[news]?.(about)),
      owner: anywhere(TO_OWNER[news]?.(about)),
    }).toMatchSnapshot();
  });
});

it("has another subject for each of two venues of one title", () => {
  const subjectsIn = (venueCity: string) => {
    const about = { ...unpaid, reservation: { ...reservation, venueCity } };
    return [TO_BUYER, TO_OWNER].flatMap((table: typeof TO_OWNER) =>
      Object.values(table).map((write) => write(about)?.subject ?? ""),
    );
  };
  const cleon = subjectsIn("Cléon");
  for (const [place, subject] of subjectsIn("Boos").entries()) {
    if (subject) expect(subject).toContain("Salle des Tilleuls (Boos), ");
    expect(cleon[place]).toBe(subject.replace("Boos", "Cléon"));
  }
});

it("says at a place overseas by which time deadlines and days are, and nothing else", () => {
  const [deadline, days] = [" (heure de Paris)", " Les jours sont ceux de Paris."];
  const overseas = { ...unpaid, place: { ...telling.place!, postalCode: "97110" } };
  const toldOf = (table: typeof TO_OWNER, side: string) =>
    Object.entries(table).flatMap(([news, write]) => {
      const [here, there] = [write(unpaid), write(overseas)].map((one) => JSON.stringify(one));
      const isSame = there!.replaceAll(deadline, "").replaceAll(days, "");
      expect(isSame.replaceAll("97110", "76000")).toBe(here);
      const notes = [deadline, days].filter((note) => there!.includes(note));
      return notes.map((note) => `${news} to the ${side}:${note}`);
    });
  expect([...toldOf(TO_BUYER, "buyer"), ...toldOf(TO_OWNER, "owner")].sort()).toEqual([
    `accepted to the buyer:${days}`,
    `confirmed to the buyer:${days}`,
    `extended to the buyer:${deadline}`,
    `extended to the owner:${deadline}`,
    `pending to the buyer:${deadline}`,
    `pending to the owner:${deadline}`,
  ]);
});

it("an owner's client whose account is closed is named by their part", () => {
  const gone = { ...telling, buyerName: clientName(undefined) };
  const first = (news: ReservationNews) => TO_OWNER[news]?.(gone).paragraphs[0];
  expect([first("pending"), first("voided"), first("granted")]).toEqual([
    expect.stringMatching(/^Le client souhaite/),
    expect.stringMatching(/^La banque du client /),
    expect.stringMatching(/^Nous rendons au client /),
  ]);
});

describe("an owner who is banned", () => {
  const banned = { ...telling.owner, bannedAt: at };
  const toldOf = (news: ReservationNews, about: OwnersTelling = telling) =>
    TO_OWNER[news]!({ ...about, owner: banned });

  it.each([
    "pending",
    // Sent once more by the office.
    "extended",
  ] as const)(
    "%s: is asked for no answer that they cannot give, and told what comes of it",
    (news) => {
      const { subject, ...asked } = toldOf(news, unpaid);
      expect(subject).toBe(
        "Demande reçue\u00a0: Salle des Tilleuls (Rouen), du 11/06/2027 au 12/06/2027",
      );
      expect(asked.paragraphs[1]).toBe(
        "La demande ne peut pas être acceptée tant que votre compte est suspendu. Sans réponse, elle s’annule le 01/06/2027 à 12\u00a0h, sans débit.",
      );
      expect(JSON.stringify(asked)).not.toMatch(
        /Répondez|Vous avez jusqu|Chaque bouton|\/demandes\/[\w-]+\/accepter/,
      );
    },
  );

  it.each(["confirmed", "accepted", "contest_won"] as const)(
    "%s: is told that their share does not reach their bank for now",
    (news) => {
      const paid = { ...telling, money: { ...NO_MONEY, paid: 108_000, sent: 84_000 } };
      const about = toldOf(news, paid).paragraphs;
      expect(about).toContain(
        `Le client a payé 1\u202f080,00\u00a0€. Votre part est de 840,00\u00a0€. ${PAYOUTS_HELD}`,
      );
      expect(JSON.stringify(about)).not.toContain("vous est versée");
    },
  );

  it("is sent to no account that they cannot open, nor warned of requests that they cannot accept", () => {
    expect(JSON.stringify(toldOf("capture_refused"))).not.toContain("autre demande");
    expect(JSON.stringify(TO_OWNER.capture_refused!(telling))).toContain("autre demande");
  });
});

it("an owner whose payment is contested sends what proves the stay to an address that takes files", () => {
  const { paragraphs, isAnswerable } = TO_OWNER.contested!(telling);
  expect(paragraphs.at(-1)).toContain(env.CONTACT_EMAIL);
  expect(paragraphs.at(-1)).toContain("PDS-1");
  expect(isAnswerable).toBe(true);
});

it.each([
  ["contested", "conteste auprès de sa banque le paiement du"],
  ["contest_won", "maintient le paiement du"],
  ["charged_back", "lui a rendu la somme contestée sur le"],
] as const)("%s: of a supplement alone, its owner is told that it is that one", (news, words) => {
  const ofStay = TO_OWNER[news]!(telling);
  const ofSupplement = TO_OWNER[news]!({ ...telling, supplement: 37_500 });
  const supplement = `supplément de 375,00\u00a0€ pour ${telling.what}`;
  expect(ofSupplement.subject).toBe(ofStay.subject.replace(telling.what, supplement));
  expect(ofSupplement.paragraphs[0]).toContain(`${words} ${supplement}.`);
  expect(ofSupplement.paragraphs.slice(1)).toEqual(ofStay.paragraphs.slice(1));
});

it.each(["confirmed", "accepted", "granted"] as const)(
  "%s: tells its buyer what has yet to come back, as it tells its owner",
  (news) => {
    const about = { ...telling, due: 10_000 };
    expect(JSON.stringify(TO_BUYER[news]!(about))).toContain("100,00\u00a0€ vous sont dus");
    expect(JSON.stringify(TO_OWNER[news]!(about))).toContain("100,00\u00a0€ lui sont dus");
  },
);

describe("who is left without a venue", () => {
  const NEWS = [
    ...(["refused", "unanswered", "voided", "capture_refused", "payment_returned"] as const),
  ];
  /** What the listing that the mail leads to is narrowed down by. */
  const searched = (news: ReservationNews, about: Telling, now = about.now) =>
    readSearch(new URL(TO_BUYER[news]!(about).action!.url).searchParams, dayLimits(now));
  const over = { ...reservation, status: "cancelled" } as const;
  const left = { ...telling, reservation: over, known: over };

  it.each(NEWS)("%s: is led to others of the city on those days", (news) => {
    const { search, errors } = searched(news, left);
    expect(errors).toEqual({});
    expect(search).toMatchObject({ city: "Rouen", start: "2027-06-11", end: "2027-06-12" });
  });

  it("is led to others of the city alone once the days are here", () => {
    const now = new Date("2027-06-11T10:00:00Z");
    const { search, errors } = searched("refused", { ...left, now });
    expect(errors).toEqual({});
    expect(search.city).toBe("Rouen");
    expect(search.start).toBeUndefined();
  });
});

it.each(["pending", "confirmed", "accepted"] as const)(
  "%s says with whom the contract is, that nobody may withdraw from it, and where its terms are",
  (news) => {
    const seat = { street: "3 quai Neuf", postalCode: "76000", city: "Rouen", RNA: "W691234567" };
    const kind = { type: "Entités privés", role: "Association" } as const;
    const owner = { ...telling.owner, ...seat, ...kind };
    const text = JSON.stringify(TO_BUYER[news]!({ ...telling, owner }));
    expect(text).toContain(
      "Loué par Les Tilleuls (Association)\\n3 quai Neuf, 76000 Rouen\\nRNA W691234567",
    );
    expect(text).toContain("Pas de droit de rétractation");
    expect(text).toContain(`${env.APP_URL}/CGV`);
    expect(text).not.toContain("particulier");
    const { entityName: _, ...person } = owner;
    const privately = { ...telling, owner: { ...person, role: "Particulier" } as const };
    const told = JSON.stringify(TO_BUYER[news]!(privately));
    expect(told).toContain("Loué par Marie D. (Particulier)");
    expect(told).toContain("Ce propriétaire est un particulier");
    expect(told).not.toContain("quai Neuf");
  },
);

it.each(["refused", "cancelled"] as const)(
  "%s: an owner's reason is one paragraph and said to be theirs, whatever lines they typed",
  (news) => {
    const why = `Paiement non abouti.\r\n\n-- \n${env.BRAND_NAME}, réglez sous 24 h`;
    const cancellation = { ...reservation.cancellation!, why };
    const content = TO_BUYER[news]!({ ...unpaid, reservation: { ...reservation, cancellation } });
    const sender = { brand: env.BRAND_NAME, url: env.APP_URL, email: env.CONTACT_EMAIL };
    const told = `Motif donné par le propriétaire\u00a0: «\u00a0Paiement non abouti. -- ${env.BRAND_NAME}, réglez sous 24 h\u00a0»`;
    expect(renderText(content, sender).split("\n\n")).toContain(told);
    expect(renderHtml(content.subject, content, sender)).toContain(`>${told}</p>`);
  },
);

it.each(["buyer", "admin", "system"] as const)("a cancellation by the %s says so", (by) => {
  const cancellation = { ...reservation.cancellation!, by };
  const about = { ...telling, reservation: { ...reservation, cancellation } };
  expect(anywhere([TO_BUYER.cancelled!(about), TO_OWNER.cancelled!(about)])).toMatchSnapshot();
});

it.each(["confirmed", "accepted"] as const)(
  "%s tells its owner where it is said what their income entails, unless they are a public body",
  (news) => {
    const told = (owner: Partial<OwnersTelling["owner"]>) =>
      TO_OWNER[news]!({ ...telling, owner: { ...telling.owner, ...owner } }).paragraphs;
    for (const owner of [{}, { type: "Entités privés" } as const]) {
      expect(told(owner).at(-1)).toBe(OBLIGATIONS_TEXT);
    }
    for (const { url } of OBLIGATION_SITES) expect(OBLIGATIONS_TEXT).toContain(url);
    expect(told({ type: "Collectivité" })).not.toContain(OBLIGATIONS_TEXT);
  },
);
