import type { ClientSession } from "mongoose";
import type { TokenScope } from "@models/enumerations";
import type { User } from "@models/user";
import { env } from "~/platform/env.server";
import { formatInstant } from "~/platform/days";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";
import { codesLeftText } from "./codes-left";
import { codeOf, type Verification } from "./verification-code.server";
import { verificationLink } from "./verification-link.server";

type Recipient = Pick<User, "_id" | "email">;

const HOUR_MS = 3_600_000;
const url = (path: string) => new URL(path, env.APP_URL).href;

/** The six digits that verify an e-mail; for a master's submission also what happens next. */
export async function mailCode(
  user: Recipient & Pick<User, "masterStatus"> & { verification: Verification },
  session?: ClientSession,
): Promise<void> {
  const isMaster = user.masterStatus === "pending";
  await queueMail(
    {
      key: `code:${user._id.toString()}:${user.verification.sentAt.getTime()}`,
      to: user.email,
      subject: isMaster ? "Votre soumission de compte Master" : "Votre code de vérification",
      paragraphs: [
        ...(isMaster
          ? [
              "Nous avons bien reçu votre soumission. Un administrateur l’examine une fois votre adresse e-mail vérifiée\u00a0; sa réponse vous parvient par e-mail.",
            ]
          : []),
        "Saisissez ce code pour vérifier votre adresse e-mail. Il est valable 15\u00a0minutes à partir de votre demande.",
        "Vous n’avez rien demandé\u00a0? Ignorez ce message\u00a0: sans ce code, personne ne peut se servir de votre adresse.",
      ],
      code: codeOf(user._id, user.verification),
      action: { label: "Saisir le code", url: verificationLink(user, user.verification) },
    },
    session,
  );
}

/** The six digits that prove the new address of an account. */
export async function mailEmailCode(
  userId: User["_id"],
  { email, seed, sentAt }: Pick<NonNullable<User["emailChange"]>, "email" | "seed" | "sentAt">,
  session: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `email-code:${userId.toString()}:${sentAt.getTime()}`,
      to: email,
      subject: "Votre code pour changer d’adresse e-mail",
      paragraphs: [
        "Saisissez ce code dans vos paramètres pour recevoir à cette adresse ce qui concerne votre compte. Il est valable 15\u00a0minutes à partir de votre demande.",
        "Vous n’avez rien demandé\u00a0? Ignorez ce message\u00a0: sans ce code, personne ne peut se servir de votre adresse.",
      ],
      code: codeOf(userId, { seed }),
      action: { label: "Saisir le code", url: url("/mes-parametres/e-mail") },
    },
    session,
  );
}

/** Somebody asked for the address of an account as their own: tells its holder, at most once an hour. */
export async function mailAddressWanted(
  user: Recipient & Pick<User, "bannedAt" | "masterStatus">,
  now: Date,
  session: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `email-wanted:${user._id.toString()}:${Math.floor(now.getTime() / HOUR_MS)}`,
      to: user.email,
      subject: "Votre adresse est déjà celle d’un compte",
      paragraphs: [
        `Quelqu’un a demandé le ${formatInstant(now)} à se servir de votre adresse e-mail pour un autre compte. Elle est déjà celle du vôtre\u00a0: rien n’a changé.`,
        `C’était vous\u00a0? Une adresse ne sert qu’à un compte\u00a0: ${freedBy(user)} Une question\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
        NOT_YOU,
      ],
    },
    session,
  );
}

/** Who cannot log in to an account cannot close it either. */
function freedBy({ bannedAt, masterStatus }: Pick<User, "bannedAt" | "masterStatus">): string {
  if (bannedAt) return "celui-ci est suspendu et la garde. Choisissez-en une autre.";
  return masterStatus === "pending"
    ? "votre soumission de compte Master, en cours d’examen, la garde. Choisissez-en une autre."
    : "fermez celui-ci, ou choisissez une autre adresse.";
}

/** Tells the former address that it is no longer the account's, in case it was somebody else. */
export async function mailEmailChanged(
  former: Recipient,
  now: Date,
  session: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `email-changed:${former._id.toString()}:${now.getTime()}`,
      to: former.email,
      subject: "L’adresse e-mail de votre compte a changé",
      paragraphs: [
        `L’adresse e-mail de votre compte a été changée le ${formatInstant(now)}, les sessions ouvertes ont été fermées et les jetons d’API révoqués. Nous n’écrirons plus ici au sujet de ce compte.`,
        "Vous n’y êtes pour rien\u00a0? Écrivez-nous sans attendre, en disant que votre adresse a été changée sans vous\u00a0: notre équipe peut suspendre le compte.",
      ],
      action: { label: "Nous écrire", url: contactUrl() },
    },
    session,
  );
}

/** Somebody signed up with the address of an account: tells its holder, at most once an hour. */
export async function mailKnownAddress(
  user: Recipient & Pick<User, "bannedAt" | "masterStatus">,
  now: Date,
  session?: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `known-address:${user._id.toString()}:${Math.floor(now.getTime() / HOUR_MS)}`,
      to: user.email,
      ...knownAs(user, now),
    },
    session,
  );
}

function knownAs({ bannedAt, masterStatus }: Pick<User, "bannedAt" | "masterStatus">, now: Date) {
  // Not 'vient d’être': the mail server may have been away since.
  const asked = `Une inscription a été demandée avec votre adresse e-mail le ${formatInstant(now)}.`;
  if (bannedAt) return knownAndBanned(asked);
  return masterStatus === "pending" ? knownAndWaiting(asked) : knownAndOpen(asked);
}

const NOT_YOU = "Ce n’était pas vous\u00a0? Vous n’avez rien à faire.";

const knownAndOpen = (asked: string) => ({
  subject: "Vous avez déjà un compte",
  paragraphs: [
    `${asked} Cette adresse est déjà celle d’un compte. Aucun compte n’a été créé et le vôtre n’a pas changé.`,
    `C’était vous\u00a0? Connectez-vous. Si vous avez oublié votre mot de passe, choisissez-en un autre\u00a0: ${url("/reinitialiser-mot-de-passe")}`,
    NOT_YOU,
  ],
  action: { label: "Se connecter", url: url("/connexion") },
});

/** A master whose submission nobody has answered cannot log in, and has no password to choose either. */
const knownAndWaiting = (asked: string) => ({
  subject: "Votre soumission de compte Master est en cours d’examen",
  paragraphs: [
    `${asked} Cette adresse est déjà celle d’une soumission de compte Master. Aucun compte n’a été créé et votre soumission n’a pas changé.`,
    "C’était vous\u00a0? Un administrateur examine votre soumission\u00a0; sa réponse vous parvient par e-mail. Vous pourrez vous connecter une fois votre compte validé.",
    NOT_YOU,
  ],
});

/** Who has lost the letter of the ban, and with it the way to appeal, has no other. */
const knownAndBanned = (asked: string) => ({
  subject: "Votre compte est suspendu",
  paragraphs: [
    `${asked} Cette adresse est déjà celle d’un compte suspendu. Aucun compte n’a été créé et le vôtre n’a pas changé.`,
    "C’était vous\u00a0? Tant que votre compte est suspendu, vous ne pouvez ni vous connecter, ni vous inscrire avec cette adresse. Pour contester cette décision, suivez le lien de l’e-mail qui vous l’a annoncée\u00a0; si vous ne l’avez plus, écrivez-nous.",
    NOT_YOU,
  ],
  action: { label: "Nous écrire", url: contactUrl() },
});

/** The link that lets someone choose another password: for an hour, or as long as the invitation that it came with. */
export async function mailResetLink(
  user: Recipient,
  token: string,
  { sentAt, expiresAt }: Pick<NonNullable<User["reset"]>, "sentAt" | "expiresAt">,
  session?: ClientSession,
): Promise<void> {
  const isAnHour = expiresAt.getTime() - sentAt.getTime() <= HOUR_MS;
  const validity = isAnHour
    ? "une heure à partir de cette demande"
    : `jusqu’au ${formatInstant(expiresAt)}`;
  await queueMail(
    {
      key: `reset:${user._id.toString()}:${sentAt.getTime()}`,
      to: user.email,
      subject: "Choisissez un nouveau mot de passe",
      paragraphs: [
        `Un nouveau mot de passe a été demandé pour votre compte. Le lien est valable ${validity} et ne sert qu’une fois.`,
        "Vous n’avez rien demandé\u00a0? Ignorez ce message\u00a0: votre mot de passe n’a pas changé.",
      ],
      action: {
        label: "Choisir un mot de passe",
        url: url(`/reinitialisation-mot-de-passe/${token}`),
      },
    },
    session,
  );
}

/** Tells the holder that an API token was made, in case it was somebody else. */
export async function mailTokenCreated(
  user: Recipient,
  token: { id: string; name: string; scope: TokenScope; createdAt: Date },
  session?: ClientSession,
): Promise<void> {
  const may =
    token.scope === "write"
      ? "lire vos données et agir en votre nom, réservations comprises"
      : "lire vos données, sans rien changer";
  await queueMail(
    {
      key: `token-created:${user._id.toString()}:${token.id}`,
      to: user.email,
      subject: "Un jeton d’API a été créé",
      paragraphs: [
        `Le jeton «\u00a0${token.name}\u00a0» a été créé depuis votre compte le ${formatInstant(token.createdAt)}. Un programme qui le porte peut ${may}.`,
        `Ce n’était pas vous\u00a0? Changez votre mot de passe sans attendre\u00a0: cela révoque tous vos jetons. Puis écrivez-nous\u00a0: ${contactUrl()}`,
      ],
      action: { label: "Voir mes jetons", url: url("/mes-parametres/jetons") },
    },
    session,
  );
}

/** Tells the holder that the password was changed, in case it was somebody else. */
export async function mailPasswordChanged(
  user: Recipient,
  now: Date,
  session?: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `password-changed:${user._id.toString()}:${now.getTime()}`,
      to: user.email,
      subject: "Votre mot de passe a changé",
      paragraphs: [
        `Le mot de passe de votre compte a été changé le ${formatInstant(now)}, les sessions ouvertes ont été fermées et les jetons d’API révoqués.`,
        `Ce n’était pas vous\u00a0? Choisissez-en un autre sans attendre, puis écrivez-nous\u00a0: ${contactUrl()}`,
      ],
      action: { label: "Choisir un autre mot de passe", url: url("/reinitialiser-mot-de-passe") },
    },
    session,
  );
}

/** What became of an administrator's second factor; of a recovery code that served, how many are left. */
export type SecondFactorNews =
  { what: "enrolled" | "renewed" } | { what: "recovered"; codesLeft: number };

/** Tells an administrator what was done with their second factor, in case it was somebody else. */
export async function mailSecondFactor(
  user: Recipient,
  news: SecondFactorNews,
  now: Date,
  session: ClientSession,
): Promise<void> {
  const [subject, told] = secondFactorWords(news, formatInstant(now));
  await queueMail(
    {
      key: `second-factor-${news.what}:${user._id.toString()}:${now.getTime()}`,
      to: user.email,
      subject,
      paragraphs: [
        told,
        "Ce n’était pas vous\u00a0? Choisissez un autre mot de passe sans attendre, puis prévenez un super-admin\u00a0: il peut réinitialiser votre seconde étape.",
      ],
      action: { label: "Choisir un autre mot de passe", url: url("/reinitialiser-mot-de-passe") },
    },
    session,
  );
}

function secondFactorWords(news: SecondFactorNews, at: string): [subject: string, told: string] {
  if (news.what === "recovered")
    return [
      "Un code de secours a servi",
      `Un code de secours a ouvert l’administration depuis votre compte le ${at}. Il ne sert plus. ${codesLeftText(news.codesLeft)}`,
    ];
  return news.what === "enrolled"
    ? [
        "Seconde étape activée",
        `Une application d’authentification a été associée à votre compte le ${at}, pour la seconde étape de la connexion à l’administration.`,
      ]
    : [
        "Nouveaux codes de secours",
        `De nouveaux codes de secours ont été créés pour votre compte le ${at}. Les précédents ne sont plus valables.`,
      ];
}
