/** The mails to people on a waiting list. */
import { trusted, type ClientSession } from "mongoose";
import type { Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import type { Venue } from "@models/venue";
import type { Wish } from "@models/wish";
import { queueMails } from "~/platform/mail/mail.server";
import { formatPeriod, periodOf } from "~/rules/calendar";
import { offerName } from "~/rules/waiting-list";
import { offerLink } from "../mail/answer-link.server";
import { findAnother } from "../mail/mail-links.server";
import { untilText, policyParagraph, priceParagraph, stayText } from "../mail/mail-paragraphs";
import { referenceText, whatOf } from "../mail/mails.server";

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
      `Vous êtes sur la liste d’attente\u00a0: ${whatOf(hold)}.`,
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

type Ended = Pick<Venue, "title" | "city">;

/** Why nothing comes of a wish: the venue is no longer for rent, or the days did not come free in time. */
const ENDED = {
  gone: {
    subject: ({ title }: Ended, dates: string) =>
      `le lieu «\u00a0${title}\u00a0» n’est plus proposé, ${dates}`,
    text: ({ title, city }: Ended, dates: string) =>
      `Le lieu «\u00a0${title}\u00a0» (${city}) n’est plus proposé à la location. Vous n’êtes donc plus sur sa liste d’attente, ${dates}.`,
  },
  late: {
    subject: ({ title }: Ended, dates: string) =>
      `vos dates n’ont pas pu vous être gardées, ${title}, ${dates}`,
    text: ({ title, city }: Ended, dates: string) =>
      `Vous attendiez ${title} (${city}), ${dates}. Ces dates n’ont pas pu vous être gardées à temps et ne peuvent plus être réservées. Vous n’êtes donc plus sur la liste d’attente pour elles, et rien n’est débité.`,
  },
} as const;

/** Tells people that what they wait for will not come. */
export async function queueEndedMails(
  wishes: readonly Wish[],
  venue: Ended,
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
    const { user, startDate, endDate } = wish;
    const person = byId.get(user.toString());
    if (!person) return [];
    const dates = formatPeriod(periodOf(wish));
    return [
      {
        key: `wish-ended:${wish._id.toString()}`,
        to: person.email,
        subject: `Liste d’attente\u00a0: ${ENDED[why].subject(venue, dates)}`,
        paragraphs: [`Bonjour ${person.name},`, ENDED[why].text(venue, dates)],
        action: findAnother({ venueCity: venue.city, startDate, endDate }, new Date()),
      },
    ];
  });
  await queueMails(mails, session);
}
