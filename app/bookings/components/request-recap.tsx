import { breakdownLines } from "~/rules/price";
import type { ReservationView } from "../record/reservation-view.server";
import { Breakdown } from "./booking-form";
import { RecapRows } from "./recap-rows";

/** What a reservation is: place, days, reference, price, cancellation policy. */
export function RequestRecap({ request }: { request: ReservationView }) {
  const facts = [
    ["Lieu", `${request.venueTitle}, ${request.venueCity}`],
    ["Dates", request.periodText],
    ["Référence", request.reference],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-1 gap-2">
        <RecapRows facts={facts} />
      </dl>
      <Breakdown lines={breakdownLines(request)} />
      <p className="hint">{request.policyText}</p>
    </>
  );
}
