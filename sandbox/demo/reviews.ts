import type { Review } from "@models/review";
import type { User } from "@models/user";
import type { Reservation } from "@models/reservation";
import { addMinutes, parisMidnight } from "~/platform/days";
import { chanceOf, idFor } from "./random";

const PUBLISHED = 12;
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

/** What buyers wrote of the reservations they have lived, one each, of as many as there are texts. */
export function makeReviews(
  reservations: readonly Reservation[],
  buyers: readonly User[],
  now: Date,
): Review[] {
  const lived = reservations.filter(({ status }) => status === "ended");
  const chosen = chanceOf("reviews").shuffle(lived).slice(0, PUBLISHED);
  return chosen.flatMap((reservation, index) => {
    const author = buyers.find(({ _id }) => _id.equals(reservation.userId));
    const written = TEXTS[index];
    if (!author || !written) return [];
    const [rating, text] = written;
    const dayAfter = addMinutes(parisMidnight(reservation.endDate), 2 * DAY + 11 * 60 + index);
    const publishedAt = dayAfter < now ? dayAfter : now;
    return [
      {
        _id: idFor(`review:${reservation.reference}`),
        reservation: reservation._id,
        venue: reservation.venueId,
        author: author._id,
        authorName: `${author.name} ${author.lastname.slice(0, 1)}.`,
        authorEntity: author.entityName,
        rating,
        text,
        publishedAt,
        createdAt: publishedAt,
      },
    ];
  });
}
