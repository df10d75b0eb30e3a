import type { VenueType } from "@models/enumerations";
import type { Review } from "@models/review";
import type { User } from "@models/user";
import type { Reservation } from "@models/reservation";
import type { Venue, VenueRating } from "@models/venue";
import type { Types } from "mongoose";
import { displayName } from "~/accounts/display-name";
import { DAY_MINUTES, addMinutes, compareDays, parisMidnight } from "~/platform/days";
import { ratingOf } from "~/venues/rating";
import { chanceOf, idFor } from "./random";

/** What may be said of some kinds of venue, or of any. */
interface Words {
  rating: number;
  text: string;
  /** Absent when it fits them all. */
  of?: readonly VenueType[];
}

const FESTIVE = ["Salles de réception", "Salles de banquet", "Salles de fête"] as const;
const ESTATES = ["Châteaux", "Manoirs", "Villas"] as const;
const COMMUNAL = ["Salles polyvalentes", "Salles municipales"] as const;
const AT_WORK = ["Salle de réunion", "Bureaux", "Espaces coworking"] as const;
const STAGES = ["Auditoriums", "Salles de concert", "Salles de spectacle"] as const;

/** Those that fit any come last, so that the others find a stay of theirs. */
const TEXTS: readonly Words[] = [
  {
    rating: 5,
    text: "L’acoustique est excellente, les musiciens étaient ravis.",
    of: STAGES,
  },
  {
    rating: 5,
    text: "Nous avons célébré nos quarante ans ici\u00a0: soirée parfaite, du jardin à la piste de danse.",
    of: ESTATES,
  },
  {
    rating: 5,
    text: "Le cadre idéal pour notre assemblée générale, avec une connexion solide toute la journée.",
    of: ["Salles de conférence", "Salle de réunion"],
  },
  {
    rating: 5,
    text: "Une salle magnifique et un accueil aux petits soins. Nos invités en parlent encore.",
    of: FESTIVE,
  },
  {
    rating: 4,
    text: "Séminaire très réussi. Prévoir des rallonges pour les ordinateurs.",
    of: [...AT_WORK, "Salles de conférence"],
  },
  {
    rating: 4,
    text: "Très bel endroit, lumineux et calme. Trouver l’entrée demande un peu de patience.",
    of: [...AT_WORK, "Salles d'exposition", "Expérience"],
  },
  {
    rating: 4,
    text: "Bon rapport qualité-prix. La cuisine est petite mais très bien équipée.",
    of: [...COMMUNAL, "Salles de fête"],
  },
  {
    rating: 5,
    text: "Tout était prêt à notre arrivée, jusqu’au plan de table. Nous reviendrons.",
    of: [...FESTIVE, ...ESTATES, "Jardins", "Chapiteaux", "Expérience"],
  },
  {
    rating: 4,
    text: "Équipe disponible et matériel en bon état. L’état des lieux a seulement pris du retard.",
    of: [...FESTIVE, ...COMMUNAL, "Salles de conférence", "Jardins", "Espaces extérieurs"],
  },
  {
    rating: 3,
    text: "Lieu agréable, chauffage un peu lent à démarrer le matin.",
    of: [...FESTIVE, ...COMMUNAL, ...AT_WORK, ...STAGES, "Salles d'exposition"],
  },
  {
    rating: 5,
    text: "Réponse rapide, consignes claires, lieu conforme aux photos\u00a0: rien à redire.",
  },
  {
    rating: 5,
    text: "Un interlocuteur qui répond vite et connaît son métier. Je recommande sans hésiter.",
  },
];

/** Of the stays that ended last, and not read by anybody yet. */
const UNREAD: readonly Words[] = [
  {
    rating: 5,
    text: "Une équipe aux petits soins et un lieu plein de charme, de l’accueil au dernier verre.",
    of: [...FESTIVE, ...ESTATES, "Jardins", "Chapiteaux", "Espaces extérieurs", "Expérience"],
  },
  {
    rating: 2,
    text: "Salle propre, mais le chauffage est resté en panne toute la matinée de notre réunion.",
    of: [...AT_WORK, ...COMMUNAL, "Salles de conférence"],
  },
];
const REFUSED: Words = {
  rating: 1,
  text: "Appelez-moi au 06\u00a000\u00a000\u00a000\u00a000, je vous raconterai ce qui s’est passé.",
};

/**
 * What buyers wrote of the reservations they have lived, one each, and each of a venue that its words fit: as many
 * published ones as there are texts; of those that ended last, some that wait to be read, and a refused one. Words
 * that fit no stay are left out.
 */
export function makeReviews(
  reservations: readonly Reservation[],
  venues: readonly Pick<Venue, "_id" | "type">[],
  buyers: readonly User[],
  now: Date,
): Review[] {
  const kinds = new Map(venues.map(({ _id, type: [kind] }) => [_id.toHexString(), kind]));
  const lived = reservations
    .filter(({ status }) => status === "ended")
    .sort((one, other) => compareDays(other.endDate, one.endDate));
  const last = giveOut([...UNREAD, REFUSED], lived, kinds);
  const given = new Set(last.map(({ reservation }) => reservation));
  const others = chanceOf("reviews").shuffle(lived.filter((one) => !given.has(one)));
  return [...giveOut(TEXTS, others, kinds), ...last].flatMap(({ words, reservation }, index) => {
    const author = buyers.find(({ _id }) => _id.equals(reservation.userId));
    if (!author) return [];
    const dayAfter = addMinutes(
      parisMidnight(reservation.endDate),
      2 * DAY_MINUTES + 11 * 60 + index,
    );
    const createdAt = dayAfter < now ? dayAfter : now;
    return [
      {
        _id: idFor(`review:${reservation.reference}`),
        reservation: reservation._id,
        venue: reservation.venueId,
        author: author._id,
        authorName: displayName(author),
        stayDay: reservation.startDate,
        createdAt,
        rating: words.rating,
        text: words.text,
        ...stateOf(words, createdAt),
      },
    ];
  });
}

interface Given {
  words: Words;
  reservation: Reservation;
}

/** To all the words in turn the first stay that is left and that they fit. */
function giveOut(
  all: readonly Words[],
  stays: readonly Reservation[],
  kinds: ReadonlyMap<string, VenueType | undefined>,
): Given[] {
  const left = new Set(stays);
  return all.flatMap((words) => {
    const reservation = [...left].find(({ venueId }) => {
      const kind = kinds.get(venueId.toHexString());
      return !words.of || (kind !== undefined && words.of.includes(kind));
    });
    if (!reservation) return [];
    left.delete(reservation);
    return [{ words, reservation }];
  });
}

function stateOf(words: Words, at: Date): Pick<Review, "state" | "publishedAt" | "refusal"> {
  if (words === REFUSED)
    return { state: "refused", refusal: "L’avis donne un numéro de téléphone." };
  return UNREAD.includes(words) ? { state: "pending" } : { state: "published", publishedAt: at };
}

/** What the published reviews of a venue come to; undefined where there are none. */
export function ratingFrom(
  venue: Types.ObjectId,
  reviews: readonly Review[],
): VenueRating | undefined {
  const shown = reviews.filter((one) => one.state === "published" && one.venue.equals(venue));
  return ratingOf(
    shown.length,
    shown.reduce((sum, { rating }) => sum + rating, 0),
  );
}
