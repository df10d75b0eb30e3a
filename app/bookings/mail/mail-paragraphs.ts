/** What mails about a reservation tell besides the news: where, for how much, with whom. */
import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { phoneText } from "~/accounts/display-name";
import { contractTexts, lessorIn, lessorLines, type LessorFacts } from "~/accounts/lessor";
import type { MailSums } from "~/platform/mail/mail-layout";
import { formatEuros } from "~/platform/money";
import { quotedLines } from "~/platform/quoted";
import { zoneOf } from "~/platform/zones";
import type { Side } from "~/rules/history-words";
import { deadlineText, policyByParis } from "~/rules/paris-time";
import { describeTerms } from "~/rules/policy";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { OBLIGATIONS_TEXT } from "~/rules/obligations";
import { breakdownLines, ownersLines } from "~/rules/price";
import { bookedVenueName } from "~/rules/venue-name";

export type Person = Pick<
  User,
  "name" | "lastname" | "entityName" | "email" | "phone" | "bannedAt"
> &
  Partial<LessorFacts>;
export type Place = Pick<Venue, "street" | "postalCode" | "city" | "arrival">;

/**
 * Where and when, 'Salle des Tilleuls (Rouen), du 11/06/2027 au 13/06/2027': with the title alone a reader's program would
 * fold what is told of two reservations, or of the venues of two towns, into one.
 *
 * @param dates other ones than it has, as text
 */
export function stayText(
  reservation: Reservation,
  dates = formatPeriod(periodOf(reservation)),
): string {
  return `${bookedVenueName(reservation)}, ${dates}`;
}

type Where = Pick<Venue, "postalCode"> | undefined;

/** A deadline of what is to take place there: '21/11/2026 à 11 h 05', by Paris's time and said so where clocks show another. */
export function untilText(deadline: Date, place: Where): string {
  return deadlineText(deadline, zoneOf(place?.postalCode));
}

/** The cancellation policy of a reservation, with its dates. */
export function policyParagraph(reservation: Reservation, place: Where): string {
  return policyByParis(describeTerms(reservation), zoneOf(place?.postalCode));
}

/** The lines of the price, as on the page of the reservation. */
export function priceParagraph(reservation: Reservation, side: Side): MailSums {
  const lines = side === "buyer" ? breakdownLines(reservation) : ownersLines(reservation);
  return { sums: lines.map(({ label, amount }) => ({ label, amount: formatEuros(amount) })) };
}

/** The full address, for a buyer whose reservation is confirmed; nothing when the venue is gone. */
export function placeParagraphs(
  { venueTitle }: Pick<Reservation, "venueTitle">,
  place: Place | undefined,
): string[] {
  if (!place) return [];
  const { street, postalCode, city, arrival } = place;
  const address = `${venueTitle}\n${street}\n${postalCode} ${city}`;
  return arrival
    ? [address, `Pour arriver, selon le propriétaire\u00a0:\n${quotedLines(arrival)}`]
    : [address];
}

/** What the customer keeps of the contract: with whom it is, that it may not be withdrawn from, and where its terms are. */
export function contractParagraph(
  reservation: Pick<Reservation, "lessor">,
  owner: Person | undefined,
  termsUrl: string,
): string {
  const lessor = lessorIn(reservation, owner);
  return [
    ...(lessor ? lessorLines(lessor) : []),
    ...contractTexts(lessor),
    `Conditions générales de vente\u00a0: ${termsUrl}`,
  ].join("\n");
}

/** How to reach the other side of a confirmed reservation; nothing when they have left. */
export function contactParagraphs(title: string, person: Person | undefined): string[] {
  if (!person) return [];
  const { name, lastname, entityName, email, phone } = person;
  const lines = [`${name} ${lastname}`.trim(), entityName, phone && phoneText(phone), email];
  return [[`${title}\u00a0:`, ...lines.filter((line) => line !== undefined)].join("\n")];
}

/** What an owner's income may entail, said with each that comes (CGI, article 242 bis); a public body is taxed by other rules. */
export function obligationsParagraphs({ type }: Pick<Person, "type">): string[] {
  return type === "Collectivité" ? [] : [OBLIGATIONS_TEXT];
}
