/** What an owner is told whom Stripe does not pay any more. */
import type { ClientSession } from "mongoose";
import { MailModel } from "@models/mail";
import { UserModel, type User } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { env } from "~/platform/env.server";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal } from "~/platform/refusal";
import { ACCOUNT_PATH } from "./account-path";

/** Of the mail, one for each time that the account is limited. @param since when that was noted */
export function restrictionMailKey(ownerId: string, since: Date | undefined): string {
  return `account-restricted:${ownerId}:${since?.getTime() ?? ""}`;
}

/**
 * Queues it for somebody whose account has just become limited, in the transaction that notes it: nothing is restricted
 * without a word (regulation (EU) 2019/1150, article 4).
 */
export async function queueRestrictionMail(
  owner: Pick<User, "_id" | "name" | "email" | "stripeStatsAt">,
  transaction: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: restrictionMailKey(owner._id.toString(), owner.stripeStatsAt),
      to: owner.email,
      subject: "Votre compte de paiement est limité",
      paragraphs: [
        `Bonjour ${owner.name},`,
        "Stripe, notre prestataire de paiement, attend quelque chose de vous et ne vous verse rien d’ici là. Vos lieux ne sont pas dans les recherches et ne peuvent pas être réservés.",
        "Votre compte de paiement vous dit ce qui manque. Dès que Stripe l’a reçu et vérifié, vos lieux reviennent d’eux-mêmes.",
      ],
      action: {
        label: "Voir ce qui manque",
        url: new URL(ACCOUNT_PATH, env.APP_URL).href,
      },
    },
    transaction,
  );
}

/**
 * Queues it for somebody whom a former release did not tell.
 *
 * @throws Refusal("not_found" | "owner_told"): once the account is limited no more; for this time already
 */
export async function mailRestricted(ownerId: string, transaction: ClientSession): Promise<void> {
  const owner = await UserModel.findOne(
    { _id: ownerId, stripeStats: "restricted" },
    "name email stripeStatsAt",
  )
    .session(transaction)
    .lean();
  if (!owner || !(await keepFromClosing(owner._id, transaction))) throw new Refusal("not_found");
  const key = restrictionMailKey(ownerId, owner.stripeStatsAt);
  if (await MailModel.exists({ key }).session(transaction)) throw new Refusal("owner_told");
  await queueRestrictionMail(owner, transaction);
}
