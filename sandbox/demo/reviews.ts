import type { Review } from "@models/review";
import type { User } from "@models/user";
import type { Reservation } from "@models/reservation";
import type { VenueRating } from "@models/venue";
import type { Types } from "mongoose";
import { shortName } from "~/accounts/display-name";
import { addMinutes, compareDays, parisMidnight } from "~/platform/days";
import { ratingOf } from "~/venues/rating";
import { chanceOf, idFor } from "./random";

const DAY = 24 * 60;

const TEXTS: readonly [rating: number, text: string][] = [
  [5, "Une salle magnifique et un accueil aux petits soins. Nos invités en parlent encore."],
  [5, "Tout était prêt à notre arrivée, jusqu’au plan de table. Nous reviendrons."],
  [4, "Très bel endroit, lumineux et calme. Le stationnement demande un peu de patience."],
  [5, "Réservation faite en cinq minutes, clés remises sur place\u00a0: rien à redire."],
  [4, "Bon rapport qualité-prix. La cuisine est petite mais très bien équipée."],
  [5, "L’acoustique est excellente, les musiciens étaient ravis."],
  [4, "Équipe disponible et matériel en bon état. Il manquait seulement quelques chaises."],
  [5, "Le cadre idéal pour notre assemblée générale, avec une connexion solide toute la journée."],
  [3, "Lieu agréable, chauffage un peu lent à démarrer le matin."],
  [
    5,
    "Nous avons célébré nos quarante ans ici\u00a0: soirée parfaite, du jardin à la piste de danse.",
  ],
  [4, "Séminaire très réussi. Prévoir des rallonges pour les ordinateurs."],
  [5, "Le propriétaire répond vite et connaît son métier. Je recommande sans hésiter."],
];

/** Of the stays that ended last, and not read by anybody yet. */
const UNREAD: readonly [rating: number, text: string][] = [
  [5, "Une équipe aux petits soins et un lieu plein de charme, du parking au dernier verre."],
  [2, "Salle propre, mais le chauffage est resté en panne toute la matinée de notre réunion."],
];
const REFUSED = {
  rating: 1,
  text: "Appelez-moi au 06\u00a000\u00a000\u00a000\u00a000, je vous raconterai ce qui s’est passé.",
  refusal: "L’avis donne un numéro de téléphone.",
};

/**
 * What buyers wrote of the reservations they have lived, one each: as many published ones as there are
 * texts; of those that ended last, some that wait to be read, and a refused one.
 */
export function makeReviews(
  reservations: readonly Reservation[],
  buyers: readonly User[],
  now: Date,
): Review[] {
  const lived = reservations
    .filter(({ status }) => status === "ended")
    .sort((one, other) => compareDays(other.endDate, one.endDate));
  const last = lived.slice(0, UNREAD.length + 1);
  const others = chanceOf("reviews").shuffle(lived.slice(last.length));
  const written = [...others.slice(0, TEXTS.length), ...last];
  return written.flatMap((reservation, index) => {
    const author = buyers.find(({ _id }) => _id.equals(reservation.userId));
    if (!author) return [];
    const dayAfter = addMinutes(parisMidnight(reservation.endDate), 2 * DAY + 11 * 60 + index);
    const createdAt = dayAfter < now ? dayAfter : now;
    return [
      {
        _id: idFor(`review:${reservation.reference}`),
        reservation: reservation._id,
        venue: reservation.venueId,
        author: author._id,
        authorName: shortName(author),
        authorEntity: author.entityName,
        stayDay: reservation.startDate,
        createdAt,
        ...wordsOf(index, createdAt),
      },
    ];
  });
}

function wordsOf(index: number, at: Date): Pick<Review, "rating" | "text" | "state"> {
  const published = TEXTS[index];
  if (published) {
    const [rating, text] = published;
    const isShown = { state: "published" as const, publishedAt: at };
    return { rating, text, ...isShown };
  }
  const unread = UNREAD[index - TEXTS.length];
  if (unread) return { rating: unread[0], text: unread[1], state: "pending" };
  return { ...REFUSED, state: "refused" };
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
