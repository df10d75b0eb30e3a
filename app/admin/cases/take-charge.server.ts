import { Types } from "mongoose";
import { CaseChargeModel } from "@models/case-charge";
import { isDuplicateKey } from "~/platform/database.server";
import { Refusal } from "~/platform/web/refusal";

interface Charge {
  adminId: string;
  /** The case's key. */
  key: string;
  now: Date;
}

/**
 * An administrator sees to a case from now on; one that nobody has.
 *
 * @throws Refusal("case_taken") when somebody else was first
 */
export async function takeCase({ adminId, key, now }: Charge): Promise<void> {
  try {
    await CaseChargeModel.create({ _id: key, admin: new Types.ObjectId(adminId), since: now });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const charge = await CaseChargeModel.findById(key).lean();
    if (charge?.admin.toString() !== adminId) throw new Refusal("case_taken");
  }
}

/**
 * An administrator sees to a case that a colleague had, who is away or asks them to; the queue shows it to both.
 *
 * @param from whose it was when it was read
 * @throws Refusal("case_taken") when somebody else has it by now
 */
export async function takeCaseOver({ from, ...charge }: Charge & { from: string }): Promise<void> {
  const { matchedCount } = await CaseChargeModel.updateOne(
    { _id: charge.key, admin: new Types.ObjectId(from) },
    { $set: { admin: new Types.ObjectId(charge.adminId), since: charge.now } },
  );
  // Given back in between, it is anybody's.
  if (matchedCount === 0) await takeCase(charge);
}

/** Gives a case back to the team; one of somebody else's stays theirs. */
export async function giveCaseBack({ adminId, key }: Omit<Charge, "now">): Promise<void> {
  await CaseChargeModel.deleteOne({ _id: key, admin: new Types.ObjectId(adminId) });
}
