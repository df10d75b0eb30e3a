import { trusted, Types, type ClientSession } from "mongoose";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { openDisputesOf } from "~/payments/ledger-money.server";
import { dueBeside } from "~/payments/due-back.server";
import { casesOf } from "~/payments/payment-cases.server";
import { formatInstant, todayInParis } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { awaitedOf } from "~/rules/money-words";
import { label, TO_COME_STATES } from "~/rules/reservation-states";
import { bookedVenueName } from "~/rules/venue-name";

/** A reservation for which an account is still needed. */
export interface Obstacle {
  reference: string;
  /** 'Salle des Tilleuls (Rouen)' */
  venue: string;
  /** 'du 11/06/2027 au 13/06/2027' */
  period: string;
  /** 'Confirmée'; of an offer of a waiting list, which is in no list, that it is one */
  state: string;
}

export interface DepartureObstacles {
  /** The account's own reservations. */
  asBuyer: Obstacle[];
  /** Those on its venues, without the ones whose payment is not done: owners do not see them. */
  asOwner: Obstacle[];
  /** Until when the latter hold their days, at the latest: '26/11/2026 à 12 h'; null for none. */
  heldUntil: string | null;
  /** Those of either side that are over, and whose money is not where it belongs yet; the state says what is awaited. */
  awaited: Obstacle[];
  isFree: boolean;
}

/** The reservations that keep an account, by what can be done about them. */
export interface InTheWay {
  /** To come, or with money under way: its own, and those on its venues, the next first. */
  bought: Reservation[];
  received: Reservation[];
  /** As in `DepartureObstacles`: nobody can call these off. */
  awaited: Obstacle[];
}

/**
 * What keeps an account from being closed: reservations to come, its own and those on its venues, and
 * those whose money is still on its way. Stored states count, not effective ones: while a deadline
 * has passed without its job, money may still move. So does a refund that is owed, whatever the state, a payment
 * that a person has to see to, and a dispute: without the account nobody could be written to about it.
 */
export async function departureObstacles(
  userId: string,
  now: Date,
  transaction?: ClientSession,
): Promise<DepartureObstacles> {
  const { bought, received, awaited } = await inTheWay(userId, now, transaction);
  const seen = received.filter(({ status }) => status !== "hold");
  return {
    asBuyer: bought.map(toObstacle),
    asOwner: seen.map(toObstacle),
    heldUntil: heldUntil(received),
    awaited,
    isFree: bought.length + received.length + awaited.length === 0,
  };
}

/**
 * Until when days are held at the latest for people who have not paid: they are at it, or were offered the days by a
 * waiting list. Null for none.
 */
export function heldUntil(reservations: readonly Reservation[]): string | null {
  const ends = reservations
    .filter(({ status }) => status === "hold")
    .map(({ holdUntil, createdAt }) => (holdUntil ?? createdAt).getTime());
  return ends.length > 0 ? formatInstant(new Date(Math.max(...ends))) : null;
}

/** What keeps an account, told from all of its own reservations and no others. */
export async function inTheWay(
  userId: string,
  now: Date,
  transaction?: ClientSession,
): Promise<InTheWay> {
  const id = new Types.ObjectId(userId);
  const bought = await sortedOut({ userId: id }, now, transaction);
  const received = await sortedOut({ ownerId: id }, now, transaction);
  return {
    bought: bought.needed,
    received: received.needed,
    awaited: [...bought.awaited, ...received.awaited],
  };
}

/** So many of what is over are in memory at once: somebody may have tens of thousands, of which hardly one is in the way. */
const BATCH = 500;

async function sortedOut(
  whose: { userId: Id } | { ownerId: Id },
  now: Date,
  transaction: ClientSession | undefined,
): Promise<{ needed: Reservation[]; awaited: Obstacle[] }> {
  const isNeeded = stillNeededAt(now);
  const needed: Reservation[] = [];
  const awaited: Obstacle[] = [];
  let over: Reservation[] = [];
  const all = ReservationModel.find(whose, "-history")
    .sort({ startDate: 1 })
    .session(transaction ?? null)
    .lean();
  for await (const one of all.cursor({ batchSize: BATCH })) {
    if (isNeeded(one)) needed.push(one);
    else over.push(one);
    if (over.length < BATCH) continue;
    awaited.push(...(await moneyAwaited(over, transaction)));
    over = [];
  }
  awaited.push(...(await moneyAwaited(over, transaction)));
  return { needed, awaited };
}

/**
 * Of what is over, the reservations of which a refund is owed, a payment waits for a person, or the payer's bank has not
 * decided for good: until then what was let may have to be shown, and both sides are told. Of one that it decided for the payer,
 * the ledger says closed while it may be appealed; the deadline says that. A case that somebody put away waits no more: its refund
 * was paid otherwise, or cannot be.
 */
export async function moneyAwaited(
  over: readonly Reservation[],
  transaction: ClientSession | undefined,
): Promise<Obstacle[]> {
  const ids = over.map(({ _id }) => _id);
  const cases = await casesOf(ids, transaction);
  const disputes = await openDisputesOf(ids, transaction);
  return over.flatMap((reservation) => {
    const own = cases.filter((one) => one.reservation.equals(reservation._id));
    const owed = awaitedOf(dueBeside(reservation, own));
    const contested = disputes.get(reservation._id.toString());
    const isDecided = contested === undefined && reservation.disputeDueBy === undefined;
    if (owed === 0 && isDecided && !own.some(({ isWaiting }) => isWaiting)) return [];
    const obstacle = toObstacle(reservation);
    const what = awaitedWords(reservation, owed, contested);
    return [{ ...obstacle, state: `${obstacle.state}, ${what}` }];
  });
}

/** @param contested the cents that the payer's bank holds while it decides, of an inquiry none; absent: it decides nothing */
function awaitedWords(
  { disputeDueBy, supplementTo }: Reservation,
  owed: number,
  contested: number | undefined,
): string {
  if (owed > 0) return `${formatEuros(owed)} encore à rendre`;
  if (contested) return `${formatEuros(contested)} contestés auprès de la banque`;
  if (contested === 0) return "une contestation est à l’étude auprès de la banque";
  if (!disputeDueBy) return "un paiement reste à régler";
  // Of a supplement the ledger is its reservation's: whether that dispute is open is said there.
  return supplementTo
    ? "une réponse est attendue par la banque"
    : "un appel est possible auprès de la banque";
}

/**
 * The reservations to come of an account or a venue, and those whose money is still on its way, the next first. What
 * is over is told apart here: a filter of two kinds would be held against the reservations of all others.
 */
export async function stillNeededOf(
  whose: StillNeededOf,
  now: Date,
  transaction?: ClientSession,
): Promise<Reservation[]> {
  // The index on buyers has another field before the state, and a buyer's own are few.
  const states = "userId" in whose ? {} : { status: trusted({ $in: STILL_NEEDED }) };
  const found = await ReservationModel.find({ ...whose, ...states })
    .sort({ startDate: 1 })
    .session(transaction ?? null)
    .lean();
  return found.filter(stillNeededAt(now));
}

function stillNeededAt(now: Date): (reservation: Reservation) => boolean {
  const today = todayInParis(now);
  return ({ status, endDate }) =>
    STILL_NEEDED.includes(status) && (status !== "confirmed" || endDate >= today);
}

const STILL_NEEDED: readonly ReservationState[] = [...TO_COME_STATES, "cancelling"];
type Id = Reservation["_id"];
type StillNeededOf =
  | { userId: Id | { $in: readonly Id[] } }
  | { ownerId: Id | { $in: readonly Id[] } }
  | { venueId: Id };

/** A reservation as a list of obstacles names it. */
export function toObstacle(reservation: Reservation): Obstacle {
  const { reference, status, offer } = reservation;
  const isOffered = status === "hold" && offer !== undefined;
  return {
    reference,
    venue: bookedVenueName(reservation),
    period: formatPeriod(periodOf(reservation)),
    state: isOffered ? "Gardée pour vous par la liste d’attente" : label(status),
  };
}
