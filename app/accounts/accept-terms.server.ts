import { UserModel } from "@models/user";
import { NOT_SET } from "~/platform/not-set.server";
import { TERMS_SINCE } from "~/rules/terms";

/** Notes that somebody accepts the conditions as they stand: once, for what was accepted first counts. */
export async function acceptTerms(userId: string, now: Date): Promise<void> {
  await UserModel.updateOne(
    { _id: userId, termsAcceptedAt: NOT_SET },
    { $set: { termsAcceptedAt: now, termsVersion: TERMS_SINCE } },
  );
}
