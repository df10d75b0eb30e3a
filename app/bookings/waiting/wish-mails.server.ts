/** The mails to people on a waiting list. */
import { trusted, type ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import type { Venue } from "@models/venue";
import type { Wish } from "@models/wish";
import { parisMidnight } from "~/platform/days";
import { env } from "~/platform/env.server";
import { queueMails } from "~/platform/mail/mail.server";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { venueName } from "~/rules/venue-name";
import { offerName } from "~/rules/waiting-list";
import { offerLink } from "../mail/answer-link.server";
import { findAnother } from "../mail/mail-links.server";
import { untilText, policyParagraph, priceParagraph, stayText } from "../mail/mail-paragraphs";
import { referenceText } from "../mail/mails.server";
import { hrefWithDays } from "../reserve/forms";

interface Offered {
  wish: Wish;
  hold: Reservation;
  person: Pick<User, "name" | "email">;
  venue: Pick<Venue, "postalCode">;
}

/** Tells somebody that their days came free and are held for them, in the transaction that holds them. */
export async function queueOfferMail(
  { wish, hold, person, venue }: Offered,
  session: ClientSession,
): Promise<void> {
  const until = untilText(hold.holdUntil!, venue);
  const mail = {
    key: `wish-offered:${offerName(wish)}`,
    about: hold._id.toString(),
    to: person.email,
    subject: `Vos dates se sont libérées\u00a0: ${stayText(hold)}`,
    paragraphs: [
      `Bonjour ${person.name},`,
      `Vous êtes sur la liste d’attente\u00a0: ${stayText(hold)}.`,
      `Ces dates se sont libérées. Elles vous sont gardées jusqu’au ${until}\u00a0: réservez et payez avant, ou elles ne vous sont plus gardées et vous quittez la liste pour ces dates. Rien n’est débité d’ici là.`,
      priceParagraph(hold, "buyer"),
      policyParagraph(hold, venue),
      "Le bouton ouvre une page qui vous demande de confirmer. Rien ne change avant.",
      referenceText(hold),
    ],
    action: { label: "Voir les dates gardées", url: offerLink(wish) },
  };
  await queueMails([mail], session);
}

interface Ended {
  venue: Pick<Venue, "title" | "city" | "postalCode">;
  wish: Wish;
  /** Those of the wish, in words. */
  dates: string;
}

const elsewhere = ({ venue: { city }, wish: { startDate, endDate } }: Ended) =>
  findAnother({ venueCity: city, startDate, endDate }, new Date());

/**
 * Why nothing comes of a wish: the venue is no longer for rent, the days did not come free in time, or they are free, and
 * anybody's, for less time than somebody needs for whom they would be held.
 */
const ENDED = {
  gone: {
    subject: ({ venue, dates }: Ended) =>
      `le lieu «\u00a0${venueName(venue)}\u00a0» n’est plus proposé, ${dates}`,
    text: ({ venue, dates }: Ended) =>
      `Le lieu «\u00a0${venueName(venue)}\u00a0» n’est plus proposé à la location. Vous n’êtes donc plus sur sa liste d’attente, ${dates}.`,
    action: elsewhere,
  },
  late: {
    subject: ({ venue, dates }: Ended) =>
      `vos dates n’ont pas pu vous être gardées, ${venueName(venue)}, ${dates}`,
    text: ({ venue, dates }: Ended) =>
      `Vous attendiez ${venueName(venue)}, ${dates}. Ces dates n’ont pas pu vous être gardées à temps et ne peuvent plus être réservées. Vous n’êtes donc plus sur la liste d’attente pour elles, et rien n’est débité.`,
    action: elsewhere,
  },
  unheld: {
    subject: ({ venue, dates }: Ended) =>
      `vos dates se sont libérées, ${venueName(venue)}, ${dates}`,
    // A date, not 'until midnight': a mail may wait for hours.
    text: ({ venue, wish: { startDate }, dates }: Ended) =>
      `Vous attendiez ${venueName(venue)}, ${dates}. Ces dates se sont libérées trop tard pour vous être gardées. Jusqu’au ${untilText(parisMidnight(startDate), venue)}, la première personne qui les réserve sur la page du lieu les a. Vous n’êtes plus sur la liste d’attente pour elles, et rien n’est débité.`,
    action: ({ wish }: Ended) => ({
      label: "Voir le lieu à ces dates",
      url: env.APP_URL + hrefWithDays({ ...wish, venueId: wish.venue.toString() }),
    }),
  },
} as const;

/** Tells people that what they wait for will not come. */
export async function queueEndedMails(
  wishes: readonly Wish[],
  venue: Ended["venue"],
  why: keyof typeof ENDED,
  session: ClientSession,
): Promise<void> {
  const people = await UserModel.find(
    {
      _id: trusted({ $in: wishes.map(({ user }) => user) }),
      deletedAt: trusted({ $exists: false }),
      bannedAt: trusted({ $exists: false }),
    },
    "name email",
    { session },
  ).lean();
  const byId = new Map(people.map((person) => [person._id.toString(), person]));
  const mails = wishes.flatMap((wish) => {
    const person = byId.get(wish.user.toString());
    if (!person) return [];
    const ended = { venue, wish, dates: formatPeriod(periodOf(wish)) };
    const { subject, text, action } = ENDED[why];
    return [
      {
        key: `wish-ended:${wish._id.toString()}`,
        to: person.email,
        subject: `Liste d’attente\u00a0: ${subject(ended)}`,
        paragraphs: [`Bonjour ${person.name},`, text(ended)],
        action: action(ended),
      },
    ];
  });
  await queueMails(mails, session);
}
