import mongoose, { type mongo } from "mongoose";
import type { Reservation } from "@models/reservation";
import { connectDatabase, disconnectDatabase } from "~/platform/database.server";
import { env } from "~/platform/env.server";
import { Refusal } from "~/platform/refusal";
import type { AnswerKind } from "~/bookings/answer/answer-page.server";
import { acceptRequest, refuseRequest } from "~/bookings/answer/answer-request.server";
import { expireRequests } from "~/bookings/answer/expire-requests.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { answerChange } from "~/bookings/change/answer-change.server";
import { changeDates, withdrawChange } from "~/bookings/change/change-dates.server";
import { expireChanges } from "~/bookings/change/expire-changes.server";
import { charge, chargeHeld } from "~/bookings/payment/charge.server";
import { expireHolds } from "~/bookings/payment/expire-holds.server";
import { handleEvent } from "~/bookings/payment/handle-event.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { startPayment } from "~/bookings/payment/start-payment.server";
import { syncReservation } from "~/bookings/payment/sync-reservation.server";
import { reserve } from "~/bookings/reserve/reserve.server";
import { leaveWish } from "~/bookings/waiting/leave-wish.server";
import { offerByLink, takeOffer, withdrawWish } from "~/bookings/waiting/answer-offer.server";
import { offerWishes } from "~/bookings/waiting/offer-wishes.server";
import { endReservations } from "~/bookings/record/transition.server";
import { receiveEvent } from "~/payments/receive-event.server";

/** What the simulated people and jobs do, as the product's own use cases. */
const ACTS = {
  reserve: (now: Date, stay: Stay) => reserve({ ...wanted(stay), now }).then(idOf),
  charge: (now: Date, { paymentMethodId, ...stay }: Stay & { paymentMethodId: string }) =>
    charge({ ...wanted(stay), paymentMethodId, now }).then(({ redirectUrl }) => redirectUrl),
  chargeHeld: (
    now: Date,
    { buyerId, ...held }: Held & { buyerId: string; paymentMethodId: string },
  ) => chargeHeld({ ...held, buyer: { id: buyerId }, now }).then(({ redirectUrl }) => redirectUrl),
  startPayment: (now: Date, payment: { reservationId: string; buyerId: string }) =>
    startPayment({ ...payment, now }),
  comeBack: (now: Date, { reservationId }: { reservationId: string }) =>
    syncReservation(reservationId, { now }).then(idOf),
  webhook: async (now: Date, { raw, signature }: { raw: string; signature: string }) => {
    const message = { endpoint: "platform", rawBody: raw, signature, now } as const;
    const event = await receiveEvent(message);
    if (event) await handleEvent(event, now);
    return "";
  },
  accept: (now: Date, answer: { reservationId: string; ownerId: string }) =>
    acceptRequest({ ...answer, now }).then(idOf),
  refuse: (now: Date, answer: { reservationId: string; ownerId: string }) =>
    refuseRequest({ ...answer, now }).then(idOf),
  cancel: (
    now: Date,
    { reservationId, ...by }: { reservationId: string; role: "buyer" | "owner"; userId: string },
  ) => cancelReservation({ reservationId, by, now }).then(idOf),
  changeDates: (
    now: Date,
    { startDate, endDate, ...own }: Dates & { reservationId: string; buyerId: string },
  ) => changeDates({ ...own, raw: { startDate, endDate }, now }).then(({ kind }) => kind),
  answerChange: (
    now: Date,
    {
      kind,
      asked,
      ...answer
    }: { kind: AnswerKind; asked: string; reservationId: string; ownerId: string },
  ) => answerChange(kind, { ...answer, now }, { asked }),
  withdrawChange: (now: Date, own: { reservationId: string; buyerId: string }) =>
    withdrawChange(own.reservationId, own.buyerId, now).then(idOf),
  expireChanges: (now: Date) => expireChanges(now).then(String),
  leaveWish: (now: Date, { startDate, endDate, venueId, buyerId }: Stay) =>
    leaveWish({ venueId, userId: buyerId, raw: { startDate, endDate }, now }).then(idOf),
  takeOffer: (now: Date, { token, userId }: { token: string; userId: string }) =>
    offerByLink(token, userId, now)
      .then((offered) => takeOffer(offered, now))
      .then(idOf),
  withdrawWish: (now: Date, { wishId, userId }: { wishId: string; userId: string }) =>
    withdrawWish(wishId, userId, now).then(() => wishId),
  offerWishes: (now: Date) => offerWishes(now).then(String),
  expireHolds: (now: Date) => expireHolds(now).then(String),
  expireRequests: (now: Date) => expireRequests(now).then(String),
  endReservations: (now: Date) => endReservations(now).then(String),
  reconcile: (now: Date) => reconcile(now).then(String),
} satisfies Record<string, (now: Date, terms: never) => Promise<string>>;

interface Dates {
  startDate: string;
  endDate: string;
}

interface Held {
  reservationId: string;
  venueId: string;
  expectedTotal: number;
}

interface Stay extends Dates {
  venueId: string;
  buyerId: string;
  requestKey: string;
}

export type ActName = keyof typeof ACTS;
/** What an act is told, besides the time. */
export type TermsOf<Name extends ActName> = Parameters<(typeof ACTS)[Name]>[1];

/** An act to do, at the simulation's time. */
export interface Order {
  number: number;
  name: ActName;
  now: number;
  terms?: unknown;
}

/** `done` says what came of it, `refused` the code; `failed` is nothing that people should meet. */
export type Outcome = { done: string } | { refused: string } | { failed: string };

/** A session of the database, by its id, in which a transaction may be open. */
export interface Opened {
  session: string;
}

function wanted({ buyerId, ...stay }: Stay) {
  return { ...stay, buyer: { id: buyerId } };
}

const idOf = (reservation: Pick<Reservation, "_id"> | null) => reservation?._id.toString() ?? "";

async function outcomeOf({ name, now, terms }: Order): Promise<Outcome> {
  const act = ACTS[name] as (now: Date, terms: unknown) => Promise<string>;
  try {
    return { done: await act(new Date(now), terms) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.code };
    return { failed: error instanceof Error ? String(error.stack) : String(error) };
  }
}

process.on("message", (order: Order) => {
  void outcomeOf(order).then((outcome) => process.send?.({ number: order.number, outcome }));
});
process.on("disconnect", () => void disconnectDatabase());

/** Tells of each of its database's sessions, before the first transaction in it can be left open by a kill. */
function tellSessions(): void {
  const told = new Set<string>();
  mongoose.connection.getClient().on("commandStarted", ({ command }) => {
    if (!command.startTransaction) return;
    const session = (command.lsid as { id: mongo.Binary }).id.toUUID().toHexString();
    if (!told.has(session)) process.send?.({ session } satisfies Opened);
    told.add(session);
  });
}

await connectDatabase(`${env.MONGODB_URI}&monitorCommands=true`);
tellSessions();
process.send?.("ready");
