/** Who sees to a case: each change of hands is an act in the log. */
import { Types, type ClientSession } from "mongoose";
import { CaseChargeModel } from "@models/case-charge";
import { inTransaction } from "~/platform/database.server";
import { viewerMay, type Officer } from "~/platform/permissions";
import { Refusal } from "~/platform/refusal";
import { mayAct, officersIn, type Actor } from "../audit/actor.server";
import { recordAct, type Act } from "../audit/record-act.server";
import { kindOfKey } from "../words/case-kinds";
import { CASE_PERMISSIONS, holds, SHOWN_OF_A_KIND, type FoundCase } from "./case-file";
import { casesOf, findCase, isFoundByKey, isPutAway } from "./find-cases.server";
import { linesOf, type CaseLine } from "./list-cases.server";

interface Charge {
  actor: Actor;
  /** The case's key. */
  key: string;
  now: Date;
}

/**
 * An administrator sees to a case from now on; one that nobody has, and that their role may deal with.
 *
 * @throws Refusal("case_taken" | "not_found" | "forbidden"); the first when somebody else was first
 */
export async function takeCase(charge: Charge): Promise<void> {
  const found = await caseOf(charge.key);
  await inTransaction((transaction) => take(charge, found, transaction));
}

/** A case of a colleague's, as it is asked about before it is taken over. */
export interface ColleaguesCase extends Pick<CaseLine, "key" | "title"> {
  charge: NonNullable<CaseLine["charge"]>;
}

/**
 * @returns null where no colleague has it by now
 * @throws Refusal("not_found" | "forbidden"); the latter where the officer's role may not deal with it
 */
export async function colleaguesCase(
  viewer: Officer & { id: string },
  key: string,
  now: Date,
): Promise<ColleaguesCase | null> {
  const found = await caseOf(key);
  if (!viewerMay(viewer, CASE_PERMISSIONS[found.kind])) throw new Refusal("forbidden");
  const [line] = await linesOf([found], viewer.id, now);
  const charge = line?.charge;
  return charge && !charge.isMine ? { key, title: found.title, charge } : null;
}

/**
 * An administrator sees to a case that a colleague had, who is away or asks them to; the queue shows it to both.
 *
 * @param from whose it was when it was read
 * @throws Refusal("case_taken" | "not_found" | "forbidden"); the first when somebody else has it by now
 */
export async function takeCaseOver({ from, ...charge }: Charge & { from: string }): Promise<void> {
  const found = await caseOf(charge.key);
  await inTransaction(async (transaction) => {
    const { actor, key, now } = charge;
    // Given back in between, it is anybody's; taken over twice, it is theirs already.
    if (from === actor.id || (await chargedWith(key, found, transaction)) !== from) {
      await take(charge, found, transaction);
      return;
    }
    await write(charge, { act: "case.take-over", before: from, after: actor.id }, transaction);
    const admin = new Types.ObjectId(actor.id);
    await CaseChargeModel.updateOne({ _id: key }, { $set: { admin, since: now } }).session(
      transaction,
    );
  });
}

/** Gives a case back to the team; one of somebody else's stays theirs. @throws Refusal("forbidden") */
export async function giveCaseBack(charge: Charge): Promise<void> {
  await inTransaction(async (transaction) => {
    const { actor, key } = charge;
    const charged = await CaseChargeModel.findById(key).session(transaction).lean();
    if (charged?.admin.toString() !== actor.id) return;
    await write(charge, { act: "case.give-back" }, transaction);
    await CaseChargeModel.deleteOne({ _id: key }).session(transaction);
  });
}

/**
 * A case that the queue shows; or, of a kind that can be put away alone, one that it has no place for.
 *
 * @throws Refusal("not_found") once it is none any more: there is nothing to see to, and nothing would ever end its charge
 */
async function caseOf(key: string): Promise<FoundCase> {
  const kind = kindOfKey(key);
  if (!kind) throw new Refusal("not_found");
  // By itself where that can be: lists of disputes are kept for a while.
  const found = isFoundByKey(kind)
    ? await findCase(key)
    : (await casesOf(kind, SHOWN_OF_A_KIND)).find((one) => one.key === key);
  if (!found) throw new Refusal("not_found");
  return found;
}

async function take(charge: Charge, found: FoundCase, transaction: ClientSession): Promise<void> {
  const { actor, key, now } = charge;
  const holder = await chargedWith(key, found, transaction);
  if (holder === actor.id) return;
  if (holder !== null) throw new Refusal("case_taken");
  // Since it was found, which ended its charge: nothing would end another one.
  if (await isPutAway(found, transaction)) throw new Refusal("not_found");
  await write(charge, { act: "case.take" }, transaction);
  const admin = new Types.ObjectId(actor.id);
  await CaseChargeModel.updateOne(
    { _id: key },
    { $set: { admin, since: now } },
    { upsert: true, session: transaction },
  );
}

/**
 * The id of whoever has a case, and is in the office still. Of two who take it at once, the log's head lets one write,
 * and the other reads again.
 */
async function chargedWith(
  key: string,
  found: FoundCase,
  transaction: ClientSession,
): Promise<string | null> {
  const charge = await CaseChargeModel.findById(key).session(transaction).lean();
  if (!charge || !holds(charge, found)) return null;
  const officers = await officersIn(transaction);
  return officers.some(({ _id }) => _id.equals(charge.admin)) ? charge.admin.toString() : null;
}

async function write(
  { actor, key, now }: Charge,
  what: Pick<Act, "act" | "before" | "after">,
  transaction: ClientSession,
): Promise<void> {
  const kind = kindOfKey(key);
  if (!kind) throw new Refusal("not_found");
  await recordAct({ actor, target: key, at: now, ...what }, transaction);
  await mayAct(actor, "cases.take", transaction);
  // Who gives one back may have had another role when they took it.
  if (what.act !== "case.give-back") await mayAct(actor, CASE_PERMISSIONS[kind], transaction);
}
