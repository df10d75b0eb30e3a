import type { Reservation } from "@models/reservation";

/** What opening a payment takes from a reservation. All amounts are cents. */
export type Payable = Pick<
  Reservation,
  | "_id"
  | "reference"
  | "venueId"
  | "venueTitle"
  | "total"
  | "platformShare"
  | "accountId"
  | "needValidation"
  | "attempt"
>;

/** How and to whom a reservation is paid, the same in both ways to pay. */
export function paymentTerms(payable: Payable) {
  const reservation = payable._id.toString();
  return {
    application_fee_amount: payable.platformShare,
    transfer_data: { destination: payable.accountId },
    transfer_group: reservation,
    metadata: { reservation, reference: payable.reference, attempt: payable.attempt },
  };
}
