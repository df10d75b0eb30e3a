import { enqueue } from "@jobs/queue";
import { UserModel, type User } from "@models/user";
import { inTransaction } from "~/platform/database.server";
import { Refusal } from "~/platform/refusal";
import { closeAccount } from "~/offboarding/close-account.server";
import { inTheWay } from "~/offboarding/departure-obstacles.server";
import { unansweredOf, type Unanswered } from "~/offboarding/unanswered.server";
import { confirmActor, leavesOwnMatter, mayShutOut } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { asSeen, cancelComing, comingReservations } from "./cancel-coming.server";
import type { Decision } from "./decision.server";
import { mailDeleted } from "./shut-out-mails.server";

/**
 * Deletes an account as its holder could: personal data is anonymised, venues are withdrawn, reservations
 * stay for the books. The person is told why, by the last mail that their address is used for.
 *
 * @param request.cancelComing calls reservations to come off first; otherwise they keep the account
 * @param request.seen what the page said of them (`comingSeen`)
 * @param request.isAsked the person asked for it, and has proved to be who they are: what is known of their address alone
 *   goes too, and with the account their appeals end
 * @throws Refusal("password_required" | "wrong_password" | "too_many" | "not_found" | "own_account" | "forbidden" |
 *   "role_required" | "appeal_open" | "coming_changed" | "own_matter" | "reservations_left" | "money_awaited" | "unavailable")
 */
export async function deleteUser(
  request: Decision & { cancelComing: boolean; seen?: string; isAsked?: boolean },
): Promise<void> {
  const { actor, userId, why, password, now, isAsked = false } = request;
  await confirmActor(actor, password, now);
  const user = await UserModel.findById(userId, "email isAdmin deletedAt").lean<
    Pick<User, "_id" | "email" | "isAdmin" | "deletedAt">
  >();
  if (!user || user.deletedAt) throw new Refusal("not_found");
  // Before anything is called off; the closing asks again, in its transaction.
  await inTransaction((transaction) => mayShutOut(actor, user, "people.delete", transaction));
  if (!isAsked) leavesNoAppeal(await unansweredOf(user, null));
  if (request.cancelComing) {
    // What nobody can call off would keep the account all the same, once everything else is.
    if ((await inTheWay(userId, now)).awaited.length > 0) throw new Refusal("money_awaited");
    const known = asSeen(await comingReservations(userId, now), request.seen);
    // One's own booking at their venue is a colleague's to call off, and would be left.
    if (known.some(({ userId: buyer }) => buyer.toString() === actor.id))
      await leavesOwnMatter(actor, actor.id, "reservations.cancel", null);
    await cancelComing({ actor, userId, why, known, now });
  }
  await orReservationsLeft(() =>
    closeAccount(userId, now, {
      isAddressProved: isAsked,
      async within(transaction, former) {
        await recordAct(
          {
            actor,
            act: "user.delete",
            target: userId,
            why,
            before: former.bannedAt ? "banni" : "actif",
            after: "supprimé",
            at: now,
          },
          transaction,
        );
        await mayShutOut(actor, former, "people.delete", transaction);
        if (!isAsked) leavesNoAppeal(former.unanswered);
        const isProved = former.isVerified || isAsked;
        await mailDeleted({ ...former, isProved }, why, now, transaction);
        await request.alongside?.(transaction);
      },
    }),
  );
  await enqueue("send-mails");
}

/**
 * Somebody else than who took a decision reads what is said against it: whoever took it does not end that by a deletion.
 *
 * @throws Refusal("appeal_open")
 */
function leavesNoAppeal({ appealed }: Unanswered): void {
  if (appealed.length > 0) throw new Refusal("appeal_open");
}

/** Says of somebody else's account what `closeAccount` says to its holder. */
async function orReservationsLeft(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "account_in_use") throw error;
    throw new Refusal("reservations_left", { cause: error });
  }
}
