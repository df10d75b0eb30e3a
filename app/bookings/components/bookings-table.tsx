import { Fragment } from "react";
import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import { formatEnds, periodOf } from "~/rules/calendar";
import { unitsText } from "~/rules/price";
import { isCalledOff } from "~/rules/reservation-states";
import { bookedVenueName } from "~/rules/venue-name";
import type { ReceivedRequest } from "../answer/received-request.server";
import type { ReservationView } from "../record/reservation-view.server";
import { StateBadge } from "./state-badge";

const columns = [
  { label: "Date" },
  { label: "Lieu et client", written: true },
  { label: "Créneaux" },
  { label: "Votre part", numeric: true },
  { label: "État" },
];

/** An owner's bookings, each row the way to its own page. */
export function BookingsTable({
  caption,
  bookings,
}: {
  caption: string;
  bookings: readonly ReceivedRequest[];
}) {
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={bookings.map((booking) => ({
        id: booking.id,
        cells: [
          <a key="dates" href={`/mes-locations/demandes/${booking.id}`}>
            <Dates booking={booking} />
            <span className="sr-only">{`, ${bookedVenueName(booking)}, ${booking.buyer}`}</span>
          </a>,
          <span key="venue">
            {booking.venueTitle}
            <span className="hint block font-normal">{booking.venueCity}</span>
            <span className="hint block font-normal">{booking.buyer}</span>
            <span className="hint block font-normal">{booking.reference}</span>
          </span>,
          <span key="slots" className="whitespace-nowrap">
            {unitsText(booking)}
          </span>,
          // What is left of a cancelled one the ledger says, on its own page.
          isCalledOff(booking.state) ? "—" : formatEuros(booking.ownerShare),
          <StateBadge key="state" tone={booking.tone} label={booking.label} />,
        ],
      }))}
    />
  );
}

/** First and last day, with the half of it where it is not whole; no date is broken, whatever the width. */
export function Dates({ booking }: { booking: ReservationView }) {
  const [from, to] = formatEnds(periodOf(booking));
  return (
    <>
      <DayWords text={from} />
      {to === undefined ? null : (
        <>
          {" "}
          <DayWords text={`au ${to}`} />
        </>
      )}
    </>
  );
}

/** A day, a period or an instant, 'du 24/10/2026 (après-midi) au 25/10/2026', that breaks before 'au', 'à' and a half day alone. */
export function DayWords({ text }: { text: string }) {
  return text.split(/(?= \(| au | à )/).map((part) => (
    <Fragment key={part}>
      {part.startsWith(" ") ? " " : null}
      <span className="whitespace-nowrap">{part.trim()}</span>
    </Fragment>
  ));
}
