import type { ReservationView } from "~/bookings/record/reservation-view.server";

/** A confirmed reservation as its pages have it, for tests of what they show. */
export const reservationView: ReservationView = {
  ...{ id: "r1", reference: "PDS-1", venueId: "v1", venueTitle: "Salle des Tilleuls" },
  ...{ venueCity: "Lyon", startDate: "2027-06-11", endDate: "2027-06-12" },
  ...{ startSlot: "AM", endSlot: "PM", period: "Day", units: 2, unitPrice: 48_000 },
  feeThousandths: 125,
  ...{ periodText: "du 11/06/2027 au 12/06/2027", subtotal: 96_000, fee: 12_000 },
  ...{ total: 108_000, state: "confirmed", label: "Confirmée", tone: "ok" },
  ...{ needValidation: false, policy: "souple", policyText: "Souple", refunded: 0 },
  ...{ hold: null, answerBy: null, answerLeft: null, ownersReason: null, buyerMayCancel: true },
  ...{ buyerMayHide: false, createdOn: "2027-01-02", supplementTo: null, wasConfirmed: true },
};
