/** What an owner is told whom Stripe does not pay any more. */
import type { ClientSession } from "mongoose";
import { halfOpenRange } from "@models/engine";
import { MailModel, type Mail } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { env } from "~/platform/env.server";
import { queueMail } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { ACCOUNT_PATH } from "./account-path";
import { wasLookedAt, type SaidOfAccount } from "./account-status";

/** Of the mail, one for each time that the account is limited, or asked for something after all. @param since when that was noted */
function restrictionMailKey(ownerId: string, since: Date | undefined): string {
  return `account-restricted:${ownerId}:${since?.getTime() ?? ""}`;
}

type Telling = Pick<Mail, "key" | "status" | "sentAt" | "createdAt">;

/** The mails about a limit that is in force, the oldest first: further ones where those before did not arrive. */
export async function tellingsOf(
  owner: Pick<User, "_id" | "stripeStatsAt">,
  transaction: ClientSession | null,
): Promise<Telling[]> {
  const key = restrictionMailKey(owner._id.toString(), owner.stripeStatsAt);
  // The first one's key, and what begins with it and a colon.
  return await MailModel.find({ key: halfOpenRange(key, `${key};`) }, "key status sentAt createdAt")
    .sort({ createdAt: 1, _id: 1 })
    .session(transaction)
    .lean();
}

/** The one that reached them, or will as far as is known; undefined: nobody told them. */
export function standingTelling(tellings: readonly Telling[]): Telling | undefined {
  return tellings.find(({ status }) => status !== "failed");
}

/**
 * Queues it for somebody whose account has just become limited, or of whom Stripe now wants something, in the transaction that notes it: nothing is restricted
 * without a word (regulation (EU) 2019/1150, article 4). Why is Stripe's to know: mostly something is missing, but it may also
 * look at what it was told, or have refused or lost the account. Who has no venue is told of none.
 *
 * @param said.before how many mails about this limit did not arrive
 */
export async function queueRestrictionMail(
  owner: Pick<User, "_id" | "name" | "email" | "stripeStatsAt">,
  { isLookedAt, before = 0 }: Pick<SaidOfAccount, "isLookedAt"> & { before?: number },
  transaction: ClientSession,
): Promise<void> {
  const key = restrictionMailKey(owner._id.toString(), owner.stripeStatsAt);
  const ofTheirs = { userId: owner._id, deletedAt: NOT_SET };
  const hasVenues = (await VenueModel.exists(ofTheirs).session(transaction)) !== null;
  await queueMail(
    {
      key: before === 0 ? key : `${key}:${before}`,
      to: owner.email,
      subject: "Votre compte de paiement est limité",
      paragraphs: [
        `Bonjour ${owner.name},`,
        `Stripe, notre prestataire de paiement, a limité votre compte\u00a0: rien ne peut vous être versé pour le moment. ${isLookedAt ? LOOKED_AT : LACKING}`,
        ...(hasVenues ? [VENUES] : []),
      ],
      action: {
        label: "Voir mon compte de paiement",
        url: new URL(ACCOUNT_PATH, env.APP_URL).href,
      },
    },
    transaction,
  );
}

const LOOKED_AT =
  "Il le vérifie, et vous n’avez rien à lui envoyer. S’il vous demande quelque chose, votre compte de paiement vous le dira.";

const LACKING =
  "Le plus souvent, il manque quelque chose. Votre compte de paiement vous dit ce qu’il en est.";

const VENUES =
  "D’ici à ce que Stripe lève cette limite, vos lieux ne sont pas dans les recherches et ne peuvent pas être réservés. Ceux qui peuvent l’être reviennent ensuite d’eux-mêmes.";

/**
 * Queues it for somebody whom no mail about it reached.
 *
 * @throws Refusal("not_found" | "owner_told"): once the account is limited no more; for this time already
 */
export async function mailRestricted(ownerId: string, transaction: ClientSession): Promise<void> {
  const isQueued = await mailUntold(ownerId, transaction);
  if (isQueued === null) throw new Refusal("not_found");
  if (!isQueued) throw new Refusal("owner_told");
}

/**
 * Queues it for somebody whose account is limited and who was not told of this time, if that is so.
 *
 * @returns whether it is queued; null: the account is limited no more, or closed
 */
export async function mailUntold(
  ownerId: string,
  transaction: ClientSession,
): Promise<boolean | null> {
  const owner = await UserModel.findOne(
    { _id: ownerId, stripeStats: "restricted" },
    "name email stripeStatsAt accountReadings",
  )
    .session(transaction)
    .lean();
  if (!owner || !(await keepFromClosing(owner._id, transaction))) return null;
  const tellings = await tellingsOf(owner, transaction);
  if (standingTelling(tellings)) return false;
  const said = { isLookedAt: wasLookedAt(owner), before: tellings.length };
  await queueRestrictionMail(owner, said, transaction);
  return true;
}
