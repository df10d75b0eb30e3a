/** What a closing of today takes along, of accounts that former releases have closed. Each is safe to run again. */
import { trusted, type Types } from "mongoose";
import { inTransaction } from "~/platform/database.server";
import { parisDayOf } from "~/platform/days";
import { LedgerEntryModel } from "./ledger-entry";
import { ImageModel } from "./image";
import { LeftoverModel } from "./leftover";
import { MailModel } from "./mail";
import { FORGOTTEN_WORDS, ModerationDecisionModel } from "./moderation-decision";
import { ReportModel } from "./report";
import { TaxFactsModel } from "./tax-facts";
import { UserModel, type User } from "./user";
import { VenueModel } from "./venue";

type Closed = Required<Pick<User, "_id" | "deletedAt">>;

/** Tax facts as a former release kept them. */
interface Former {
  _id: Types.ObjectId;
  statementTo: string;
  keptAt?: Date;
}

const BATCH = 500;

/** Forgets what closed accounts left of themselves, and what told of reports that are no more. */
export async function forgetFormer(): Promise<void> {
  const closed = UserModel.find({ deletedAt: trusted({ $exists: true }) }, "deletedAt");
  for await (const batch of inBatches(closed.lean<Closed[]>().cursor())) {
    await forgetUndeclared(batch.map(({ _id }) => _id));
    await forgetWordsOfDecisions(batch);
    await leaveImages(batch.map(({ _id }) => _id));
  }
  await renameStatements();
  await forgetReportMails();
}

async function* inBatches<T>(found: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of found) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Their tax facts, and what the land register calls their venues: nothing is declared of who was never paid
 * (decision 031).
 */
async function forgetUndeclared(closed: readonly Types.ObjectId[]): Promise<void> {
  const factsOf = await TaxFactsModel.distinct("_id", { _id: trusted({ $in: closed }) });
  const referencesOf = await VenueModel.distinct("userId", {
    userId: trusted({ $in: closed }),
    cadastralReference: trusted({ $exists: true }),
  });
  const owners = [...factsOf, ...referencesOf];
  if (owners.length === 0) return;
  const paid = await LedgerEntryModel.distinct("owner", {
    owner: trusted({ $in: owners }),
    type: "transferred",
  });
  const wasPaid = new Set(paid.map(String));
  const unpaid = trusted({ $in: owners.filter((owner) => !wasPaid.has(owner.toString())) });
  await inTransaction(async (transaction) => {
    await TaxFactsModel.deleteMany({ _id: unpaid }).session(transaction);
    await VenueModel.updateMany({ userId: unpaid }, { $unset: { cadastralReference: 1 } }).session(
      transaction,
    );
  });
}

/**
 * The words of what was decided about them until they closed (decision 008), and their appeals that nobody has answered. What is
 * decided later, of a review that stays, say, is nobody's who could read it: the words are the office's.
 */
async function forgetWordsOfDecisions(closed: readonly Closed[]): Promise<void> {
  const there = trusted({ $exists: true });
  const unanswered = { appeal: there, "appeal.outcome": trusted({ $exists: false }) };
  const known = await ModerationDecisionModel.find(
    {
      person: trusted({ $in: closed.map(({ _id }) => _id) }),
      $or: [{ why: trusted({ $ne: FORGOTTEN_WORDS }) }, unanswered, { "photo.alt": there }],
    },
    "person at",
  ).lean();
  const closings = new Map(closed.map(({ _id, deletedAt }) => [_id.toString(), deletedAt]));
  const before = known.filter(({ person, at }) => person && at < closings.get(person.toString())!);
  if (before.length === 0) return;
  const of = { _id: trusted({ $in: before.map(({ _id }) => _id) }) };
  await inTransaction(async (transaction) => {
    await ModerationDecisionModel.updateMany(
      { ...of, ...unanswered },
      { $unset: { appeal: 1 } },
    ).session(transaction);
    await ModerationDecisionModel.updateMany(
      { ...of, appeal: there },
      { $set: { "appeal.text": FORGOTTEN_WORDS, "appeal.why": FORGOTTEN_WORDS } },
    ).session(transaction);
    await ModerationDecisionModel.updateMany(of, {
      $set: { why: FORGOTTEN_WORDS },
      $unset: { "photo.alt": 1 },
    }).session(transaction);
  });
}

/** Their images that were not erased yet: a closing of today leaves word of them (`Leftover`), and the job asks for no others'. */
async function leaveImages(closed: readonly Types.ObjectId[]): Promise<void> {
  const left = await ImageModel.distinct("owner", {
    owner: trusted({ $in: closed }),
    purpose: trusted({ $in: ["avatar", "venue"] as const }),
  });
  for (const account of left) {
    const images = { kind: "images" as const, account };
    await LeftoverModel.updateOne(images, { $setOnInsert: { at: new Date() } }, { upsert: true });
  }
}

/**
 * The address to which a closed account's last statements go had a field of its own, in which nothing looks any more: it has
 * the years that it is for beside it now, by which it goes once they are told.
 */
async function renameStatements(): Promise<void> {
  // The schema knows it no more, and refuses what it does not know.
  const former = TaxFactsModel.collection.find<Former>(
    { statementTo: { $exists: true } },
    { projection: { statementTo: 1, keptAt: 1 } },
  );
  for await (const { _id, statementTo: to, keptAt } of former) {
    const $unset = { statementTo: 1 } as const;
    await inTransaction(async (session) => {
      if (keptAt) {
        const statements = { to, ...yearsToTell(keptAt) };
        const without = { _id, statements: { $exists: false } };
        await TaxFactsModel.collection.updateOne(without, { $set: { statements } }, { session });
      }
      await TaxFactsModel.collection.updateOne({ _id }, { $unset }, { session });
    });
  }
}

/** Of which years the statements of an account are still to come that closes at `keptAt`: in February those of the year before may be. */
function yearsToTell(keptAt: Date): { first: string; last: string } {
  const day = parisDayOf(keptAt);
  const last = day.slice(0, 4);
  return { first: day.slice(5, 7) <= "02" ? String(Number(last) - 1) : last, last };
}

/** What said that a report had arrived, with the address of who made it: it goes with the report. */
async function forgetReportMails(): Promise<void> {
  const told = MailModel.find({ key: trusted({ $regex: "^report:" }) }, "key").lean();
  for await (const batch of inBatches(told.cursor())) {
    const reportOf = ({ key }: { key: string }) =>
      /^report:([0-9a-f]{24}):reporter$/.exec(key)?.[1];
    const ids = batch.flatMap((mail) => reportOf(mail) ?? []);
    // Read after the mails: who reports something now writes both at once.
    const reports = await ReportModel.distinct("_id", { _id: trusted({ $in: ids }) });
    const there = new Set(reports.map(String));
    const left = batch.filter((mail) => {
      const id = reportOf(mail);
      return id !== undefined && !there.has(id);
    });
    if (left.length === 0) continue;
    await inTransaction(async (transaction) => {
      await MailModel.deleteMany({ _id: trusted({ $in: left.map(({ _id }) => _id) }) }).session(
        transaction,
      );
    });
  }
}
