import { ReadStripeForm } from "~/admin/records/components/decision";
import { RecordFacts, RecordPart, Breadcrumb } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { StateBadge } from "~/bookings/components/state-badge";
import { formatEuros } from "~/platform/money";
import { Button, LinkButton } from "~/ui/button";
import { DangerZone } from "~/ui/form-section";
import { NumberField } from "~/ui/inputs";
import { Banner } from "~/ui/toast";
import type { ReservationRecord } from "../reservation-record.server";
import { BalanceBar } from "./balance-bar";

export function ReservationHead({ record: { request } }: { record: ReservationRecord }) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/reservation" list="Réservations" name={request.reference} />
      <div className="office-head">
        <h1>{`Réservation ${request.reference}`}</h1>
        <StateBadge tone={request.tone} label={request.label} />
      </div>
    </div>
  );
}

interface OpenCasesProps {
  /** Each with the way to its own page. */
  cases: { key: string; title: string; context: string; href: string }[];
}

/** What waits about it in the queue, each with the way to its own page. */
export function OpenCases({ cases }: OpenCasesProps) {
  if (cases.length === 0) return null;
  return (
    <Banner type="error">
      <ul className="stack">
        {cases.map(({ key, title, context, href }) => (
          <li key={key} className="anywhere">
            <b>{title}.</b> {context}{" "}
            <a className="office-link" href={href}>
              Voir le dossier<span className="sr-only">{`\u00a0: ${title}`}</span>
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

const side = (one: ReservationRecord["buyer"]) =>
  one ? (
    <>
      <a href={`/admin/user/${one.id}`}>{one.name}</a>
      {`, ${one.kind}`}
    </>
  ) : (
    "Compte supprimé"
  );

export function ReservationFacts({ record }: { record: ReservationRecord }) {
  const { request, price, buyer, owner, identifiers } = record;
  return (
    <RecordPart id="bref" title="En bref" card>
      <RecordFacts
        facts={[
          {
            label: "Lieu",
            value: (
              <>
                <a href={`/admin/location/${request.venueId}`}>{request.venueTitle}</a>
                {`, ${request.venueCity}`}
              </>
            ),
          },
          { label: "Jours", value: `${request.periodText}, ${price}` },
          { label: "Acheteur", value: side(buyer) },
          { label: "Propriétaire", value: side(owner) },
          { label: "Annulation", value: request.policyText },
          { label: "Réponse attendue avant", value: request.answerBy },
          {
            label: "Paiement",
            value:
              identifiers.length > 0 ? (
                <span className="identifier">{identifiers.join(" ")}</span>
              ) : null,
          },
        ]}
      />
    </RecordPart>
  );
}

export function MoneyPart({ record: { sum, balance } }: { record: ReservationRecord }) {
  const [paid, owner, platform, refunded] = sum.map(({ amount }) => amount);
  return (
    <RecordPart id="argent" title="Où est l’argent" card>
      {balance.paid > 0 ? (
        <>
          <p>
            <b>{`Payé ${paid}`}</b>
            {` = propriétaire ${owner} + plateforme ${platform} + remboursé ${refunded}`}
          </p>
          <BalanceBar balance={balance} />
        </>
      ) : (
        <p className="muted">Aucun débit n’est enregistré.</p>
      )}
    </RecordPart>
  );
}

/** What whoever looks leaves to somebody else, since it would be in their own favour. */
export interface OwnMatter {
  refund: boolean;
  cancel: boolean;
  extend: boolean;
}

interface Acts {
  record: ReservationRecord;
  own: OwnMatter;
}

/** What may be done that moves no money of itself. */
export function FollowPart({ record: { request, mayExtend }, own }: Acts) {
  const path = `/admin/reservation/${request.id}`;
  if (!useMay()("reservations.follow")) return null;
  return (
    <RecordPart id="suivre" title="Suivre" card>
      <p>
        Relire compare l’état et les montants avec Stripe, et achève ce qui était décidé. Un e-mail
        se renvoie depuis la frise.
      </p>
      <div className="row">
        <ReadStripeForm />
        {mayExtend && !own.extend ? (
          <LinkButton variant="secondary" icon="sablier" href={`${path}/prolonger`}>
            Prolonger le délai de réponse
          </LinkButton>
        ) : null}
      </div>
    </RecordPart>
  );
}

/** What cannot be taken back, each on a page of its own. */
export function ReservationActs({ record, own }: Acts) {
  const { request, left, mayCancel } = record;
  const may = useMay();
  const path = `/admin/reservation/${request.id}`;
  const isRefundable = left > 0 && may("reservations.refund") && !own.refund;
  const isCancellable = mayCancel && may("reservations.cancel") && !own.cancel;
  if (!isRefundable && !isCancellable) return null;
  return (
    <DangerZone id="agir-titre" title="Agir sur cette réservation">
      <p>La page suivante demande un motif et votre mot de passe.</p>
      {isRefundable ? <AmountForm path={path} left={left} /> : null}
      {isCancellable ? (
        <p className="row">
          <LinkButton variant="quiet-danger" icon="calendrier" href={`${path}/annuler`}>
            Annuler et tout rembourser
          </LinkButton>
        </p>
      ) : null}
    </DangerZone>
  );
}

interface AmountFormProps {
  path: string;
  left: number;
  /** What was typed, and why it will not do. */
  typed?: string;
  problem?: string | null;
}

/** Asks how much is to be given back; the ceiling is said before the field. */
export function AmountForm({ path, left, typed, problem }: AmountFormProps) {
  return (
    <form className="stack" method="get" action={`${path}/rembourser`} noValidate>
      <NumberField
        label="Rembourser au-delà de la politique"
        name="montant"
        hint={`${formatEuros(left)} au plus\u00a0: ce qui reste de ce qui a été payé.`}
        inputMode="decimal"
        unit="€"
        defaultValue={typed}
        error={problem ?? undefined}
      />
      <div>
        <Button variant="quiet-danger" icon="euro">
          Continuer
        </Button>
      </div>
    </form>
  );
}
