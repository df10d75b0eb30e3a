import type Stripe from "stripe";
import type { StripeErrorBody } from "../core/errors";

const BY_DECLINE: Record<string, string> = {
  insufficient_funds:
    "Votre carte ne dispose pas de fonds suffisants. Essayez avec une autre carte.",
  test_mode_live_card:
    "Seules les cartes de test sont acceptées ici, par exemple 4242 4242 4242 4242.",
};

/** By Stripe's code of the error. */
export const BY_CODE: Record<string, string> = {
  card_declined: "Votre carte a été refusée. Essayez avec une autre carte.",
  expired_card: "Votre carte a expiré. Essayez avec une autre carte.",
  incorrect_cvc: "Le code de sécurité de votre carte est incorrect.",
  incorrect_number: "Votre numéro de carte est incorrect.",
  insufficient_capabilities_for_transfer:
    "Ce vendeur ne peut pas recevoir de paiement pour le moment.",
  invalid_cvc: "Le code de sécurité de votre carte est invalide.",
  invalid_expiry_month: "Le mois d’expiration de votre carte est invalide.",
  invalid_expiry_year: "La date d’expiration de votre carte est passée.",
  payment_intent_authentication_failure:
    "Nous n’avons pas pu vous authentifier auprès de votre banque. Réessayez ou choisissez une autre carte.",
};

/** Why a payment did not go through, in the words the payer reads. */
export function sayPaymentError(
  error: Pick<StripeErrorBody, "code" | "decline_code"> | Stripe.PaymentIntent.LastPaymentError,
): string {
  return (
    BY_DECLINE[error.decline_code ?? ""] ??
    BY_CODE[error.code ?? ""] ??
    "Le paiement n’a pas abouti. Réessayez ou choisissez une autre carte."
  );
}
