import type { ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { cancelReservation } from "~/bookings/cancel/cancel-reservation.server";
import { formatEuros } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { viewerMay } from "~/platform/permissions";
import type { RequestSession } from "~/platform/session.server";
import type { Viewer } from "~/platform/viewer.server";
import { wasCalledOffBy, type CancelPreview } from "~/rules/cancellation";
import { actorOf, confirmActor, leavesOwnMatter, mayAct, type Actor } from "../audit/actor.server";
import { recordAct, type Act } from "../audit/record-act.server";

interface Cancellation {
  actor: Actor;
  reservationId: string;
  /** Kept in the log; absent where a call said none. */
  why?: string;
  /** The administrator's own; not needed for a while once given. */
  password: string | undefined;
  /** The dates that the page said, as it said them. */
  expectedStay?: string;
  /** Cents that it said are given back. */
  expectedAmount?: number;
  now: Date;
}

/**
 * Calls a reservation of others off for the platform: everything that was paid goes back, and both sides are
 * told. Should Stripe not answer, the reconciliation goes on with it. Called off for the platform before, it stays so.
 *
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "forbidden" | "not_found" |
 *   "not_cancellable" | "change_outdated" | "refund_changed" | "own_matter")
 */
export async function cancelForPlatform({
  actor,
  reservationId,
  why,
  password,
  expectedStay,
  expectedAmount,
  now,
}: Cancellation): Promise<Reservation> {
  await confirmActor(actor, password, now);
  try {
    return await cancelReservation({
      reservationId,
      by: { role: "admin", userId: actor.id },
      expectedStay,
      expectedAmount,
      alongside: cancellationLogged({ actor, reservationId, why, now }),
      now,
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "not_cancellable") throw error;
    const reservation = await ReservationModel.findById(reservationId).lean();
    // Pressed twice, it is called off.
    if (!reservation || !wasCalledOffBy(reservation, "admin")) throw error;
    return reservation;
  }
}

/**
 * What stands beside a cancellation of the platform's, in the transaction that decides it: that it was, by whom and why.
 * What Stripe does of it later, or not, leaves that as it is. A buyer who works in the office does not give themself more
 * than the policy does.
 *
 * @throws Refusal("forbidden" | "own_matter"), in that transaction
 */
export function cancellationLogged({
  actor,
  reservationId,
  why,
  now,
}: Pick<Cancellation, "reservationId" | "now"> & Pick<Act, "actor"> & { why: string | undefined }) {
  return async ({ kind, amount }: CancelPreview, transaction: ClientSession): Promise<void> => {
    const after = kind === "refund" ? `${formatEuros(amount)} à rendre` : "rien n’était débité";
    const said = why === undefined ? {} : { why };
    await recordAct(
      {
        actor,
        act: "reservation.cancel",
        target: reservationId,
        ...said,
        after: `annulée, ${after}`,
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "reservations.cancel", transaction);
    await leavesOwnBooking(actor, reservationId, transaction);
  };
}

/** @throws Refusal("own_matter") */
async function leavesOwnBooking(
  actor: Pick<Actor, "id">,
  reservationId: string,
  transaction: ClientSession | null,
): Promise<void> {
  const bought = await ReservationModel.findById(reservationId, "userId")
    .session(transaction)
    .lean();
  const buyer = bought?.userId.toString();
  await leavesOwnMatter(actor, buyer, "reservations.cancel", transaction);
}

/**
 * What calling a reservation off for the platform would give back, as its page says it before; one that is called off has
 * nothing to ask.
 *
 * @throws Refusal("not_found" | "not_cancellable" | "own_matter")
 */
export async function platformCancelPreview(
  reservationId: string,
  viewer: Pick<Actor, "id">,
  now: Date,
): ReturnType<typeof cancelPage> {
  const by = { role: "admin", userId: viewer.id } as const;
  const shown = await cancelPage(reservationId, by, now);
  await leavesOwnBooking(viewer, reservationId, null);
  return shown;
}

/**
 * What comes first where a call that calls off a reservation names somebody else, as an administrator's may: nothing, for
 * it is the platform that does, in the log by an entry of its own, and both sides are told.
 */
export const forThePlatform = () => Promise.resolve(() => Promise.resolve());

/** How an administrator whose role allows it calls off reservations of others by a call; null for others. */
export function cancellerOfAny(call: {
  viewer: Viewer;
  input: { currentPassword?: string; why?: string };
  session: RequestSession;
  requestId: string;
  ip: string;
  now: Date;
}): ((reservationId: string) => Promise<Reservation>) | null {
  const { viewer, input, now } = call;
  if (!viewerMay(viewer, "reservations.cancel")) return null;
  const { currentPassword: password, why } = input;
  return (reservationId) =>
    cancelForPlatform({ actor: actorOf(call), reservationId, why, password, now });
}
