import { formatEuros } from "~/platform/money";
import { Button } from "~/ui/button";
import { DateRangeFields } from "~/ui/date-range-fields";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { Banner } from "~/ui/toast";
import { useEnhance } from "~/ui/page-assets";
import type { BookingPage } from "../reserve/booking-page.server";
import type { BreakdownLine } from "../rules/price";
import { validationText } from "./validation-text";

/** The lines of a price as the breakdown shows them, the total apart. */
export function Breakdown({ lines }: { lines: readonly BreakdownLine[] }) {
  const shown = lines.map(({ key, label, amount }) => ({
    key,
    label,
    amount: formatEuros(amount),
  }));
  return (
    <PriceBreakdown
      lines={shown.filter(({ key }) => key !== "total")}
      total={shown.find(({ key }) => key === "total")}
    />
  );
}

interface BookingFormProps {
  page: BookingPage;
  /** What was typed in a refused form; it wins over the query string. */
  chosen: BookingPage["chosen"];
  /** Why the form was refused. */
  error: string | undefined;
  /** Tells a second press of this form from a new one. */
  requestKey: string;
}

/**
 * Days, price and 'Réserver'. 'Mettre à jour le prix' comes first, so that the Enter key works the
 * price out and never reserves by accident.
 */
export function BookingForm({ page, chosen, error, requestKey }: BookingFormProps) {
  const { venue, offer } = page;
  const problem = error ?? page.problem ?? undefined;
  return (
    <form
      className="stack stack-wide"
      action={`/reservation/${venue.id}`}
      method="post"
      {...useEnhance("submit-once")}
    >
      <DateRangeFields
        start={chosen.start}
        end={chosen.end}
        min={page.earliest}
        max={page.latest}
        slots={venue.time === "Half" ? { start: chosen.startSlot, end: chosen.endSlot } : undefined}
        error={problem}
        unavailable={page.unavailable}
      />
      {offer ? <Breakdown lines={offer.lines} /> : null}
      <p className="hint">{page.policyText}</p>
      {venue.isOpen ? (
        <>
          <p className="hint">{validationText(venue)}</p>
          <Button wide name="requestKey" value={requestKey}>
            Réserver
          </Button>
        </>
      ) : (
        <Banner>Ce lieu n’accepte pas encore les réservations.</Banner>
      )}
    </form>
  );
}
