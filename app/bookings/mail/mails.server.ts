import { trusted, type ClientSession } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import type { Cents } from "~/platform/money";
import { queueMails, type MailMessage } from "~/platform/mail/mail.server";
import { zoneOf } from "~/platform/zones";
import { keepFromClosing } from "~/accounts/keep-account-open.server";
import { LESSOR_FIELDS } from "~/accounts/lessor";
import { timesChanged } from "~/rules/change-of-dates";
import type { Side } from "~/rules/history-words";
import { owedBeside, type Money } from "~/rules/money-words";
import { refundedInAll } from "~/rules/paid-parts";
import { dueBackOf } from "~/payments/due-back.server";
import { ledgerMoney } from "~/payments/ledger-money.server";
import { NOT_SET } from "~/platform/not-set.server";
import { clientName } from "./client-name";
import {
  TO_BUYER,
  TO_OWNER,
  type Content,
  type ReservationNews,
  type Telling,
} from "./mail-contents.server";
import { withinReach } from "./mail-links.server";
import { stayText, type Person, type Place } from "./mail-paragraphs";
import { reservationEvent } from "./reservation-event.server";
import { takeBackReminders } from "./take-back-reminders.server";

export type { ReservationNews } from "./mail-contents.server";

/** What to tell of a cancellation, by who called it off and whether it had been confirmed. */
export function newsOfCancellation({ cancellation, paidAt }: Reservation): ReservationNews {
  if (paidAt) return "cancelled";
  if (cancellation?.by === "owner") return "refused";
  return cancellation?.by === "system" ? "unanswered" : "cancelled";
}

/** Something to tell about a reservation. */
export interface Notice {
  news: ReservationNews;
  reservation: Reservation;
  /** Tells news apart that a reservation may have more than once. */
  which?: string;
  /** Of news about a payment that is none of the reservation's; with its money, and what of it is owed back. */
  orphan?: { id: string; money: Money; due: Cents };
  /** Of news about one payment, a supplement that joined the reservation: what it was. */
  supplement?: Cents;
  /** A mail that is sent once more, to one side, at an administrator's press. */
  again?: { side: Side; at: Date };
}

/**
 * Queues the mails that tell buyers and owners, in the transaction of what they tell about and after
 * the ledger was written: what they say of money is read there. The same news of the same reservation is
 * told once.
 */
export async function queueReservationMails(
  notices: readonly Notice[],
  session: ClientSession,
): Promise<void> {
  if (notices.length === 0) return;
  for (const { news, reservation, again } of notices) {
    if (!again && !OF_WHAT_IS_OVER.includes(news)) continue;
    await keepFromClosing(reservation.userId, session);
    await keepFromClosing(reservation.ownerId, session);
  }
  const toldOf = (those: readonly ReservationNews[]) =>
    notices.flatMap(({ news, reservation, again }) =>
      !again && those.includes(news) ? [reservation] : [],
    );
  await takeBackReminders(toldOf(OUTDATING), session);
  await takeBackReminders(toldOf(ENDING), session, "over");
  await takeBackReminders(toldOf(OF_MONEY_BACK), session, "review");
  const people = await partiesOf(
    notices.map(({ reservation }) => reservation),
    session,
  );
  const places = await placesOf(
    notices.filter(tellsOfPlace).map(({ reservation }) => reservation),
    session,
  );
  const knownOf = await knownBy(
    notices.map(({ reservation }) => reservation),
    session,
  );
  const moneyOf = await ledgerMoney(
    notices.map(({ reservation }) => reservation._id),
    session,
  );
  const dueOf = await dueBackOf(
    notices.map(({ reservation }) => reservation),
    session,
  );
  const mails = notices.flatMap((notice) => {
    const { reservation, orphan } = notice;
    const { _id, userId, ownerId, venueId } = reservation;
    return mailsOf(
      notice,
      knownOf(reservation),
      orphan
        ? { money: orphan.money, due: Math.max(0, orphan.due) }
        : { money: moneyOf(_id), due: dueOf(reservation) },
      {
        buyer: people.get(userId.toString()),
        owner: people.get(ownerId.toString()),
        place: places.get(venueId.toString()),
      },
    );
  });
  await queueMails(mails, session);
}

/** What may come when nothing else keeps the accounts from being closed any more. */
const OF_WHAT_IS_OVER: readonly ReservationNews[] = [
  ...(["payment_returned", "granted", "refunded"] as const),
  ...(["contested", "contest_won", "charged_back"] as const),
];

/** What makes a reminder untrue: that there is no answer to give by then. */
const OUTDATING: readonly ReservationNews[] = ["accepted", "extended"];

/** And that there is nothing to come any more, of which a corrected address is none of anybody's business either. */
const ENDING: readonly ReservationNews[] = [
  ...(["refused", "unanswered"] as const),
  ...(["cancelled", "voided", "capture_refused"] as const),
];

/** What makes it out of place to ask how it went. */
const OF_MONEY_BACK: readonly ReservationNews[] = [
  "granted",
  "refunded",
  "contested",
  "charged_back",
];

function mailsOf(
  { news, reservation, which: told, orphan, supplement, again }: Notice,
  known: Reservation,
  sums: Pick<Telling, "money" | "due">,
  { buyer, owner, place }: Pick<Telling, "buyer" | "owner" | "place">,
): MailMessage[] {
  const telling = {
    ...{ reservation, known },
    what: stayText(reservation),
    supplement,
    buyerName: clientName(buyer),
    ...{ ...sums, buyer, owner, place, now: new Date() },
  };
  const about = reservation._id.toString();
  const which = told ?? orphan?.id ?? ONCE_PER[news]?.(reservation);
  const key = ["reservation-" + news, about, ...(which === undefined ? [] : [which])].join(":");
  const mailTo = (side: Side, person: Person | undefined, content: Content | undefined) => {
    if (!person || !content || (again && again.side !== side)) return [];
    const greeting = `Bonjour ${person.name},`;
    const reached = withinReach(content, person);
    const paragraphs = [greeting, ...reached.paragraphs, referenceText(known)];
    const whole = again ? `${key}:${side}:${again.at.getTime()}` : `${key}:${side}`;
    const status = fileStatus({ news, reservation });
    const attachment = status && eventOf(telling, side, status);
    return [{ ...reached, paragraphs, about, key: whole, to: person.email, attachment }];
  };
  return [
    ...mailTo("buyer", buyer, TO_BUYER[news]?.(telling)),
    ...mailTo(
      "owner",
      again || isOwnersNews(news, sums) ? owner : undefined,
      owner && TO_OWNER[news]?.({ ...telling, owner }),
    ),
  ];
}

/** What a refund takes of them an owner was told when it was decided; not that a bank gave back what is theirs of the rest. */
function isOwnersNews(news: ReservationNews, { money, due }: Pick<Telling, "money" | "due">) {
  return news !== "refunded" || owedBeside(money, due) > 0;
}

/** What is confirmed, or no longer is, for the calendar of who is told. */
export function eventOf(
  { reservation, buyerName, place }: Pick<Telling, "reservation" | "buyerName" | "place">,
  side: Side,
  status: "confirmed" | "cancelled",
): MailMessage["attachment"] {
  const { venueCity } = reservation;
  // Who is told of a cancellation, however late, needs the way no more.
  const at = status === "cancelled" ? undefined : place;
  const { name, content } = reservationEvent({
    reservation: {
      ...reservation,
      ...{ id: reservation._id.toString(), venueId: reservation.venueId.toString() },
    },
    ...{ timesChanged: timesChanged(reservation), side, other: buyerName },
    location: at ? `${at.street}, ${at.postalCode} ${at.city}` : venueCity,
    zone: zoneOf(place?.postalCode),
    ...{ status, now: new Date() },
  });
  return { name, type: "text/calendar; charset=utf-8", content };
}

/** What tells news apart that a reservation may have more than once. */
const ONCE_PER: Partial<Record<ReservationNews, (reservation: Reservation) => string>> = {
  granted: (reservation) => String(refundedInAll(reservation)),
  refunded: (reservation) => String(refundedInAll(reservation)),
  extended: ({ answerBy }) => String(answerBy?.getTime()),
};

/** By which reservation people know each: a supplement's own reference is on no page. */
async function knownBy(
  reservations: readonly Reservation[],
  session: ClientSession,
): Promise<(reservation: Reservation) => Reservation> {
  const ids = reservations.flatMap(({ supplementTo }) => supplementTo?.reservation ?? []);
  const changed =
    ids.length === 0
      ? []
      : await ReservationModel.find({ _id: trusted({ $in: ids }) }, null, { session }).lean();
  const byId = new Map(changed.map((one) => [one._id.toString(), one]));
  return (one) => byId.get(one.supplementTo?.reservation.toString() ?? "") ?? one;
}

/** The people concerned, by id; nobody who has left. */
export async function partiesOf(
  reservations: readonly Reservation[],
  session: ClientSession,
): Promise<Map<string, Person>> {
  const ids = reservations.flatMap(({ userId, ownerId }) => [userId, ownerId]);
  const users = await UserModel.find(
    { _id: trusted({ $in: ids }), deletedAt: NOT_SET },
    `email phone bannedAt ${LESSOR_FIELDS}`,
    { session },
  ).lean();
  return new Map(users.map((user) => [user._id.toString(), user]));
}

/** How a mail's file has the reservation; none without one: only what was confirmed is in people's calendars. */
function fileStatus({
  news,
  reservation,
}: Pick<Notice, "news" | "reservation">): "confirmed" | "cancelled" | undefined {
  if (news === "confirmed" || news === "accepted") return "confirmed";
  return news === "cancelled" && reservation.paidAt ? "cancelled" : undefined;
}

/** Whether a mail says where it is, or names a deadline there. */
function tellsOfPlace(notice: Notice): boolean {
  const { news, reservation } = notice;
  if (news === "payment_returned") return reservation.status === "hold";
  return fileStatus(notice) !== undefined || ["pending", "extended"].includes(news);
}

/** Where the venues of reservations are, by id. */
export async function placesOf(
  reservations: readonly Reservation[],
  session: ClientSession,
): Promise<Map<string, Place>> {
  const ids = reservations.map(({ venueId }) => venueId);
  if (ids.length === 0) return new Map();
  const venues = await VenueModel.find(
    { _id: trusted({ $in: ids }) },
    { street: 1, postalCode: 1, city: 1, arrival: 1 },
    { session },
  ).lean();
  return new Map(venues.map((venue) => [venue._id.toString(), venue]));
}

export function referenceText(reservation: Reservation): string {
  return `Référence\u00a0: ${reservation.reference}`;
}
