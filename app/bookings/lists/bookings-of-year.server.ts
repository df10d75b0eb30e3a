import { trusted } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import type { ReservationState } from "@models/enumerations";
import { ReservationModel, type Reservation } from "@models/reservation";
import { formatDay } from "~/platform/days";
import { decimalEuros, type Cents } from "~/platform/money";
import type { CsvColumns } from "~/platform/web/csv.server";
import { NO_MONEY, type Money } from "~/rules/money-words";
import { moneyOf } from "~/payments/balance";
import { givenBackOn, movedOn } from "~/payments/ledger-status.server";
import { forOwner, type ReceivedRequest } from "../answer/received-request.server";

/** How many are read at once. */
const CHUNK = 100;

/** A booking of an owner's year, with what the ledger has of its money. */
export interface YearsBooking {
  booking: ReceivedRequest;
  money: Money;
  /**
   * When its payments were taken, which the ledger says as on their receipts: a request is paid on the day it is accepted, and
   * authorised before. '20/12/2026', '20/12/2026, 10/01/2027'; empty: none was.
   */
  paidOn: string;
  /** Likewise, when of it went back to the payer what the ledger has as with them. */
  refundedOn: string;
  /** Likewise, when of the owner's part something was taken back. */
  takenBackOn: string;
  /** As it was agreed, as the rent is. */
  commission: Cents;
  /** The numbers of its receipts and credit notes. */
  receipts: string[];
}

/** The columns of the file; amounts are euros. */
export const BOOKING_COLUMNS: CsvColumns<YearsBooking> = {
  Référence: ({ booking }) => booking.reference,
  Lieu: ({ booking }) => booking.venueTitle,
  Ville: ({ booking }) => booking.venueCity,
  "Premier jour": ({ booking }) => formatDay(booking.startDate),
  "Dernier jour": ({ booking }) => formatDay(booking.endDate),
  Dates: ({ booking }) => booking.periodText,
  Client: ({ booking }) => booking.buyer,
  État: ({ booking }) => booking.label,
  Loyer: ({ booking }) => decimalEuros(booking.subtotal),
  Commission: ({ commission }) => decimalEuros(commission),
  "Payé le": ({ paidOn }) => paidOn,
  "Payé par le client": ({ money }) => decimalEuros(money.paid),
  "Rendu le": ({ refundedOn }) => refundedOn,
  "Rendu au client": ({ money }) => decimalEuros(money.refunded),
  "Votre part reçue": ({ money }) => decimalEuros(money.sent - money.takenBack),
  "Part reprise le": ({ takenBackOn }) => takenBackOn,
  "Reçus et avoirs": ({ receipts }) => receipts.join(", "),
};

/** In which states an owner has agreed to a booking, or may have before it was called off. */
const BOOKED: readonly ReservationState[] = [
  ...(["capturing", "confirmed"] as const),
  ...(["ended", "cancelling", "cancelled"] as const),
];

/**
 * An owner's bookings whose first day is in a year, by day, read as they are needed.
 *
 * @param year `YYYY`
 */
export async function* bookingsOfYear(
  ownerId: string,
  year: string,
  now: Date,
): AsyncGenerator<YearsBooking> {
  const begun = ReservationModel.find({
    ownerId,
    startDate: trusted({ $gte: `${year}-01-01`, $lte: `${year}-12-31` }),
  })
    // As an index has them; their states are told apart here.
    .sort({ startDate: 1, _id: 1 })
    .lean();
  let chunk: Reservation[] = [];
  for await (const one of begun.cursor({ batchSize: CHUNK })) {
    if (!BOOKED.includes(one.status)) continue;
    chunk.push(one);
    if (chunk.length < CHUNK) continue;
    yield* await rowsOf(chunk, now);
    chunk = [];
  }
  yield* await rowsOf(chunk, now);
}

async function rowsOf(reservations: readonly Reservation[], now: Date): Promise<YearsBooking[]> {
  const ids = reservations.map(({ _id }) => _id);
  const ofThem = { reservation: trusted({ $in: ids }) };
  const [views, entries, receipts] = await Promise.all([
    forOwner(reservations, now),
    LedgerEntryModel.find(ofThem, "reservation type amount stripeId at").lean(),
    ReceiptModel.find(ofThem, "number reservation").lean(),
  ]);
  const known = new Map(reservations.map((one) => [one._id.toString(), one]));
  const rows = views.map((booking) => {
    const reservation = known.get(booking.id)!;
    const own = entries.filter((entry) => entry.reservation.equals(reservation._id));
    return {
      booking,
      money: own.length > 0 ? moneyOf(own) : NO_MONEY,
      paidOn: movedOn(own, "captured").join(", "),
      refundedOn: givenBackOn(own).join(", "),
      takenBackOn: movedOn(own, "transfer_reversed").join(", "),
      commission: reservation.commission,
      receipts: receipts
        .filter((receipt) => receipt.reservation.equals(reservation._id))
        .map(({ number }) => number)
        .sort(),
    };
  });
  // A request that they refused, or that came to nothing, was none.
  return rows.filter(
    ({ booking: { state, wasConfirmed }, money }) =>
      wasConfirmed || state === "capturing" || money.paid > 0,
  );
}
