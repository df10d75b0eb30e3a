/** The articles of the terms that say what happens to reservations. */
import { MOST_DAYS_HELD } from "~/rules/time-rules";
import { ANSWER_TIME } from "./validation-text";

/** Of the terms of use: how somebody comes to a reservation. */
export function TermsOfReserving() {
  return (
    <>
      <h2>5. Réservations</h2>
      <p>
        Les jours choisis sont retenus 30&nbsp;minutes au plus, le temps de payer&nbsp;; ceux d’un
        changement de dates que le propriétaire a accepté, 24&nbsp;heures au plus&nbsp;; ceux qu’une
        liste d’attente vous garde, 2&nbsp;heures au plus. Selon le lieu, la réservation est
        confirmée dès le paiement, ou le propriétaire répond à la demande&nbsp;; sans réponse de sa
        part, elle est annulée et rien n’est débité. {ANSWER_TIME} Les délais se comptent à l’heure
        de Paris, où que soit le lieu. Les conditions de prix, de changement de dates et
        d’annulation sont dans les <a href="/CGV">conditions générales de vente</a>.
      </p>
    </>
  );
}

/** Of the terms of sale: other dates for what is confirmed (decision 025). */
export function TermsOfChange() {
  return (
    <>
      <h2>5. Changement de dates</h2>
      <p>
        Tant que l’annulation d’une réservation confirmée serait remboursée en totalité, la personne
        qui réserve peut choisir d’autres dates dans Mes demandes, au prix par journée ou par
        demi-journée de sa réservation. Quand le propriétaire valide les demandes lui-même, il a
        24&nbsp;heures pour répondre, moins si les anciennes dates ou les nouvelles commencent
        avant&nbsp;; si notre demande n’a pas pu lui parvenir à temps, ce délai est reporté de
        24&nbsp;heures au plus, et nous vous l’écrivons. Si le nouveau total est moindre, la
        différence est rendue sur la carte qui a payé. S’il est plus élevé, le supplément est à
        payer, avec les mêmes frais de service&nbsp;: dans les 24&nbsp;heures au plus après l’accord
        du propriétaire, ou dans les 30&nbsp;minutes au plus quand cet accord n’est pas demandé.
        Sans réponse ou sans paiement, la réservation reste comme elle est. Ensuite, les délais
        d’annulation se comptent jusqu’au nouveau premier jour.
      </p>
      <p>
        Les nouvelles dates sont libres, et suivent les règles que le lieu a quand elles sont
        demandées&nbsp;: jours fermés, délai avant le premier jour, durée. Aucune ne peut être
        demandée tant que le lieu est indisponible, suspendu ou retiré, qu’un paiement de la
        réservation est contesté auprès d’une banque, ou si une partie du prix a été rendue
        autrement que par un changement de dates, ou va l’être&nbsp;; ni des dates plus chères tant
        que le propriétaire ne peut pas être payé, ou pour plus de {MOST_DAYS_HELD}&nbsp;jours.
      </p>
    </>
  );
}
