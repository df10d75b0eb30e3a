import { formatEuros } from "~/platform/money";
import { Badge } from "~/ui/badge";
import { BackLink } from "~/ui/back-link";
import { LinkButton } from "~/ui/button";
import { Main } from "~/ui/main";
import type { ReservationPage } from "../lists/reservation-page.server";
import { OtherDatesHint } from "./other-dates-hint";
import { ReservationMoney } from "./reservation-money";
import { ReservationNext } from "./reservation-next";
import { ReservationPlace } from "./reservation-place";
import { StateBadge } from "./state-badge";
import { ConfirmLink } from "~/ui/confirm-panel";
import { Copyable } from "~/ui/copyable";
import { PrintButton } from "~/ui/print-button";

/**
 * The page of one reservation, for its buyer or its owner; it prints on one sheet. A page that shows it asks for its
 * style: `handle = { style: "bookings" }`.
 */
export function ReservationSheet({ page }: { page: ReservationPage }) {
  const { request, side } = page;
  const back =
    side === "buyer"
      ? { href: "/mes-demandes", label: "Mes demandes" }
      : { href: "/mes-locations", label: "Mes locations" };
  return (
    <Main className="sheet frame pb-16 pt-6 print:p-0">
      <BackLink {...back} />
      <div className="stack stack-wide">
        <div className="stack gap-2.5">
          <p className="row">
            <StateBadge tone={request.tone} label={request.label} />
            <TimeToAnswer page={page} />
          </p>
          <h1>{request.venueTitle}</h1>
          <p className="muted print:hidden">{request.venueCity}</p>
          <Copyable
            label="Référence"
            text={request.reference}
            what="la référence"
            done="Référence copiée."
          />
        </div>
        <ReservationNext page={page} />
        <Actions page={page} />
        {page.mayChange && side === "owner" ? <OtherDatesHint /> : null}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)] print:grid-cols-2 print:gap-3">
          <ReservationPlace page={page} />
          <ReservationMoney page={page} />
        </div>
        <History page={page} />
        <p className="print:hidden">
          <a className="line-link" href={`/contact?reference=${request.reference}`}>
            Un problème avec cette réservation&nbsp;?
          </a>
        </p>
      </div>
    </Main>
  );
}

/** How long the owner has left, who is to answer; paper is read later. */
function TimeToAnswer({ page: { side, request, change } }: { page: ReservationPage }) {
  const left = request.answerLeft ?? change?.left;
  if (side !== "owner" || !left) return null;
  return (
    <span className="flex print:hidden">
      <Badge tone="waiting">{left}</Badge>
    </span>
  );
}

/** What there is to do now; on paper nothing. */
function Actions({ page }: { page: ReservationPage }) {
  const { request, side, change, unpaidChange, mayChange, leadsToReview } = page;
  const path = side === "buyer" ? `/mes-demandes/${request.id}` : ownersPath(request.id);
  const takesPlace = ["pending", "capturing", "confirmed"].includes(request.state);
  const mayAnswer = side === "owner" && request.state === "pending";
  const isOver = request.state === "ended";
  if (!request.hold && !takesPlace && !isOver) return null;
  return (
    <p className="row print:hidden">
      {request.hold && side === "buyer" ? (
        <LinkButton href={`/reservation/${request.venueId}/paiement?demande=${request.id}`}>
          Payer
        </LinkButton>
      ) : null}
      {unpaidChange?.isPayable && side === "buyer" ? (
        <LinkButton href={`/reservation/${request.venueId}/paiement?demande=${unpaidChange.id}`}>
          {`Payer ${formatEuros(unpaidChange.more)}`}
        </LinkButton>
      ) : null}
      {mayAnswer ? (
        <>
          <ConfirmLink href={`${path}/accepter`}>Accepter</ConfirmLink>
          <ConfirmLink variant="quiet-danger" href={`${path}/refuser`}>
            Refuser
          </ConfirmLink>
        </>
      ) : null}
      {change && side === "owner" ? (
        <>
          <ConfirmLink href={`${path}/dates/accepter`}>Accepter les dates</ConfirmLink>
          <ConfirmLink variant="quiet-danger" href={`${path}/dates/refuser`}>
            Refuser les dates
          </ConfirmLink>
        </>
      ) : null}
      {change && side === "buyer" ? (
        <ConfirmLink variant="quiet-danger" href={`${path}/dates/renoncer`}>
          Renoncer aux nouvelles dates
        </ConfirmLink>
      ) : null}
      {leadsToReview ? (
        <LinkButton variant="secondary" href={`${path}/avis`}>
          Donner ou voir mon avis
        </LinkButton>
      ) : null}
      {mayChange && side === "buyer" ? (
        <LinkButton variant="secondary" href={`${path}/dates`}>
          Changer les dates
        </LinkButton>
      ) : null}
      {request.state === "confirmed" ? (
        <LinkButton variant="secondary" icon="calendrier" href={`${path}/agenda.ics`}>
          Ajouter à mon agenda (.ics)
        </LinkButton>
      ) : null}
      <PrintButton />
    </p>
  );
}

function ownersPath(id: string): string {
  return `/mes-locations/demandes/${id}`;
}

function History({ page: { history } }: { page: ReservationPage }) {
  return (
    <section className="card panel print:break-inside-avoid" aria-labelledby="titre-historique">
      <h2 id="titre-historique">Historique</h2>
      <ol className="steps">
        {history.map(({ when, text, isToCome }, place) => (
          <li key={`${place} ${text}`} className={isToCome ? "to-come" : undefined}>
            <span className="hint block">{when}</span>
            {isToCome ? <span className="sr-only">{"À venir\u00a0: "}</span> : null}
            <span className="whitespace-pre-line">{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
