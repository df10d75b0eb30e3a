import { describe, expect, it } from "vitest";
import { RESERVATION_STATES } from "@models/enumerations";
import {
  afterTheirCause,
  lostWords,
  movementWords,
  stepWords,
  wordsToCome,
  type Step,
} from "./history-words";
import { PARTS } from "./other-side";
import { keptReason, UNANSWERED_BY_OWNER } from "./reason";

const step = (fields: Partial<Step>): Step => ({
  ...{ state: "hold", by: "buyer", why: "Essai", from: null },
  ...fields,
});

describe("what happened", () => {
  it.each([
    [step({}), "Vous choisissez ces dates.", "Hugo L. choisit ces dates."],
    [
      step({ by: "system" }),
      "Ces dates se sont libérées et vous sont gardées, par la liste d’attente.",
      "Ces dates se sont libérées et sont gardées pour Hugo L., par la liste d’attente.",
    ],
    [
      step({ state: "capturing", by: "owner" }),
      "Hugo L. accepte la demande.",
      "Vous acceptez la demande.",
    ],
    [
      step({ state: "cancelling", by: "owner", from: "pending" }),
      "Hugo L. refuse.",
      "Vous refusez.",
    ],
    [
      step({ state: "cancelling", by: "owner", from: "confirmed" }),
      "Hugo L. annule.",
      "Vous annulez.",
    ],
    [step({ state: "cancelling", from: "pending" }), "Vous annulez.", "Hugo L. annule."],
    [
      step({ state: "cancelling", by: "system", why: "Sans réponse" }),
      "Sans réponse\u00a0: la demande est annulée.",
      "Sans réponse\u00a0: la demande est annulée.",
    ],
    [
      step({ state: "cancelling", by: "system", why: UNANSWERED_BY_OWNER, from: "pending" }),
      "Sans réponse du propriétaire dans le délai\u00a0: la demande est annulée.",
      "Sans réponse de votre part dans le délai\u00a0: la demande est annulée.",
    ],
    [
      step({ state: "cancelling", by: "admin", from: "pending" }),
      "Nous annulons la demande.",
      "Nous annulons la demande.",
    ],
    [
      step({ state: "cancelling", by: "admin", from: "confirmed" }),
      "Nous annulons la réservation.",
      "Nous annulons la réservation.",
    ],
    [step({ state: "cancelled", by: "system", from: "cancelling" }), null, null],
    [
      step({ state: "pending" }),
      "Votre demande est transmise au propriétaire.",
      "Hugo L. envoie sa demande.",
    ],
  ])("%j", (happened, buyers, owners) => {
    expect(stepWords(happened, "buyer", "Hugo L.")).toBe(buyers);
    expect(stepWords(happened, "owner", "Hugo L.")).toBe(owners);
  });

  it.each([
    ["confirmed", "La réservation est confirmée."],
    ["cancelled", "La demande est annulée\u00a0: le paiement n’a pas abouti."],
    ["ended", "La location est terminée."],
    ["joined", "Le supplément est payé."],
    ["dead", "Ces dates ne sont plus gardées."],
  ] as const)("is told alike to both sides: %s", (state, words) => {
    for (const side of ["buyer", "owner"] as const) {
      expect(stepWords(step({ state, by: "system" }), side, "Hugo L.")).toBe(words);
    }
  });

  const dates = { from: "le 11/06/2027", to: "le 12/06/2027" };
  it.each([
    [
      "asked" as const,
      "Vous demandez d’autres dates\u00a0: le 12/06/2027.",
      "Hugo L. demande d’autres dates\u00a0: le 12/06/2027.",
    ],
    [
      "changed" as const,
      "Les dates sont changées\u00a0: le 12/06/2027 (avant\u00a0: le 11/06/2027).",
      "Les dates sont changées\u00a0: le 12/06/2027 (avant\u00a0: le 11/06/2027).",
    ],
    [
      "refused" as const,
      "Hugo L. refuse les dates demandées, le 12/06/2027. Motif\u00a0: «\u00a0Essai\u00a0»",
      "Vous refusez les dates demandées, le 12/06/2027. Motif\u00a0: «\u00a0Essai\u00a0»",
    ],
    [
      "unanswered" as const,
      "Sans réponse, les dates demandées, le 12/06/2027, ne sont plus gardées.",
      "Sans réponse, les dates demandées, le 12/06/2027, ne sont plus gardées.",
    ],
    [
      "agreed" as const,
      "Hugo L. accepte les dates demandées, le 12/06/2027\u00a0: le supplément est à payer.",
      "Vous acceptez les dates demandées, le 12/06/2027\u00a0: le supplément est à payer.",
    ],
    [
      "unpaid" as const,
      "Sans paiement du supplément, les dates acceptées, le 12/06/2027, ne sont plus gardées.",
      "Sans paiement du supplément, les dates acceptées, le 12/06/2027, ne sont plus gardées.",
    ],
    [
      "outdated" as const,
      "La réservation a changé entre-temps\u00a0: les dates demandées, le 12/06/2027, ne sont plus gardées.",
      "La réservation a changé entre-temps\u00a0: les dates demandées, le 12/06/2027, ne sont plus gardées.",
    ],
    [
      "unpayable" as const,
      "Le supplément ne pouvait pas être payé\u00a0: les dates acceptées, le 12/06/2027, ne sont plus gardées.",
      "Le supplément ne pouvait pas être payé\u00a0: les dates acceptées, le 12/06/2027, ne sont plus gardées.",
    ],
    [
      "withdrawn" as const,
      "Vous renoncez aux dates demandées, le 12/06/2027.",
      "Hugo L. renonce aux dates demandées, le 12/06/2027.",
    ],
  ])("to the dates: %s", (name, buyers, owners) => {
    const happened = step({ state: "confirmed", dates: { step: name, ...dates } });
    expect(stepWords(happened, "buyer", "Hugo L.")).toBe(buyers);
    expect(stepWords(happened, "owner", "Hugo L.")).toBe(owners);
  });

  it("of dates that were refused without a reason none is told", () => {
    const why = keptReason(undefined);
    const happened = step({ state: "confirmed", why, dates: { step: "refused", ...dates } });
    expect(stepWords(happened, "buyer", "Hugo L.")).toBe(
      "Hugo L. refuse les dates demandées, le 12/06/2027.",
    );
  });

  it("is told of who has closed their account since", () => {
    const told = (happened: Step) => [
      stepWords(happened, "buyer", PARTS.owner),
      stepWords(happened, "owner", PARTS.buyer),
    ];
    expect(told(step({}))[1]).toBe("Le client choisit ces dates.");
    expect(told(step({ by: "system" }))[1]).toContain("sont gardées pour le client");
    expect(told(step({ state: "cancelling", by: "owner", from: "confirmed" }))[0]).toBe(
      "Le propriétaire annule.",
    );
    const asked = step({ state: "confirmed", dates: { step: "asked", ...dates } });
    expect(told(asked)[1]).toMatch(/^Le client demande/);
  });

  it("has words for every state", () => {
    for (const state of RESERVATION_STATES) {
      expect(stepWords(step({ state }), "buyer", "Hugo L.")).toMatch(/\S\.$/);
    }
  });
});

describe("what moved", () => {
  it.each([
    [
      "authorised",
      "1,00 € sont réservés sur votre carte.",
      "1,00 € sont réservés sur la carte du client.",
    ],
    ["released", "1,00 € sont libérés, sans débit.", "1,00 € sont libérés, sans débit."],
    ["captured", "1,00 € sont débités.", "1,00 € sont débités au client."],
    ["refunded", "1,00 € vous sont remboursés.", "1,00 € sont remboursés au client."],
    [
      "refund_failed",
      "La banque a renvoyé un remboursement de 1,00 €.",
      "La banque a renvoyé un remboursement de 1,00 €.",
    ],
    [
      "disputed",
      "1,00 € sont contestés auprès de votre banque.",
      "1,00 € sont contestés auprès de la banque du client.",
    ],
    [
      "dispute_reinstated",
      "Votre banque maintient le paiement de 1,00 €.",
      "La banque du client maintient le paiement de 1,00 €.",
    ],
  ] as const)("tells people that money was %s, and whose card or bank it is", (type, ...told) => {
    const read = (["buyer", "owner"] as const).map((side) =>
      movementWords(type, 100, side)?.replace("\u00a0", " "),
    );
    expect(read).toEqual(told);
  });

  it.each(["transferred", "fee", "transfer_reversed", "fee_refunded", "dispute_closed"] as const)(
    "keeps to itself that money was %s",
    (type) => {
      expect(movementWords(type, 100, "buyer")).toBeNull();
    },
  );
});

describe("the order of what happened", () => {
  const at = (moment: string) => new Date(`2026-11-23T16:54:${moment}Z`);

  it("has what money moved after what set it in motion, within one of its seconds", () => {
    const steps = [
      { id: "hold", state: "hold", at: at("08.400") },
      { id: "confirmed", state: "confirmed", at: at("08.900") },
      { id: "cancelling", state: "cancelling", at: at("31.300") },
      { id: "cancelled", state: "cancelled", at: at("31.700") },
    ] as const;
    const movements = [
      { id: "captured", at: at("08.000") },
      { id: "refunded", at: at("31.000") },
    ];
    const all = [...steps, ...afterTheirCause(movements, steps)];
    const sorted = all.sort((a, b) => a.at.getTime() - b.at.getTime());
    expect(sorted.map(({ id }) => id)).toEqual([
      "hold",
      "captured",
      "confirmed",
      "cancelling",
      "refunded",
      "cancelled",
    ]);
  });

  it("has what other dates bring or cost after they were changed, and what ends nothing moves nothing", () => {
    const dates = { step: "changed", from: "le 11/06/2027", to: "le 12/06/2027" } as const;
    const steps = [
      { state: "confirmed", at: at("08.400"), dates },
      { state: "confirmed", at: at("31.700") },
    ] as const;
    const movements = [{ at: at("08.000") }, { at: at("31.000") }];
    expect(afterTheirCause(movements, steps)).toEqual([{ at: at("08.400") }, { at: at("31.000") }]);
  });
});

it("what the payer’s bank gave back is told to both sides", () => {
  expect(lostWords(108_000, "buyer")).toBe(
    "1\u202f080,00\u00a0€ vous reviennent, par décision de votre banque.",
  );
  expect(lostWords(108_000, "owner")).toBe(
    "1\u202f080,00\u00a0€ reviennent au client, par décision de sa banque.",
  );
});

describe("what is to come", () => {
  const answerBy = new Date("2027-06-02T10:00:00Z");
  const dates = {
    startDate: "2027-06-11",
    endDate: "2027-06-13",
    length: "3\u00a0jours",
    answerBy,
  };

  it.each([
    ["pending", "buyer", [[answerBy, "Réponse de Hugo L. au plus tard."]]],
    ["pending", "owner", [[answerBy, "Votre réponse au plus tard."]]],
    [
      "confirmed",
      "buyer",
      [
        ["2027-06-11", "Votre événement, sur 3\u00a0jours."],
        ["2027-06-14", "Vous pouvez donner votre avis."],
      ],
    ],
    ["confirmed", "owner", [["2027-06-11", "L’événement de Hugo L., sur 3\u00a0jours."]]],
    ["ended", "buyer", []],
    ["cancelled", "buyer", []],
    ["hold", "buyer", []],
  ] as const)("of what is %s the %s reads", (state, side, lines) => {
    const told = wordsToCome({ ...dates, state }, side, "Hugo L.");
    expect(told.map(({ at, text }) => [at, text])).toEqual(lines);
  });

  it("names whoever begins with a vowel as French does", () => {
    const told = (["pending", "confirmed"] as const).map(
      (state, index) => wordsToCome({ ...dates, state }, index ? "owner" : "buyer", "Anaïs M.")[0]!,
    );
    expect(told.map(({ text }) => text)).toEqual([
      "Réponse d’Anaïs M. au plus tard.",
      "L’événement d’Anaïs M., sur 3\u00a0jours.",
    ]);
  });
});
