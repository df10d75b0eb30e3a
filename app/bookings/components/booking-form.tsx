import { parseDay } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { PARIS, zoneOf } from "~/platform/zones";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { DateRange } from "~/ui/date-range/date-range";
import type { DateRangeOptions } from "~/ui/date-range/options";
import { DateRangeFields, UnavailablePeriods } from "~/ui/date-range-fields";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { useEnhance } from "~/ui/page-assets";
import type { BreakdownLine } from "~/rules/price";
import { waitingPath } from "../waiting/forms";
import type { BookingPage } from "../reserve/booking-page.server";
import { stayShortcuts } from "./stay-shortcuts";
import { validationText } from "./validation-text";

/** The lines of a price as they are shown, the total apart. */
function shownPrice(lines: readonly BreakdownLine[]) {
  const shown = lines.map(({ key, label, amount }) => ({
    key,
    label,
    amount: formatEuros(amount),
  }));
  return {
    lines: shown.filter(({ key }) => key !== "total"),
    total: shown.find(({ key }) => key === "total"),
  };
}

/** The lines of a price as the breakdown shows them. */
export function Breakdown({ lines }: { lines: readonly BreakdownLine[] }) {
  return <PriceBreakdown {...shownPrice(lines)} />;
}

/** The calendar of a venue: its half days, its price, and what of it is taken. */
function pickerOptions(
  { venue, earliest, latest, taken, today, rules }: BookingPage,
  chosen: BookingPage["chosen"],
  error: string | undefined,
): DateRangeOptions {
  const { start, end, startSlot, endSlot } = chosen;
  const range = { start: parseDay(start), end: parseDay(end) };
  return {
    id: "periode",
    label: "Date de réservations",
    placeholder: "Date de réservations",
    locale: "fr",
    displayFormat: "DD/MM/YYYY",
    separator: "-",
    startWeekOn: "monday",
    outsideDays: false,
    required: true,
    min: earliest,
    max: latest,
    footer: { cancel: "Annuler", apply: "Réserver" },
    shortcuts: stayShortcuts({ today, period: venue.time, rules }),
    error,
    ...(range.start && range.end && { value: { ...range, startSlot, endSlot } }),
    stay: {
      period: venue.time,
      unitPrice: venue.price,
      taken,
      policy: venue.cancellationPolicy,
      today,
      ...(Object.keys(rules.says).length > 0 && { rules }),
    },
  };
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
      // The price worked out, once there is one; where there is none, the refusal takes the focus instead.
      action={`/reservation/${venue.id}#prix`}
      method="post"
      noValidate
      {...useEnhance("submit-once", "in-place")}
    >
      <DateRange
        options={pickerOptions(page, chosen, problem)}
        price={offer ? shownPrice(offer.lines) : undefined}
        note={page.policyText}
      >
        <div className="stack stack-wide">
          <DateRangeFields
            start={chosen.start}
            end={chosen.end}
            min={page.earliest}
            max={page.latest}
            slots={
              venue.time === "Half" ? { start: chosen.startSlot, end: chosen.endSlot } : undefined
            }
            error={problem}
          />
          {venue.time === "Day" ? <p className="hint">Le jour du départ est compté.</p> : null}
          {offer ? (
            <div id="prix" className="stack scroll-mt-[40vh]">
              <p className="flex gap-2 text-bouteille-800">
                <Icon name="valide" />
                Libre à ces dates.
              </p>
              <Breakdown lines={offer.lines} />
            </div>
          ) : null}
          <p className="hint">{page.policyText}</p>
        </div>
      </DateRange>
      {zoneOf(venue.postalCode) === PARIS ? null : (
        <p className="hint">Les délais d’annulation et de réponse sont à l’heure de Paris.</p>
      )}
      {page.unavailable.length > 0 ? (
        <div>
          <UnavailablePeriods periods={page.unavailable} />
          <a className="line-link" href={waitingPath(venue.id)}>
            Liste d’attente
          </a>
        </div>
      ) : null}
      {page.ruleTerms.length > 0 ? <p className="hint">{page.ruleTerms.join(" ")}</p> : null}
      <p className="hint">{validationText(venue)}</p>
      <Button wide name="requestKey" value={requestKey}>
        Réserver
      </Button>
    </form>
  );
}
