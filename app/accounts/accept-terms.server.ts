import { trusted } from "mongoose";
import { UserModel } from "@models/user";
import { TERMS_SINCE } from "~/rules/terms";

/** Notes that somebody accepts the conditions as they stand: once, for what was accepted first counts. */
export async function acceptTerms(userId: string, now: Date): Promise<void> {
  await UserModel.updateOne(
    { _id: userId, termsAcceptedAt: trusted({ $exists: false }) },
    { $set: { termsAcceptedAt: now, termsVersion: TERMS_SINCE } },
  );
}
