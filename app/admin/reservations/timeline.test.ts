import { Types } from "mongoose";
import { describe, expect, it } from "vitest";
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import { balanceOf } from "~/payments/balance";
import {
  actEvents,
  balanceLines,
  countsOf,
  ledgerEvents,
  mailEvents,
  stateEvents,
  timelineOf,
  webhookEvents,
} from "./timeline";

const at = (text: string) => new Date(text);
const id = new Types.ObjectId();

function entry(type: LedgerType, amount: number, when: string): LedgerEntry {
  const stripeId = `id_${type}`;
  return {
    _id: `${type}:${stripeId}`,
    ...{ reservation: id, buyer: id, owner: id, type, amount, stripeId, at: at(when) },
  };
}

describe("timelineOf", () => {
  const same = "2026-11-12T17:04:00Z";
  const events = [
    ...mailEvents(
      [
        {
          _id: id,
          to: "nadia@exemple.fr",
          subject: "Réservation confirmée",
          status: "failed" as const,
          attempts: 5,
          lastError: "boîte pleine",
          createdAt: at(same),
        },
      ],
      () => true,
    ),
    ...ledgerEvents([
      entry("captured", 5_000, same),
      entry("refunded", 2_000, "2026-11-12T23:30:00Z"),
    ]),
    ...stateEvents([{ state: "confirmed", at: at(same), by: "system", why: "Paiement reçu" }]),
  ];

  it("tells by the days of Paris, and at one instant the state before its money and its mail", () => {
    const told = timelineOf(events).map(({ day, events: of }) => [day, of.map(({ kind }) => kind)]);
    expect(told).toEqual([
      ["Jeudi 12 novembre 2026", ["etat", "registre", "email"]],
      ["Vendredi 13 novembre 2026", ["registre"]],
    ]);
  });

  it("counts each kind", () => {
    expect(countsOf(events)).toEqual({ etat: 1, registre: 2, email: 1, webhook: 0, acte: 0 });
  });

  it("says what failed, to whom, and lets it be sent again", () => {
    const [day] = timelineOf(events);
    expect(day?.events[2]).toMatchObject({
      title: "«\u00a0Réservation confirmée\u00a0»\u00a0: non remis",
      detail:
        "À nadia@exemple.fr, 5 essais, abandonné. Dernière réponse\u00a0: «\u00a0boîte pleine\u00a0».",
      failed: true,
      mailAgain: id.toString(),
    });
  });
});

describe("stateEvents", () => {
  it.each([
    ["owner", "Refusée par le propriétaire\u00a0: La salle est prise."],
    ["owner", "Acceptée par le propriétaire", "Acceptée par le propriétaire."],
    ["buyer", "Annulée par le client", "Annulée par le client."],
    ["owner", "Désolée\u00a0!", "Par le propriétaire\u00a0: Désolée\u00a0!"],
    [
      "owner",
      "Fuite\u00a0: payée par le client",
      "Par le propriétaire\u00a0: Fuite\u00a0: payée par le client.",
    ],
    [
      "buyer",
      "Dates changées par le client, supplément payé",
      "Dates changées par le client, supplément payé.",
    ],
    [
      "admin",
      "Annulation demandée par le client",
      "Par la plateforme\u00a0: Annulation demandée par le client.",
    ],
    [
      "owner",
      "Annulation demandée par le client",
      "Par le propriétaire\u00a0: Annulation demandée par le client.",
    ],
    ["system", "Paiement reçu", "Automatiquement\u00a0: Paiement reçu."],
  ] as const)("says once who it was, and ends once: %s, %s", (by, why, told: string = why) => {
    const [event] = stateEvents([{ state: "cancelled", at: new Date(0), by, why }]);
    expect(event?.detail).toBe(told);
  });
});

describe("ledgerEvents", () => {
  it("ends each entry with what it left where, and marks what it moved", () => {
    const [, refund] = ledgerEvents([
      entry("captured", 5_000, "2026-11-12T10:00:00Z"),
      entry("refunded", 2_000, "2026-11-13T10:00:00Z"),
    ]);
    expect(refund?.title).toBe("20,00\u00a0€ rendus à l’acheteur");
    expect(refund?.balance?.map(({ label, moved }) => [label, moved])).toEqual([
      ["Payé", false],
      ["Propriétaire", false],
      ["Plateforme", true],
      ["Remboursé", true],
    ]);
    expect(balanceLines(balanceOf([])).some(({ moved }) => moved)).toBe(false);
  });

  it.each<[LedgerType, boolean]>([
    ["authorised", false],
    ["released", false],
    ["captured", false],
    ["transferred", false],
    ["fee", false],
    ["refunded", false],
    ["refund_failed", true],
    ["transfer_reversed", false],
    ["fee_refunded", false],
    ["disputed", true],
    ["dispute_withdrawn", true],
    ["dispute_reinstated", false],
    ["dispute_closed", false],
  ])("marks what went wrong: %s, %s", (type, failed) => {
    const [event] = ledgerEvents([entry(type, 5_000, "2026-11-12T10:00:00Z")]);
    expect(event?.failed).toBe(failed);
  });
});

it("an event that was not handled is a failure", () => {
  const event = {
    _id: "evt_1",
    type: "charge.refunded",
    endpoint: "platform",
    objectId: "pi_1",
  } as const;
  const told = webhookEvents([
    { ...event, receivedAt: at("2026-11-12T10:00:00Z") },
    {
      ...event,
      _id: "evt_2",
      receivedAt: at("2026-11-12T10:00:00Z"),
      handledAt: at("2026-11-12T10:00:01Z"),
    },
  ]);
  expect(told.map(({ failed }) => failed)).toEqual([true, false]);
});

it("an act says by whom, from what to what, and why", () => {
  const [told] = actEvents([
    {
      id: "1",
      at: at("2026-11-12T10:00:00Z"),
      title: "Délai de réponse prolongé",
      admin: "Malik Diarra",
      about: null,
      before: "le 12",
      after: "le 13",
      why: "Gardien joint",
      requestId: "req-1",
    },
  ]);
  expect(told).toMatchObject({
    detail: "Par Malik Diarra. Le 12, puis le 13.",
    why: "Gardien joint",
  });
});

it("an act about a case says about which", () => {
  const [told] = actEvents([
    {
      id: "1",
      at: at("2026-11-12T10:00:00Z"),
      title: "Dossier classé",
      admin: "Malik Diarra",
      about: "Paiement à voir refund_refused:pi_1",
      before: "Paiement à voir",
      after: null,
      why: "Virement fait",
      requestId: "req-1",
    },
  ]);
  expect(told).toMatchObject({
    detail: "Par Malik Diarra. Paiement à voir refund_refused:pi_1.",
    why: "Virement fait",
  });
});
