import { enqueue } from "@jobs/queue";
import { UserModel } from "@models/user";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";

interface DeedWords {
  subject: string;
  /** 'Le 27/11/2026 à 19 h, notre équipe …' */
  done: (place: string) => string;
  /** Where the person sees it. */
  path: string;
}

/** What administrators do in somebody's name, as that person is told. */
const DEEDS = {
  profile: {
    subject: "Notre équipe a modifié votre profil pour vous",
    done: () => "a modifié pour vous les informations de votre profil",
    path: "/profil",
  },
  address: {
    subject: "Notre équipe a modifié votre adresse pour vous",
    done: () => "a modifié pour vous l’adresse de votre compte",
    path: "/profil",
  },
  venue: {
    subject: "Notre équipe a modifié un de vos lieux pour vous",
    done: (place) => `a modifié pour vous votre lieu ${place}`,
    path: "/mes-locations",
  },
  "venue-deletion": {
    subject: "Notre équipe a supprimé un de vos lieux pour vous",
    done: (place) => `a supprimé pour vous votre lieu ${place}\u00a0: il n’est plus sur le site`,
    path: "/mes-locations",
  },
  cookies: {
    subject: "Notre équipe a modifié votre choix de cookies pour vous",
    done: () => "a refusé pour vous les cookies non essentiels",
    path: "/mes-parametres/cookies",
  },
  payment: {
    subject: "Notre équipe a modifié votre compte de paiement pour vous",
    done: () => "a enregistré pour vous le compte de paiement sur lequel vous êtes payé(e)",
    path: "/mes-parametres",
  },
} as const satisfies Record<string, DeedWords>;
export type Deed = keyof typeof DEEDS;

/**
 * Tells somebody what was done in their name, and to which of their venues, once it is. Of a signup that nobody proved the address may be somebody
 * else's, who is told nothing.
 */
export async function mailActedFor(
  deed: Deed,
  { userId, place = "", now }: { userId: string; place: string | undefined; now: Date },
): Promise<void> {
  const { subject, done, path }: DeedWords = DEEDS[deed];
  await inTransaction(async (transaction) => {
    if (!(await keepFromClosing(userId, transaction))) return;
    const user = await UserModel.findById(userId, "email isVerified bannedAt")
      .session(transaction)
      .lean();
    if (!user?.isVerified) return;
    await queueMail(
      {
        key: `act-for:${userId}:${deed}:${now.getTime()}`,
        to: user.email,
        subject,
        paragraphs: [
          `Le ${formatInstant(now)}, notre équipe ${done(`«\u00a0${place}\u00a0»`)}. C’est gardé dans notre journal.`,
          `Vous ne l’aviez pas demandé, ou cela ne vous convient pas\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
        ],
        // To who is banned no page behind the login opens.
        ...(!user.bannedAt && {
          action: { label: "Voir sur le site", url: new URL(path, env.APP_URL).href },
        }),
      },
      transaction,
    );
  });
  await enqueue("send-mails");
}
