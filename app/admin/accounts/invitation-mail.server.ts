import type { ClientSession } from "mongoose";
import type { User } from "@models/user";
import { INVITED_KEPT_DAYS } from "~/accounts/forget-invited.server";
import { formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";

type Invited = Pick<User, "_id" | "email" | "name" | "isAdmin" | "spondorshipCode">;

/** An administrator's is left to super-admins (`forgetInvited`). */
const UNUSED = `, pendant ${INVITED_KEPT_DAYS}\u00a0jours encore\u00a0: un compte qui n’a pas servi, et au nom duquel rien n’a été fait, est ensuite supprimé`;

/**
 * Somebody made an account for this person: what it is, and the link to choose a password.
 *
 * @param hasPassword whether one was given with it, by which whoever gave it can log in
 */
export async function mailInvitation(
  user: Invited,
  { token, expiresAt, hasPassword }: { token: string; expiresAt: Date; hasPassword: boolean },
  transaction: ClientSession,
): Promise<void> {
  const policy = new URL("/politique", env.APP_URL).href;
  const url = new URL(`/reinitialisation-mot-de-passe/${token}`, env.APP_URL).href;
  await queueMail(
    {
      key: `invitation:${user._id.toString()}`,
      to: user.email,
      subject: `Votre compte ${env.BRAND_NAME}`,
      paragraphs: [
        `Bonjour ${user.name},`,
        user.isAdmin
          ? `Un compte d’administration a été créé pour vous sur ${env.BRAND_NAME}.`
          : `Un compte a été créé pour vous sur ${env.BRAND_NAME}.`,
        hasPassword
          ? "Il a déjà un mot de passe, choisi par qui l’a créé. Choisissez le vôtre\u00a0: il le remplace."
          : "Choisissez votre mot de passe pour vous connecter.",
        `Le lien est valable jusqu’au ${formatInstant(expiresAt)} et ne sert qu’une fois\u00a0; ensuite, la page «\u00a0Mot de passe oublié\u00a0» en envoie un autre${user.isAdmin ? "" : UNUSED}.`,
        ...(user.spondorshipCode
          ? ["Votre compte est un compte Master\u00a0: donnez ce code aux comptes à lier au vôtre."]
          : []),
        hasPassword
          ? `Vous n’attendiez pas ce message\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`
          : "Vous n’attendiez pas ce message\u00a0? Ignorez-le\u00a0: sans mot de passe, personne ne peut se connecter.",
        `Ce que nous faisons de vos données\u00a0: ${policy}`,
      ],
      ...(user.spondorshipCode && { code: user.spondorshipCode }),
      action: { label: "Choisir un mot de passe", url },
    },
    transaction,
  );
}
