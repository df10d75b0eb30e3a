import type { ClientSession } from "mongoose";
import type { MasterStatus } from "@models/enumerations";
import type { User } from "@models/user";
import { env } from "~/platform/env.server";
import type { Obstacle } from "~/offboarding/departure-obstacles.server";
import { endedRequests, type Unanswered } from "~/offboarding/unanswered.server";
import { WHAT_STAYS } from "~/offboarding/what-stays";
import { formatDay, parisDayOf } from "~/platform/days";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail, type MailMessage } from "~/platform/mail/mail.server";
import { PAYOUTS_HELD } from "~/rules/money-words";
import { reasonLine } from "~/rules/reason";
import { APPEALABLE, originText } from "../measures/measures";
import { ownRequestText } from "../words/privacy-words";
import type { ComingChoice } from "./forms";

type Recipient = Pick<User, "_id" | "email">;

/** Queues the mail that tells what an administrator has decided about an account at `at`. */
async function queueDecision(
  act: "banned" | "unbanned" | "deleted",
  user: Recipient,
  at: Date,
  mail: Omit<MailMessage, "key" | "to">,
  transaction: ClientSession,
): Promise<void> {
  const key = `${act}:${user._id.toString()}:${at.getTime()}`;
  await queueMail({ key, to: user.email, ...mail }, transaction);
}

/** A request that somebody who is banned received, and until when nobody can accept it: '28/11/2026 à 12 h'. */
export interface RequestReceived extends Obstacle {
  until: string;
}

/** With the reason, what becomes of the reservations to come, and the way to object. */
export async function mailBanned(
  user: Recipient & Pick<User, "accountId">,
  {
    why,
    appeal,
    isReported,
    hidden,
    coming,
    reservations,
    requests,
  }: {
    why: string;
    appeal: string;
    isReported: boolean;
    /** The title of the venue whose page their review leaves with it; null: of none. */
    hidden: string | null;
    coming: ComingChoice;
    /** Those to come that the person knows of, as buyer and as owner. */
    reservations: readonly Obstacle[];
    /** Those that are kept and cannot be accepted. */
    requests: readonly RequestReceived[];
  },
  at: Date,
  transaction: ClientSession,
): Promise<void> {
  const mail = {
    subject: "Votre compte est suspendu",
    paragraphs: [
      `Nous avons suspendu votre compte\u00a0: vous ne pouvez plus vous connecter et vos lieux ne sont plus visibles.${hidden === null ? "" : ` Votre avis sur ${hidden} n’est plus montré.`} ${originText(isReported)}`,
      reasonLine(why),
      ...comingText(coming, reservations),
      ...requestsText(requests),
      ...(user.accountId ? [PAYOUTS_HELD] : []),
      APPEALABLE,
    ],
    action: { label: "Contester la décision", url: appeal },
  };
  await queueDecision("banned", user, at, mail, transaction);
}

const PAYOUTS_RESUMED =
  "Stripe peut de nouveau verser sur votre compte bancaire ce qui vous revient.";

const COMING: Record<ComingChoice, string> = {
  cancel:
    "L’annulation de vos réservations à venir est en cours\u00a0: ce qui est payé pour celles qui sont annulées est remboursé en totalité, et un e-mail vous le dit pour chacune. Les voici\u00a0:",
  keep: "Vos réservations à venir tiennent, et un e-mail vous dit si l’une d’elles est annulée. Les voici\u00a0:",
};

function comingText(coming: ComingChoice, reservations: readonly Obstacle[]): string[] {
  if (reservations.length === 0) return [];
  const lines = reservations.map(
    ({ reference, venue, period, state }) => `${venue}, ${period} (${state}, ${reference})`,
  );
  return [[COMING[coming], ...lines].join("\n")];
}

function requestsText(requests: readonly RequestReceived[]): string[] {
  if (requests.length === 0) return [];
  const lines = requests.map(
    ({ reference, venue, period, until }) =>
      `${venue}, ${period} (jusqu’au ${until}, ${reference})`,
  );
  return [[REQUESTS, ...lines].join("\n")];
}

const REQUESTS =
  "Les demandes que vous avez reçues ne peuvent pas être acceptées tant que votre compte est suspendu. Chacune s’annule à son échéance, sans débit. Les voici\u00a0:";

/** Who stays locked out although the ban is lifted: a master whose submission is pending or refused. */
const STILL_OUT: Partial<Record<MasterStatus, string>> = {
  pending:
    "La suspension de votre compte est levée. Un administrateur examine votre soumission de compte Master\u00a0; vous pourrez vous connecter une fois votre compte validé.",
  refused:
    "La suspension de votre compte est levée. Votre soumission de compte Master reste refusée\u00a0: vous pouvez vous inscrire de nouveau avec cette adresse.",
};

export async function mailUnbanned(
  user: Recipient & Pick<User, "masterStatus" | "accountId">,
  why: string,
  at: Date,
  transaction: ClientSession,
): Promise<void> {
  const payouts = user.accountId ? [PAYOUTS_RESUMED] : [];
  const stillOut = user.masterStatus && STILL_OUT[user.masterStatus];
  const mail = stillOut
    ? {
        subject: "La suspension de votre compte est levée",
        paragraphs: [stillOut, ...payouts, reasonLine(why)],
      }
    : {
        subject: "Votre compte est rétabli",
        paragraphs: [
          "Vous pouvez de nouveau vous connecter. Ceux de vos lieux qui peuvent être réservés reviennent sur le site.",
          ...payouts,
          reasonLine(why),
        ],
        action: { label: "Se connecter", url: new URL("/connexion", env.APP_URL).href },
      };
  await queueDecision("unbanned", user, at, mail, transaction);
}

/**
 * Queue it after the account's mails were deleted, or it would be deleted with them; it alone still holds the address.
 *
 * @param user.isProved whether the address is known to be theirs. Else its holder may be somebody else, whose own data stay
 */
export async function mailDeleted(
  user: Recipient & { isProved: boolean; unanswered: Unanswered },
  why: string,
  at: Date,
  transaction: ClientSession,
): Promise<void> {
  const { subject, done } = user.isProved ? DELETED.account : DELETED.signup;
  const ends = user.isProved ? endedText(user.unanswered) : [];
  const mistake = `Vous pensez que c’est une erreur\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`;
  const mail = { subject, paragraphs: [...done, ...ends, reasonLine(why), mistake] };
  await queueDecision("deleted", user, at, mail, transaction);
}

/**
 * Appeals and data requests that end with the account, as nobody is left to answer. A request for erasure is not among
 * them: the deletion fulfils it.
 */
function endedText({ appealed, requests }: Unanswered): string[] {
  const ended = [
    ...appealed.map(({ appeal }) => `votre recours du ${formatDay(parisDayOf(appeal.at))}`),
    ...endedRequests(requests).map(ownRequestText),
  ];
  if (ended.length === 0) return [];
  return [
    `Ce qui attendait encore notre réponse prend fin avec votre compte\u00a0: ${ended.join(", ")}.`,
  ];
}

const DELETED = {
  account: {
    subject: "Votre compte est supprimé",
    done: [
      "Nous avons supprimé votre compte et effacé vos données personnelles.",
      WHAT_STAYS.yours,
    ],
  },
  signup: {
    subject: "Une inscription avec votre adresse est supprimée",
    done: [
      "L’inscription faite avec votre adresse a été supprimée, avec ce qui y avait été écrit. Elle n’avait jamais été confirmée. Si elle n’était pas de vous, vous n’avez rien à faire.",
    ],
  },
};
