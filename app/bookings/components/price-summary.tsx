import type { Period } from "@models/enumerations";
import { formatEuros, parseEuros } from "~/platform/money";
import { withoutUnseen } from "~/platform/seen-text";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { textOf, type VenueFormValues } from "~/venues/venue-form-values";
import { publishSummary } from "~/rules/price";

const UNITS: Record<Period, string> = { Day: "journée louée", Half: "demi-journée louée" };

/** The publish summary, HT and TTC, as far as the price is known, and what the two mean. */
export function PriceSummary({ values }: { values: VenueFormValues }) {
  const price = parseEuros(withoutUnseen(textOf(values, "price") ?? ""));
  const unit = UNITS[textOf(values, "time") === "Half" ? "Half" : "Day"];
  const figures = price === null ? null : publishSummary(price);
  return (
    <>
      {figures ? (
        <PriceBreakdown
          lines={[{ label: "HT", amount: formatEuros(figures.ht) }]}
          total={{ label: "TTC", amount: formatEuros(figures.ttc) }}
        />
      ) : null}
      <p className="hint">
        {`HT\u00a0: le prix que vous fixez. TTC\u00a0: ce que vous recevez par ${unit}, la commission de 12,5\u00a0% déduite.`}
      </p>
    </>
  );
}
