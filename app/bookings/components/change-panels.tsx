import { formatEuros } from "~/platform/money";
import { Button, LinkButton } from "~/ui/button";
import { DateRangeFields } from "~/ui/date-range-fields";
import { Form } from "~/ui/form";
import { HiddenFields } from "~/ui/hidden-fields";
import type { ChangePage } from "../change/change-page.server";
import { Breakdown } from "./booking-form";
import { RecapRows } from "./recap-rows";

/** The days to choose, sent by GET so that the recap has an address of its own. */
export function ChangeFields({ page, error }: { page: ChangePage; error: string | undefined }) {
  const { request, chosen, earliest, latest, ruleTerms, unavailable, needsYes } = page;
  return (
    <form
      className="card panel"
      method="get"
      action={`/mes-demandes/${request.id}/dates`}
      noValidate
    >
      <DateRangeFields
        legend="Nouvelles dates"
        start={chosen.start}
        end={chosen.end}
        min={earliest}
        max={latest}
        slots={
          request.period === "Half" ? { start: chosen.startSlot, end: chosen.endSlot } : undefined
        }
        error={error}
        unavailable={unavailable}
        withoutUpdate
      />
      {ruleTerms.length > 0 ? <p className="hint">{ruleTerms.join(" ")}</p> : null}
      <p className="hint">
        {`Le prix par ${request.period === "Half" ? "demi-journée" : "jour"} reste celui de votre réservation. `}
        {`Si les nouvelles dates coûtent plus, vous payez la différence ${needsYes ? "une fois que le propriétaire les a acceptées" : "aussitôt"}.`}
      </p>
      <Button variant={page.offer ? "secondary" : "primary"}>Voir le changement</Button>
    </form>
  );
}

/** Old and new dates, both prices, the difference and what happens; the button changes them. */
export function ChangeRecap({
  request,
  offer,
  needsYes,
}: Pick<ChangePage, "request" | "needsYes"> & { offer: NonNullable<ChangePage["offer"]> }) {
  const { stay } = offer;
  const facts = [
    ["Dates réservées", request.periodText],
    ["Nouvelles dates", offer.periodText],
    ["Prix payé", formatEuros(request.total)],
    ["Nouveau prix", formatEuros(offer.total)],
    ["Différence", differenceText(offer.less)],
  ] as const;
  return (
    <section className="card panel" aria-labelledby="titre-changement">
      <h2 id="titre-changement">Votre changement</h2>
      <dl className="grid gap-2">
        <RecapRows facts={facts} />
      </dl>
      <Breakdown lines={offer.lines} />
      <p>{whatHappens(offer, needsYes)}</p>
      <Form>
        <HiddenFields of={{ ...stay, total: offer.total }} />
        <div className="row">
          <Button className="grow">{buttonText(offer, needsYes)}</Button>
          <LinkButton className="grow" variant="secondary" href={`/mes-demandes/${request.id}`}>
            Garder mes dates
          </LinkButton>
        </div>
      </Form>
    </section>
  );
}

function differenceText(less: number): string {
  if (less === 0) return "aucune";
  return less > 0 ? `${formatEuros(less)} à vous rendre` : `${formatEuros(-less)} à payer`;
}

type Offer = NonNullable<ChangePage["offer"]>;

function buttonText({ less, agreedUntil }: Offer, needsYes: boolean): string {
  if (agreedUntil) return "Payer la différence";
  if (less < 0 && !needsYes) return "Retenir ces dates et payer";
  return needsYes ? "Demander ces dates" : "Confirmer les nouvelles dates";
}

const ASKED =
  "Le propriétaire a 24\u00a0heures pour accepter, sauf report par nous. Jusque-là, vos dates et les nouvelles vous sont gardées\u00a0; s’il refuse, votre réservation reste comme elle est. S’il accepte";

function whatHappens({ less, agreedUntil }: Offer, needsYes: boolean): string {
  if (less < 0) {
    const sum = formatEuros(-less);
    const then = "sinon, votre réservation reste comme elle est.";
    if (agreedUntil) {
      return `Le propriétaire a accepté ces dates. Elles vous sont retenues jusqu’au ${agreedUntil}, le temps de payer les ${sum} de différence. Vos dates changent dès que c’est payé\u00a0; ${then}`;
    }
    return needsYes
      ? `${ASKED}, vous avez à votre tour 24\u00a0heures au plus pour payer les ${sum} de différence. Vos dates changent dès que c’est payé\u00a0; ${then}`
      : `Les nouvelles dates vous sont retenues pendant 30\u00a0minutes au plus, le temps de payer les ${sum} de différence. Dès que c’est payé, vos dates sont changées et les anciennes ne vous sont plus gardées\u00a0; ${then}`;
  }
  const money =
    less > 0
      ? ` La différence, ${formatEuros(less)}, sera rendue sur la carte qui a payé, frais de service compris, avec un avoir.`
      : " Vous n’avez rien à payer.";
  return needsYes
    ? `${ASKED}, vos dates sont changées.${money}`
    : `Vos dates changent tout de suite, et les anciennes ne vous sont plus gardées.${money}`;
}
