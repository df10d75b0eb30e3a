/** Where the buttons of mails about a reservation lead. */
import type { Reservation } from "@models/reservation";
import { env } from "~/platform/env.server";
import { formatEuros } from "~/platform/money";
import type { Money } from "~/rules/money-words";

type One = Pick<Reservation, "_id">;

export const buyersPage = ({ _id }: One) => ({
  label: "Voir ma réservation",
  url: `${env.APP_URL}/mes-demandes/${_id.toString()}`,
});
/** To what is still to be paid: the last look before. */
export const buyersPayment = ({ _id, venueId, total }: Reservation) => ({
  label: `Payer ${formatEuros(total)}`,
  url: `${env.APP_URL}/reservation/${venueId.toString()}/paiement?demande=${_id.toString()}`,
});
export const ownersPage = ({ _id }: One) => ({
  label: "Voir la réservation",
  url: `${env.APP_URL}/mes-locations/demandes/${_id.toString()}`,
});
export const MY_PAYMENT_ACCOUNT = {
  label: "Vérifier mon compte de paiement",
  url: `${env.APP_URL}/create-stripe-account`,
};
export const FIND_ANOTHER = {
  label: "Trouver un autre lieu",
  url: `${env.APP_URL}/reservation`,
};
/** The terms that a customer agreed to. */
export const TERMS_OF_SALE = `${env.APP_URL}/CGV`;

/** The second button, to the receipt of what was paid; none while nothing was. */
export function buyersReceipt({ reservation, money }: { reservation: One; money: Money }) {
  if (money.paid === 0) return {};
  const label = money.refunded > 0 ? "Voir le reçu et l’avoir" : "Voir le reçu";
  return { alternative: { label, url: `${buyersPage(reservation).url}/recu` } };
}
