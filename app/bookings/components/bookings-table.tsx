import { formatDay } from "~/platform/days";
import { formatEuros } from "~/platform/money";
import { DataTable } from "~/ui/data-table";
import { unitsText } from "~/rules/price";
import type { ReceivedRequest } from "../answer/received-request.server";
import { StateBadge } from "./state-badge";

const columns = [
  { label: "Date" },
  { label: "Lieu et client" },
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
            <span className="sr-only">{`, ${booking.venueTitle}, ${booking.buyer}`}</span>
          </a>,
          <span key="venue">
            {booking.venueTitle}
            <span className="hint block font-normal">{booking.buyer}</span>
          </span>,
          <Slots key="slots" booking={booking} />,
          // What is left of a cancelled one the ledger says, on its own page.
          isCalledOff(booking) ? "—" : formatEuros(booking.ownerShare),
          <StateBadge key="state" tone={booking.tone} label={booking.label} />,
        ],
      }))}
    />
  );
}

function isCalledOff({ state }: ReceivedRequest): boolean {
  return state === "cancelled" || state === "cancelling";
}

/** First and last day, each on one line whatever the width. */
export function Dates({ booking: { startDate, endDate } }: { booking: ReceivedRequest }) {
  return (
    <>
      <span className="whitespace-nowrap">{formatDay(startDate)}</span>
      {endDate === startDate ? null : (
        <>
          {" "}
          <span className="whitespace-nowrap">{`au ${formatDay(endDate)}`}</span>
        </>
      )}
    </>
  );
}

/** '3 jours', '1 demi-journée, après-midi'. */
function Slots({ booking }: { booking: ReceivedRequest }) {
  const isOneHalf = booking.period === "Half" && booking.units === 1;
  const half = booking.startSlot === "AM" ? "matin" : "après-midi";
  return (
    <span className="whitespace-nowrap">
      {unitsText(booking)}
      {isOneHalf ? <span className="hint block">{half}</span> : null}
    </span>
  );
}
