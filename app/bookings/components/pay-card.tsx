import type { Lessor } from "@models/reservation";
import { contractTexts, lessorLines } from "~/accounts/lessor";
import { cardHref } from "~/accounts/components/identity-missing";
import { formatEuros } from "~/platform/money";
import { ofName } from "~/platform/of-name";
import { Button } from "~/ui/button";
import { CardForm, type StripeScript } from "~/ui/card-form";
import { Form } from "~/ui/form";
import { useEnhance } from "~/ui/page-assets";
import { Banner } from "~/ui/toast";
import { minutesText } from "~/rules/time-left";
import type { ReceiptHolder } from "../payment/receipt-holder";
import type { ReservationView } from "../record/reservation-view.server";
import { hrefWithDays } from "../reserve/forms";
import { RequestRecap } from "./request-recap";
import { NOT_PAYABLE } from "./reservation-next";
import { validationText } from "./validation-text";

interface PayCardProps {
  request: ReservationView;
  /** Who rents out; null where they are gone. */
  lessor: Lessor | null;
  /** In whose name the receipt will be; null where that is not known. */
  holder: ReceiptHolder | null;
  hold: NonNullable<ReservationView["hold"]>;
  /** For the card form; null: the hosted page alone. */
  stripe: StripeScript | null;
  /** Else nothing asks for its payment. */
  isPayable: boolean;
}

const OTHER_DATES =
  "Pour d’autres dates, choisissez-les sur la page du lieu\u00a0: elles remplacent celles-ci, et se paient avant la même heure, dans les 30\u00a0minutes au plus. ";

/**
 * The last look before paying: what, how much, until when, with the way to give up (`abandon`); then pay (`pay`
 * leads to the hosted page, the card form stands before it where scripts run). Nothing to press comes after the
 * card form, which makes room for itself while one reads.
 */
export function PayCard({ request, lessor, holder, hold, stripe, isPayable }: PayCardProps) {
  const { supplementTo } = request;
  return (
    <>
      <HoldTime request={request} hold={hold} />
      <section className="card panel" aria-labelledby="titre-recapitulatif">
        <h2 id="titre-recapitulatif">{supplementTo ? "Vos nouvelles dates" : "Votre demande"}</h2>
        <RequestRecap request={request} />
        <ContractTerms lessor={lessor} />
        {holder ? <ReceiptName holder={holder} /> : null}
        <Form action={hrefOf(request)} className="justify-items-start">
          <Button variant="quiet-danger" compact name="intent" value="abandon">
            {supplementTo ? "Garder mes dates" : "Annuler cette demande"}
          </Button>
        </Form>
        {supplementTo?.isAgreed ? null : (
          <p className="hint">
            {supplementTo ? null : OTHER_DATES}
            Annulée ou non payée, cette demande ferme ce lieu à vos réservations pendant
            10&nbsp;minutes, puis 30, puis un jour.
          </p>
        )}
      </section>
      <div className={stripe ? "card-room" : undefined}>
        <section className="card panel" aria-labelledby="titre-paiement">
          <h2 id="titre-paiement">Paiement</h2>
          <p>
            {supplementTo
              ? `C’est ce que vos nouvelles dates coûtent en plus. Dès que ce supplément est payé, elles remplacent les anciennes, ${supplementTo.periodText}\u00a0; sinon, votre réservation reste comme elle est.`
              : validationText(request)}
          </p>
          {isPayable ? <WaysToPay request={request} stripe={stripe} /> : <p>{NOT_PAYABLE}</p>}
        </section>
      </div>
    </>
  );
}

const hrefOf = ({ id, venueId }: ReservationView) =>
  `/reservation/${venueId}/paiement?demande=${id}`;

function WaysToPay({ request, stripe }: Pick<PayCardProps, "request" | "stripe">) {
  const { id, venueId, total } = request;
  const action = hrefOf(request);
  const label = `Payer ${formatEuros(total)} — réservation avec obligation de paiement`;
  return (
    <CardForm
      stripe={stripe}
      options={{
        label,
        hostedAction: action,
        successHref: `/reservation/${venueId}/success?demande=${id}`,
        charge: { id: venueId, reservationId: id, amount: total },
        captureMethod: request.needValidation ? "manual" : "automatic_async",
      }}
    >
      <Form action={action}>
        <Button wide name="intent" value="pay">
          {label}
        </Button>
      </Form>
    </CardForm>
  );
}

/** Until when the days are held; a script counts it down, and says at the end that it is over. */
function HoldTime({ request, hold }: Pick<PayCardProps, "request" | "hold">) {
  const { supplementTo } = request;
  const countdown = useEnhance("hold-countdown");
  return (
    <div className="contents" {...countdown} data-seconds={hold.secondsLeft}>
      <Banner>
        {`${supplementTo ? "Vos nouvelles dates" : "Vos dates"} sont retenues jusqu’au ${hold.until}, `}
        {/* Or each minute would be said. */}
        <span aria-live="off">{`encore ${minutesText(hold.minutesLeft)}`}</span>.
      </Banner>
      <p className="sr-only" role="status" />
      <template>
        <Banner type="error">
          {`Le délai de paiement est dépassé\u00a0: ${supplementTo ? "ces nouvelles dates" : "vos dates"} ne sont plus retenues. `}
          <a href={supplementTo ? `/mes-demandes/${supplementTo.id}/dates` : hrefWithDays(request)}>
            Choisir de nouveau vos dates
          </a>
        </Banner>
      </template>
    </div>
  );
}

/** With whom the contract is, and what it is, before anybody is bound by it. */
function ContractTerms({ lessor }: Pick<PayCardProps, "lessor">) {
  return (
    <>
      {lessor ? <p className="whitespace-pre-line">{lessorLines(lessor).join("\n")}</p> : null}
      <p className="hint">
        {`${contractTexts(lessor).join(" ")} `}
        En payant, vous acceptez les <a href="/CGV">conditions générales de vente</a>.
      </p>
    </>
  );
}

/** In whose name the receipt will be, which is never made anew. The profile opens beside this page, whose card form keeps what is typed. */
function ReceiptName({ holder: { name, lines, lacking } }: { holder: ReceiptHolder }) {
  return (
    <>
      <p className="whitespace-pre-line">
        {[`Le reçu sera au nom ${ofName(name)}`, ...lines].join("\n")}
      </p>
      <p className="hint">
        {lacking ? <b>{`Il y manque ${lacking.limit}. `}</b> : null}
        Il reprend ce que dit votre profil quand votre carte est débitée, et ne change plus ensuite.{" "}
        <a
          href={lacking ? cardHref(lacking.field) : "/profil"}
          target="_blank"
          rel="noopener noreferrer"
        >
          Modifier dans mon profil (nouvelle fenêtre)
        </a>
      </p>
    </>
  );
}
