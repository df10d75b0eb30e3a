/** What an owner is told whom Stripe does not pay any more. */
import type { ClientSession } from "mongoose";
import { MailModel } from "@models/mail";
import { UserModel } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { ACCOUNT_PATH } from "~/payments/account-path";
import { env } from "~/platform/env.server";
import { queueMail } from "~/platform/mail/mail.server";
import { Refusal } from "~/platform/refusal";

/** Of the mail, one for each time that the account is limited. @param since when that was noted */
export function restrictionMailKey(ownerId: string, since: Date | undefined): string {
  return `account-restricted:${ownerId}:${since?.getTime() ?? ""}`;
}

/** Queues it. @throws Refusal("not_found" | "owner_told"): once the account is limited no more; for this time already */
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
  await queueMail(
    {
      key,
      to: owner.email,
      subject: "Votre compte de paiement est limité",
      paragraphs: [
        `Bonjour ${owner.name},`,
        "Stripe, notre prestataire de paiement, attend quelque chose de vous et ne vous verse plus rien d’ici là. Vos lieux ne sont plus dans les recherches et ne peuvent pas être réservés.",
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
