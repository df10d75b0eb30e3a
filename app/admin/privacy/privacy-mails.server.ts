import type { ClientSession } from "mongoose";
import { REPORT_REASONS, shownAs } from "@models/enumerations";
import type { PrivacyRequest } from "@models/privacy-request";
import { formatDay, formatInstant } from "~/platform/days";
import { env } from "~/platform/env.server";
import { knownOr, OTHER } from "~/platform/known-value";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail, type MailMessage } from "~/platform/mail/mail.server";
import type { AddressData, PRIVACY_STEPS, Statements } from "~/offboarding/address-data.server";
import { statementText } from "~/offboarding/what-stays";
import { reasonLine } from "~/rules/reason";
import { ownRequestText, privacyWords } from "../words/privacy-words";
import { accountOfRequest } from "./account-of-request.server";

/**
 * How a copy of somebody's data reaches them: what is kept of an address without an account, in the mail itself; the
 * file that waits in the account's settings; or one that the team hands to who cannot log in.
 */
export type Copy = AddressData | "account" | "handed";

/** A request that still names the person. */
export type Named = PrivacyRequest & { email: string };

/** Queues the mail that tells somebody what became of their request: at the address that their account has by then. */
async function tell(
  step: (typeof PRIVACY_STEPS)[number],
  request: Named,
  mail: Pick<MailMessage, "subject" | "paragraphs" | "action">,
  transaction: ClientSession,
): Promise<void> {
  const { _id, kind, receivedOn } = request;
  const account = request.user && (await accountOfRequest(request, transaction));
  const about = `Votre demande ${privacyWords(kind).asked} nous est parvenue le ${formatDay(receivedOn)}.`;
  await queueMail(
    {
      key: `privacy-${step}:${_id.toString()}`,
      to: account?.email ?? request.email,
      ...mail,
      paragraphs: [about, ...mail.paragraphs],
    },
    transaction,
  );
}

export async function mailReceived(request: Named, transaction: ClientSession): Promise<void> {
  const paragraphs = [
    `Nous vous répondons au plus tard le ${formatDay(request.dueOn)}. D’ici là, nous pouvons vous demander de quoi être sûrs qu’elle vient de vous.`,
    `Vous n’avez rien demandé\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
  ];
  const subject = "Votre demande sur vos données est enregistrée";
  await tell("received", request, { subject, paragraphs }, transaction);
}

export async function mailExtended(
  request: Named,
  why: string,
  transaction: ClientSession,
): Promise<void> {
  const paragraphs = [
    `Elle demande plus de temps\u00a0: nous vous répondons au plus tard le ${formatDay(request.dueOn)}, soit deux mois de plus, comme la loi le permet.`,
    reasonLine(why),
  ];
  const subject = "Votre demande sur vos données prend plus de temps";
  await tell("extended", request, { subject, paragraphs }, transaction);
}

/** @param copy null: none was asked for */
export async function mailFulfilled(
  request: Named,
  answer: string,
  copy: Copy | null,
  transaction: ClientSession,
): Promise<void> {
  const isFile = copy === "account";
  const paragraphs = [...answer.split(/\n{2,}/), ...copyText(copy)];
  // The page that offers the file: a login on the way to the file itself would end at the login.
  const url = new URL("/mes-parametres/mon-compte#donnees", env.APP_URL).href;
  const mail = {
    subject: "Réponse à votre demande sur vos données",
    paragraphs,
    ...(isFile && { action: { label: "Télécharger mes données", url } }),
  };
  await tell("fulfilled", request, mail, transaction);
}

/** With the ways to object that the law wants told. */
export async function mailRefused(
  request: Named,
  why: string,
  transaction: ClientSession,
): Promise<void> {
  const paragraphs = [
    "Nous ne pouvons pas y donner suite.",
    reasonLine(why),
    "Vous pouvez déposer une réclamation auprès de la CNIL (www.cnil.fr), ou saisir un tribunal.",
  ];
  const subject = "Votre demande sur vos données est refusée";
  await tell("refused", request, { subject, paragraphs }, transaction);
}

/**
 * The last mail to an address that is kept nowhere else any more.
 *
 * @param left.ended requests that nobody is left to be answered to
 * @param left.statements those that it is kept for all the same
 */
export async function mailErased(
  request: Named,
  { ended, statements }: { ended: readonly PrivacyRequest[]; statements: readonly Statements[] },
  transaction: ClientSession,
): Promise<void> {
  const paragraphs = [
    "Nous avons effacé ce que nous gardions à cette adresse\u00a0: vos messages et les e-mails que nous vous avions écrits. Ce que vous avez signalé reste, sans votre adresse.",
    ...(ended.length > 0
      ? [
          `Ce qui attendait encore notre réponse prend fin du même coup\u00a0: ${ended.map(ownRequestText).join(", ")}.`,
        ]
      : []),
    ...statements.map(statementText),
  ];
  const subject = "Vos données sont effacées";
  await tell("erased", request, { subject, paragraphs }, transaction);
}

function copyText(copy: Copy | null): string[] {
  if (!copy) return [];
  if (copy === "account") {
    return [
      "Le fichier complet vous attend dans les paramètres de votre compte, une fois connecté.",
    ];
  }
  if (copy === "handed") {
    return [
      "Votre compte ne vous permet pas de vous connecter\u00a0: notre équipe vous remet le fichier complet à part.",
    ];
  }
  const { messages, reports, mails, statements } = copy;
  const lines = [
    ...messages.flatMap(({ createdAt, name, lastname, phone, type, description, answers = [] }) => [
      `Message du ${formatInstant(createdAt)} (${[`${name} ${lastname}`, phone, shownAs(type)].filter(Boolean).join(", ")})\u00a0:\n${description}`,
      ...answers.map(({ at, text }) => `Notre réponse du ${formatInstant(at)}\u00a0:\n${text}`),
    ]),
    ...reports.map(
      ({ createdAt, reason, text }) =>
        `Signalement du ${formatInstant(createdAt)} (${knownOr(REPORT_REASONS, reason, OTHER)})\u00a0:\n${text}`,
    ),
    ...mails.map(
      ({ createdAt, subject }) => `E-mail du ${formatInstant(createdAt)}\u00a0: ${subject}`,
    ),
    ...statements.map(statementText),
  ];
  return lines.length > 0 ? lines : ["Nous ne gardons rien à cette adresse."];
}
