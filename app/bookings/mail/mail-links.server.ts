/** Where the buttons of mails about a reservation lead. */
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { ACCOUNT_PATH } from "~/payments/account-path";
import { env } from "~/platform/env.server";
import type { MailMessage } from "~/platform/mail/mail.server";
import { formatEuros } from "~/platform/money";
import { dayLimits } from "~/rules/calendar";
import type { Money } from "~/rules/money-words";
import { listingPath, readSearch } from "~/venues/search-form";
import { answerLink, changeLink } from "./answer-link.server";

type One = Pick<Reservation, "_id">;

type Wanted = Pick<Reservation, "venueCity" | "startDate" | "endDate">;

type Content = Pick<MailMessage, "paragraphs" | "action" | "alternative">;

export const buyersPage = ({ _id }: One) => ({
  label: "Voir ma réservation",
  url: `${env.APP_URL}/mes-demandes/${_id.toString()}`,
});
/** To what is still to be paid: the last look before. */
export const buyersPayment = ({ _id, venueId, total }: Reservation) => ({
  label: `Payer ${formatEuros(total)}`,
  url: `${env.APP_URL}/reservation/${venueId.toString()}/paiement?demande=${_id.toString()}`,
});
export const ownersPage = ({ _id }: One) => ({
  label: "Voir la réservation",
  url: `${env.APP_URL}/mes-locations/demandes/${_id.toString()}`,
});
export const MY_PAYMENT_ACCOUNT = {
  label: "Vérifier mon compte de paiement",
  url: `${env.APP_URL}${ACCOUNT_PATH}`,
};
type Buttons = Required<Pick<MailMessage, "action" | "alternative">>;
type Reader = Pick<User, "email">;

/** An owner's two answers to a request, and what they do. */
export const requestButtons = (asked: Pick<Reservation, "_id" | "answerBy">, owner: Reader) =>
  answers("la demande", (answer) => answerLink(asked, owner, answer));
/** Theirs to other dates. */
export const datesButtons = (asked: Pick<Reservation, "_id" | "change">, owner: Reader) =>
  answers("les dates", (answer) => changeLink(asked, owner, answer));
export const BUTTONS_ASK =
  "Chaque bouton ouvre une page qui vous demande de confirmer. Rien ne change avant.";

function answers(what: string, urlOf: (answer: "accepter" | "refuser") => string): Buttons {
  return {
    action: { label: `Accepter ${what}`, url: urlOf("accepter") },
    alternative: { label: `Refuser ${what}`, url: urlOf("refuser"), refuses: true },
  };
}

/** To what else there is in its city; on its days, while they can be searched for. */
export function findAnother(
  { venueCity: city, startDate: start, endDate: end }: Wanted,
  now: Date,
) {
  const asked = new URLSearchParams({ city, start, end });
  const { search } = readSearch(asked, dayLimits(now));
  return { label: "Trouver un autre lieu", url: `${env.APP_URL}${listingPath(search)}` };
}
/** The terms that a customer agreed to. */
export const TERMS_OF_SALE = `${env.APP_URL}/CGV`;

/** The second button, to the receipt of what was paid; none while nothing was. */
export function buyersReceipt({ reservation, money }: { reservation: One; money: Money }) {
  if (money.paid === 0) return {};
  const label = money.refunded > 0 ? "Voir le reçu et l’avoir" : "Voir le reçu";
  return { alternative: { label, url: `${buyersPage(reservation).url}/recu` } };
}

const SUSPENDED =
  "Votre compte est suspendu, et ses pages ne s’ouvrent plus. Si vous avez besoin d’un reçu ou d’un avoir, écrivez-nous.";
const WRITE_TO_US = { label: "Nous écrire", url: `${env.APP_URL}/contact` };

/** What a mail says, with buttons that its reader can use: to who is banned no page behind the login opens. */
export function withinReach<C extends Content>(
  content: C,
  { bannedAt }: Pick<User, "bannedAt">,
): C {
  if (!bannedAt || !content.action) return content;
  const { alternative: _beyond, ...rest } = content;
  return {
    ...(rest as C),
    paragraphs: [...content.paragraphs, SUSPENDED],
    action: WRITE_TO_US,
  };
}
