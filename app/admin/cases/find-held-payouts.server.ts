import { trusted } from "mongoose";
import { PAYOUT_HOLDS, type PayoutHold } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { DAY_MINUTES, addMinutes, formatDay, parisDayOf } from "~/platform/days";
import { fullName } from "../words/person";
import { CASES_OF_A_KIND, casePath, type FoundCase, type Sought } from "./case-file";

/** For how many days Stripe keeps what it does not pay out, in France. */
const KEPT_DAYS = 90;
/** So many days after a ban somebody decides what becomes of it: so that thirty are left for that. */
const UNDECIDED_DAYS = 60;

/**
 * Accounts whose ban is so old that what Stripe keeps on them has to be decided of, those that were closed meanwhile too; the one
 * banned longest ago comes first. A ban that is lifted ends it.
 */
export async function heldPayouts(
  { skip, ids }: Sought,
  now: Date = new Date(),
): Promise<FoundCase[]> {
  const end = skip + CASES_OF_A_KIND;
  const before = addMinutes(now, -UNDECIDED_DAYS * DAY_MINUTES);
  // One state at a time, or the embedded engine would look through all users.
  const found = await Promise.all(PAYOUT_HOLDS.map((hold) => bannedBefore(before, hold, end, ids)));
  const users = found.flat().sort((a, b) => a.bannedAt!.getTime() - b.bannedAt!.getTime());
  return users.slice(skip, end).map((user) => {
    const bannedAt = user.bannedAt!;
    const key = `payout:${user._id.toString()}`;
    const isHeld = user.payoutHold === "held";
    return {
      key,
      kind: "payout",
      title: `${user.entityName ?? fullName(user)}\u00a0: versements ${isHeld ? "retenus" : "pas encore retenus"}`,
      context: `${standingOf(user)} ${isHeld ? HELD : NOT_HELD}`,
      href: casePath(key),
      since: bannedAt,
      deadline: addMinutes(bannedAt, KEPT_DAYS * DAY_MINUTES),
      amount: null,
      // Another ban is another case.
      mark: String(bannedAt.getTime()),
    };
  });
}

async function bannedBefore(
  before: Date,
  payoutHold: PayoutHold,
  most: number,
  ids: readonly string[] | undefined,
) {
  return await UserModel.find(
    {
      ...{ payoutHold, bannedAt: trusted({ $lt: before }) },
      ...(ids && { _id: trusted({ $in: ids }) }),
    },
    "name lastname entityName bannedAt deletedAt payoutHold",
  )
    .sort({ bannedAt: 1, _id: 1 })
    .limit(most)
    .lean();
}

function standingOf({ bannedAt, deletedAt }: Pick<User, "bannedAt" | "deletedAt">): string {
  const banned = `Compte banni le ${formatDay(parisDayOf(bannedAt!))}`;
  return deletedAt ? `${banned}, puis fermé.` : `${banned}.`;
}

const HELD = `Stripe garde ${KEPT_DAYS}\u00a0jours au plus ce qu’il ne verse pas\u00a0: décidez avant ce que cet argent devient.`;

const NOT_HELD =
  "Stripe n’a pas confirmé qu’il ne verse plus rien, ou ne montre plus ce compte à la plateforme\u00a0: cherchez chez Stripe ce qu’il en est.";
