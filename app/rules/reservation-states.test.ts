import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ACTORS,
  RESERVATION_STATES,
  type Actor,
  type ReservationState,
} from "@models/enumerations";
import {
  canCancel,
  holdsDays,
  isCalledOff,
  isLet,
  label,
  mayCause,
  next,
  nounOf,
  TO_COME_STATES,
  tone,
  TRANSITIONS,
  wasAnswered,
  type ReservationEvent,
} from "./reservation-states";

const EVENTS = [
  "authorise",
  "capture",
  "join",
  "void",
  "expire",
  "abandon",
  "accept",
  "refuse",
  "timeOut",
  "cancel",
  "settle",
  "end",
] as const satisfies readonly ReservationEvent[];

/** Written out by hand from the product's decisions: whatever is not here is refused. */
const ALLOWED: Record<string, readonly [ReservationState, ...Actor[]] | undefined> = {
  "hold authorise": ["pending", "system"],
  "hold capture": ["confirmed", "system"],
  "hold join": ["joined", "system"],
  "hold void": ["dead", "system"],
  "hold expire": ["dead", "system"],
  "hold abandon": ["dead", "buyer"],
  "pending accept": ["capturing", "owner"],
  "pending refuse": ["cancelling", "owner"],
  "pending timeOut": ["cancelling", "system"],
  "pending cancel": ["cancelling", "buyer", "owner", "admin", "system"],
  "pending capture": ["confirmed", "system"],
  "pending void": ["cancelled", "system"],
  "capturing capture": ["confirmed", "system"],
  "capturing void": ["cancelled", "system"],
  "confirmed cancel": ["cancelling", "buyer", "owner", "admin", "system"],
  "confirmed end": ["ended", "system"],
  "cancelling settle": ["cancelled", "system"],
};

const REFUSED: readonly [null, ...Actor[]] = [null];

describe("the table", () => {
  for (const state of RESERVATION_STATES) {
    for (const event of EVENTS) {
      const [to, ...actors] = ALLOWED[`${state} ${event}`] ?? REFUSED;
      it(`${state} + ${event} → ${to ?? "refused"}`, () => {
        expect(next(state, event)).toBe(to);
        for (const actor of ACTORS) {
          expect(mayCause(state, event, actor)).toBe(actors.includes(actor));
        }
      });
    }
  }

  it("has one transition for a state and an event", () => {
    expect(TRANSITIONS).toHaveLength(Object.keys(ALLOWED).length);
    const keys = TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("ends in every final state, and only there", () => {
    const hasWayOut = (state: ReservationState) => EVENTS.some((event) => next(state, event));
    expect(RESERVATION_STATES.filter((state) => !hasWayOut(state))).toEqual([
      "dead",
      "cancelled",
      "ended",
      "joined",
    ]);
  });

  it("never takes freed days again and never comes back to a state it has left", () => {
    const step = fc.constantFrom(...EVENTS);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (events) => {
        let state: ReservationState = "hold";
        const seen = new Set<ReservationState>([state]);
        for (const event of events) {
          const following = next(state, event);
          if (following === null) continue;
          expect(seen.has(following)).toBe(false);
          if (!holdsDays(state)) expect(holdsDays(following)).toBe(false);
          seen.add(following);
          state = following;
        }
      }),
    );
  });

  it("lets what is final happen once, whoever is first: accept, refuse, cancel, time out", () => {
    for (const first of ["accept", "refuse", "cancel", "timeOut"] as const) {
      const state = next("pending", first);
      for (const second of ["accept", "refuse", "cancel", "timeOut"] as const) {
        expect(state && next(state, second)).toBeNull();
      }
    }
  });
});

describe("canCancel", () => {
  it("is for what waits for an answer and what is confirmed", () => {
    const states = RESERVATION_STATES.filter((state) => canCancel(state));
    expect(states).toEqual(["pending", "confirmed"]);
    for (const actor of ACTORS) {
      expect(RESERVATION_STATES.filter((state) => canCancel(state, actor))).toEqual(states);
    }
  });
});

describe("what is called off", () => {
  it("is so from the decision on, before its money is back", () => {
    expect(RESERVATION_STATES.filter(isCalledOff).sort()).toEqual(["cancelled", "cancelling"]);
  });
});

describe("where days are let", () => {
  it("is what was confirmed and not called off", () => {
    expect(RESERVATION_STATES.filter(isLet)).toEqual(["confirmed", "ended"]);
  });
});

describe("what is to come", () => {
  it("is what holds its days and is neither over nor called off", () => {
    const isOver = (state: ReservationState) => state === "ended" || isCalledOff(state);
    const toCome = RESERVATION_STATES.filter((state) => holdsDays(state) && !isOver(state));
    expect([...TO_COME_STATES].sort()).toEqual(toCome.sort());
  });
});

describe("what people see", () => {
  it.each([
    ["hold", "Paiement en cours", "attente"],
    ["pending", "En attente", "attente"],
    ["capturing", "En attente", "attente"],
    ["confirmed", "Confirmée", "ok"],
    ["ended", "Terminée", "depasse"],
    ["cancelling", "Annulée", "annule"],
    ["cancelled", "Annulée", "annule"],
    ["dead", "Annulée", "annule"],
    ["joined", "Payée", "ok"],
  ] as const)("%s is shown as %s", (state, text, colour) => {
    expect(label(state)).toBe(text);
    expect(tone(state)).toBe(colour);
  });

  it("is a request until it is confirmed, and what is over was", () => {
    expect(RESERVATION_STATES.map((state) => `${state}: ${nounOf(state)}`).sort()).toEqual([
      "cancelled: demande",
      "cancelling: demande",
      "capturing: demande",
      "confirmed: réservation",
      "dead: demande",
      "ended: réservation",
      "hold: demande",
      "joined: demande",
      "pending: demande",
    ]);
  });

  it("frees the days of what is cancelled or dead, and of what has left them to another, only", () => {
    const free = ["dead", "cancelled", "joined"];
    expect(RESERVATION_STATES.filter((state) => !holdsDays(state))).toEqual(free);
  });
});

it.each([
  ["a yes", "pending system, capturing owner, confirmed system", true],
  ["a no, after more time", "pending system, pending owner, cancelling owner", true],
  ["nothing in time", "pending system, pending owner, cancelling system", false],
  ["a buyer's second thought", "pending system, cancelling buyer", false],
  ["what asked for no answer", "confirmed system, cancelling owner", false],
])("a request that was answered: %s", (_, steps, answered) => {
  const history = steps.split(", ").map((step) => {
    const [state, by] = step.split(" ") as [ReservationState, Actor];
    return { state, by, at: new Date(0), why: "Essai" };
  });
  expect(wasAnswered({ history })).toBe(answered);
});
