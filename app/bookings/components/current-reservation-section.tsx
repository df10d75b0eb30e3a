import { formatEuros } from "~/platform/money";
import { LinkButton } from "~/ui/button";
import { FormSection } from "~/ui/form-section";
import type { ReservationView } from "../record/reservation-view.server";
import { StateBadge } from "./state-badge";

/** One reservation of someone's, of those that the page is about, with the way to it and to all of them. */
export function CurrentReservationSection({ request }: { request: ReservationView | null }) {
  return (
    <FormSection id="mes-demandes" title="Mes Demandes">
      {request ? (
        <div className="stack gap-2">
          <p>
            <a href={`/mes-demandes/${request.id}`}>
              <b>{request.venueTitle}</b>
            </a>
            , {request.venueCity}
          </p>
          <p>
            {request.periodText}, {formatEuros(request.total)}
          </p>
          <p className="row">
            <StateBadge tone={request.tone} label={request.label} />
            <span className="muted">Référence {request.reference}</span>
          </p>
          {request.answerBy ? <p>{`Réponse attendue avant le ${request.answerBy}.`}</p> : null}
          {request.hold ? (
            <p>
              <LinkButton
                compact
                href={`/reservation/${request.venueId}/paiement?demande=${request.id}`}
              >
                {`Payer avant le ${request.hold.until}`}
              </LinkButton>
            </p>
          ) : null}
        </div>
      ) : (
        <p className="muted">Vous n’avez pas de réservation à venir.</p>
      )}
      <p>
        <LinkButton variant="secondary" icon="calendrier" href="/mes-demandes">
          Voir mes demandes
        </LinkButton>
      </p>
    </FormSection>
  );
}
