import { trusted } from "mongoose";
import { CaseSettlementModel } from "@models/case-settlement";
import { LedgerDifferenceModel, type LedgerDifference } from "@models/ledger-difference";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { LEDGER_COMPARED_TO, SettingModel } from "@models/setting";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { NOT_SET } from "~/platform/not-set.server";
import { MOST_DAYS } from "./compared-days";
import { callStripe } from "./gateway.server";
import { MOVING_TYPES } from "./ledger-sums";
import { paymentsBehind, type PaymentBehind } from "./reservation-behind.server";
import { bookedMovement, type BookedMovement } from "./stripe-books";

/** Younger movements may still be on their way into the ledger. */
const SETTLED_MINUTES = 60;
/** Each night looks this far back again: a refund or a transfer may appear a little after its time. */
const USUAL_DAYS = 7;
/** How far back the first comparison goes. */
const FIRST_DAYS = 35;
/** Stripe dates a movement a little otherwise than the object that moved it. */
const MARGIN_MINUTES = DAY_MINUTES;
const CHUNK = 500;

type Found = Omit<LedgerDifference, "since" | "closedAt">;

/**
 * Compares the ledger with the movements of the platform's balance at Stripe, each by its id and to the
 * cent, and keeps the differences for a person to look at; one that is gone is closed. One day after the other: half a year
 * of movements is more than memory holds, and whatever ends it on the way leaves done what is done.
 *
 * @returns how many differences there are in what was compared
 */
export async function compareLedger(now: Date): Promise<number> {
  const { from, reached } = await startOf(now);
  const to = addMinutes(now, -SETTLED_MINUTES);
  const found = new Set<string>();
  const behind = paymentsBehind();
  const note = async (differences: readonly Found[]) => {
    await keep(differences, now);
    for (const { _id } of differences) found.add(_id);
  };
  /** What Stripe has on none of the days read so far: a refund without funds is booked whenever they come. */
  const awaited = new Map<string, Found>();
  let before = await movementsAtStripe(addMinutes(from, -MARGIN_MINUTES), from);
  await note(await missingOrOther(before, behind));
  let theirs = await movementsAtStripe(from, addMinutes(from, DAY_MINUTES));
  for (let start = from; start < to;) {
    const end = addMinutes(start, DAY_MINUTES);
    const after = await movementsAtStripe(end, addMinutes(end, MARGIN_MINUTES));
    const until = end < to ? end : to;
    await note(
      await missingOrOther(
        theirs.filter(({ at }) => at < to),
        behind,
      ),
    );
    const known = new Set([before, theirs, after].flat().map(({ id }) => id));
    for (const entry of await writtenDown(start, until)) {
      if (!known.has(entry._id)) awaited.set(entry._id, unknownToStripe(entry));
    }
    for (const id of known) awaited.delete(id);
    const oldest = [...awaited.values()].reduce((at, one) => (one.at < at ? one.at : at), until);
    await noteReached(Math.max(oldest.getTime(), reached));
    [before, theirs, start] = [theirs, after, end];
  }
  await note([...withoutGivenUp(awaited).values()]);
  await closeOthers(found, from, now);
  await noteReached(to.getTime(), now);
  return found.size;
}

/** The differences that are open, the oldest first. @param ids of those that are asked for */
export async function openDifferences(
  limit: number,
  skip = 0,
  ids?: readonly string[],
): Promise<LedgerDifference[]> {
  const asked = ids && { _id: trusted({ $in: [...ids] }) };
  return await LedgerDifferenceModel.find({ closedAt: NOT_SET, ...asked })
    .sort({ since: 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean();
}

/** How a difference is called where it is put away, and for what of it that holds: what changes brings it back. */
export function settlementOfDifference({
  _id,
  ledgerAmount,
  stripeAmount,
  since,
}: LedgerDifference): { key: string; mark: string } {
  // One that was over and is there anew is another one, of the same amounts too.
  const mark = `${ledgerAmount ?? "-"} ${stripeAmount ?? "-"} ${since.getTime()}`;
  return { key: `ledger:${_id}`, mark };
}

/** When the ledger was compared last; null: never. */
export async function lastComparison(): Promise<Date | null> {
  const setting = await SettingModel.findById(LEDGER_COMPARED_TO).lean();
  return setting?.updatedAt ?? null;
}

/** @param now once all was compared */
async function noteReached(value: number, now?: Date): Promise<void> {
  await SettingModel.updateOne(
    { _id: LEDGER_COMPARED_TO },
    { $set: { value, ...(now && { updatedAt: now }) } },
    { upsert: true },
  );
}

/**
 * Where a comparison begins: at what was never compared, and at what differed, to see whether it still does.
 *
 * @returns `reached`: up to where all was compared before
 */
async function startOf(now: Date): Promise<{ from: Date; reached: number }> {
  const compared = await SettingModel.findById(LEDGER_COMPARED_TO).lean();
  const earliest = earliestCompared(now);
  const oldest = await oldestThatWaits(earliest);
  const daysAgo = (days: number) => addMinutes(now, -days * DAY_MINUTES).getTime();
  const wanted = Math.min(
    daysAgo(USUAL_DAYS),
    compared ? Number(compared.value) : daysAgo(FIRST_DAYS),
    ...(oldest ? [oldest.getTime()] : []),
  );
  const from = new Date(Math.max(wanted, earliest.getTime()));
  return { from, reached: compared ? Number(compared.value) : 0 };
}

/** What moved before then no comparison looks at again. */
export function earliestCompared(now: Date): Date {
  return addMinutes(now, -MOST_DAYS * DAY_MINUTES);
}

/**
 * When the oldest difference is of that nobody put away as it is: one that was stays open for good, and each night would
 * go back to it. So it would to one from before `earliest`, which it does not reach.
 */
async function oldestThatWaits(earliest: Date): Promise<Date | null> {
  const reached = { closedAt: NOT_SET, at: trusted({ $gte: earliest }) };
  const open = LedgerDifferenceModel.find(reached).sort({ at: 1 }).lean();
  for await (const difference of open.cursor()) {
    const settled = await CaseSettlementModel.findById(`ledger:${difference._id}`, "mark").lean();
    const isPutAway = settled?.mark === settlementOfDifference(difference).mark;
    if (!isPutAway) return difference.at;
  }
  return null;
}

async function movementsAtStripe(from: Date, to: Date): Promise<BookedMovement[]> {
  const seconds = (at: Date) => Math.floor(at.getTime() / 1000);
  const created = { gte: seconds(from), lt: seconds(to) };
  return await callStripe(async (stripe) => {
    const movements: BookedMovement[] = [];
    for await (const booked of stripe.balanceTransactions.list({ created, limit: 100 })) {
      const movement = bookedMovement(booked);
      if (movement) movements.push(movement);
    }
    return movements;
  });
}

async function writtenDown(from: Date, to: Date): Promise<LedgerEntry[]> {
  return await LedgerEntryModel.find({
    at: trusted({ $gte: from, $lt: to }),
    type: trusted({ $in: MOVING_TYPES }),
  }).lean();
}

type Behind = ReturnType<typeof paymentsBehind>;

async function missingOrOther(theirs: readonly BookedMovement[], behind: Behind): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < theirs.length; start += CHUNK) {
    const chunk = theirs.slice(start, start + CHUNK);
    const ids = chunk.map(({ id }) => id);
    const entries = await LedgerEntryModel.find({ _id: trusted({ $in: ids }) }).lean();
    const known = new Map(entries.map((entry) => [entry._id, entry]));
    for (const { id: _id, amount: stripeAmount, source, ...movement } of chunk) {
      const entry = known.get(_id);
      if (entry?.amount === stripeAmount) continue;
      const ours = entry
        ? { ledgerAmount: entry.amount, reservation: entry.reservation }
        : await paymentOf(_id, () => behind(source));
      found.push({ _id, ...movement, stripeAmount, ...ours });
    }
  }
  return found;
}

/**
 * Whose a movement is that the ledger lacks, as was found when it was first missed, or as Stripe says. Where it does not answer
 * the next comparison asks again.
 */
async function paymentOf(
  id: string,
  ask: () => Promise<PaymentBehind | null>,
): Promise<Partial<PaymentBehind>> {
  const stored = await LedgerDifferenceModel.findById(id, PAYMENT).lean();
  const { reservation, record, paymentIntentId } = stored ?? {};
  if (!reservation || !record || !paymentIntentId) return (await ask()) ?? {};
  return { reservation, record, paymentIntentId };
}

const PAYMENT = "reservation record paymentIntentId";

/**
 * Without refunds that moved nothing at Stripe, and were written down as made and as come back: it books neither, and they come
 * to nothing.
 */
function withoutGivenUp(awaited: ReadonlyMap<string, Found>): Map<string, Found> {
  const left = new Map(awaited);
  for (const { _id, type, stripeId, ledgerAmount } of awaited.values()) {
    if (type !== "refund_failed") continue;
    const made = `refunded:${stripeId}`;
    if (awaited.get(made)?.ledgerAmount !== ledgerAmount) continue;
    left.delete(made);
    left.delete(_id);
  }
  return left;
}

function unknownToStripe({ _id, type, stripeId, amount, at, reservation }: LedgerEntry): Found {
  return { _id, type, stripeId, ledgerAmount: amount, at, reservation };
}

/** Writes the differences down, those of a day. */
async function keep(found: readonly Found[], now: Date): Promise<void> {
  if (found.length === 0) return;
  const ids = found.map(({ _id }) => _id);
  const stored = await LedgerDifferenceModel.find(
    { _id: trusted({ $in: ids }) },
    "closedAt",
  ).lean();
  const known = new Set(stored.filter(({ closedAt }) => !closedAt).map(({ _id }) => _id));
  for (const { _id, ...difference } of found) {
    const since = known.has(_id) ? {} : { since: now };
    if (!known.has(_id)) logger.error({ entry: _id, ...difference }, "ledger differs from Stripe");
    const gone = ["ledgerAmount", "stripeAmount"].filter((name) => !(name in difference));
    await LedgerDifferenceModel.updateOne(
      { _id },
      {
        $set: { ...difference, ...since },
        $unset: { closedAt: 1, ...Object.fromEntries(gone.map((name) => [name, 1])) },
      },
      { upsert: true },
    );
  }
}

/** Closes the differences of the time compared that are none any more: once all of it was, for one may have moved a day. */
async function closeOthers(still: ReadonlySet<string>, from: Date, now: Date): Promise<void> {
  const open = await LedgerDifferenceModel.find({ closedAt: NOT_SET }, "at").lean();
  for (const { _id, at } of open) {
    if (still.has(_id) || at < from) continue;
    await LedgerDifferenceModel.updateOne({ _id }, { $set: { closedAt: now } });
  }
}
