import { trusted } from "mongoose";
import { LedgerDifferenceModel, type LedgerDifference } from "@models/ledger-difference";
import { LedgerEntryModel, type LedgerEntry } from "@models/ledger-entry";
import { LEDGER_COMPARED_TO, SettingModel } from "@models/setting";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { callStripe } from "./gateway.server";
import { MOVING_TYPES } from "./ledger-sums";
import { bookedMovement, type BookedMovement } from "./stripe-books";

const DAY_MINUTES = 24 * 60;
/** Younger movements may still be on their way into the ledger. */
const SETTLED_MINUTES = 60;
/** Each night looks this far back again: a refund or a transfer may appear a little after its time. */
const USUAL_DAYS = 7;
/** How far back the first comparison goes, and how far any goes. */
const FIRST_DAYS = 35;
const MOST_DAYS = 180;
/** Stripe dates a movement a little otherwise than the object that moved it. */
const MARGIN_MINUTES = DAY_MINUTES;
const CHUNK = 500;

const STILL_OPEN = trusted({ $exists: false });

type Found = Omit<LedgerDifference, "since" | "closedAt">;

/**
 * Compares the ledger with the movements of the platform's balance at Stripe, each by its id and to the
 * cent, and keeps the differences for a person to look at; one that is gone is closed.
 *
 * @returns how many differences there are in what was compared
 */
export async function compareLedger(now: Date): Promise<number> {
  const from = await startOf(now);
  const to = addMinutes(now, -SETTLED_MINUTES);
  const theirs = await movementsAtStripe(addMinutes(from, -MARGIN_MINUTES));
  const ours = await writtenDown(from, to);
  const found = [
    ...(await missingOrOther([...theirs.values()].filter(({ at }) => at < to))),
    ...ours.filter(({ _id }) => !theirs.has(_id)).map(unknownToStripe),
  ];
  await keep(found, from, now);
  await SettingModel.updateOne(
    { _id: LEDGER_COMPARED_TO },
    { $set: { value: to.getTime(), updatedAt: now } },
    { upsert: true },
  );
  return found.length;
}

/** The differences that are open, the oldest first. */
export async function openDifferences(
  limit: number,
  skip = 0,
  id?: string,
): Promise<LedgerDifference[]> {
  return await LedgerDifferenceModel.find({ closedAt: STILL_OPEN, ...(id && { _id: id }) })
    .sort({ since: 1, _id: 1 })
    .skip(skip)
    .limit(limit)
    .lean();
}

/** When the ledger was compared last; null: never. */
export async function lastComparison(): Promise<Date | null> {
  const setting = await SettingModel.findById(LEDGER_COMPARED_TO).lean();
  return setting?.updatedAt ?? null;
}

/** Where a comparison begins: at what was never compared, and at what differed, to see whether it still does. */
async function startOf(now: Date): Promise<Date> {
  const compared = await SettingModel.findById(LEDGER_COMPARED_TO).lean();
  const oldest = await LedgerDifferenceModel.find({ closedAt: STILL_OPEN }, "at")
    .sort({ at: 1 })
    .limit(1)
    .lean();
  const daysAgo = (days: number) => addMinutes(now, -days * DAY_MINUTES).getTime();
  const wanted = Math.min(
    daysAgo(USUAL_DAYS),
    compared ? Number(compared.value) : daysAgo(FIRST_DAYS),
    ...oldest.map(({ at }) => at.getTime()),
  );
  return new Date(Math.max(wanted, daysAgo(MOST_DAYS)));
}

async function movementsAtStripe(since: Date): Promise<Map<string, BookedMovement>> {
  const gte = Math.floor(since.getTime() / 1000);
  return await callStripe(async (stripe) => {
    const movements = new Map<string, BookedMovement>();
    for await (const booked of stripe.balanceTransactions.list({ created: { gte }, limit: 100 })) {
      const movement = bookedMovement(booked);
      if (movement) movements.set(movement.id, movement);
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

async function missingOrOther(theirs: readonly BookedMovement[]): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < theirs.length; start += CHUNK) {
    const chunk = theirs.slice(start, start + CHUNK);
    const ids = chunk.map(({ id }) => id);
    const entries = await LedgerEntryModel.find({ _id: trusted({ $in: ids }) }).lean();
    const known = new Map(entries.map((entry) => [entry._id, entry]));
    for (const { id: _id, amount: stripeAmount, ...movement } of chunk) {
      const entry = known.get(_id);
      if (entry?.amount === stripeAmount) continue;
      const ours = entry && { ledgerAmount: entry.amount, reservation: entry.reservation };
      found.push({ _id, ...movement, stripeAmount, ...ours });
    }
  }
  return found;
}

function unknownToStripe({ _id, type, stripeId, amount, at, reservation }: LedgerEntry): Found {
  return { _id, type, stripeId, ledgerAmount: amount, at, reservation };
}

/** Writes the differences down, and closes those of the time compared that are none any more. */
async function keep(found: readonly Found[], from: Date, now: Date): Promise<void> {
  const open = await LedgerDifferenceModel.find({ closedAt: STILL_OPEN }).lean();
  const known = new Set(open.map(({ _id }) => _id));
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
  const still = new Set(found.map(({ _id }) => _id));
  for (const { _id, at } of open) {
    if (still.has(_id) || at < from) continue;
    await LedgerDifferenceModel.updateOne({ _id }, { $set: { closedAt: now } });
  }
}
