import type { SecondFactor } from "@models/second-factor";
import type { User } from "@models/user";
import { sealSecret } from "~/accounts/totp.server";
import { DEMO_SECOND_FACTOR } from "./accounts";

/** The demo's administrators are past enrolment, all with one secret that everybody may know. */
export function makeSecondFactors(users: readonly User[], now: Date): SecondFactor[] {
  return users
    .filter(({ isAdmin }) => isAdmin)
    .map(({ _id }) => ({
      _id,
      sealedSecret: sealSecret(DEMO_SECOND_FACTOR, _id.toString()),
      lastStep: 0,
      recoveryHashes: [],
      enrolledAt: now,
    }));
}
