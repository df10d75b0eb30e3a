import { breakdownLines } from "~/rules/price";
import type { ReservationView } from "../record/reservation-view.server";
import { Breakdown } from "./booking-form";

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
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="muted">{name}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Breakdown lines={breakdownLines(request)} />
      <p className="hint">{request.policyText}</p>
    </>
  );
}
