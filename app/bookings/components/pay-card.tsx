import { formatEuros } from "~/platform/money";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { Banner } from "~/ui/toast";
import type { ReservationView } from "../reservation-view.server";
import { RequestRecap } from "./request-recap";
import { validationText } from "./validation-text";

interface PayCardProps {
  request: ReservationView;
  hold: NonNullable<ReservationView["hold"]>;
}

/** The last look before paying: what, how much, until when; then pay (`pay`) or give up (`abandon`). */
export function PayCard({ request, hold }: PayCardProps) {
  const action = `/reservation/${request.venueId}/paiement?demande=${request.id}`;
  return (
    <>
      <Banner>
        {`Vos dates sont retenues jusqu’au ${hold.until}, encore ${hold.minutesLeft}\u00a0min.`}
      </Banner>
      <div className="card panel">
        <RequestRecap request={request} />
        <p>{validationText(request)}</p>
        <Form action={action}>
          <Button wide name="intent" value="pay">
            {`Payer ${formatEuros(request.total)} — réservation avec obligation de paiement`}
          </Button>
        </Form>
        <Form action={action}>
          <Button variant="quiet-danger" wide name="intent" value="abandon">
            Annuler cette demande
          </Button>
        </Form>
        <p className="hint">
          Pour d’autres dates, choisissez-les sur la page du lieu&nbsp;: elles remplacent celles-ci,
          avec la même heure limite. Annulée ou non payée, cette demande ferme ce lieu à vos
          réservations pendant 10 minutes, puis 30, puis un jour.
        </p>
      </div>
    </>
  );
}
