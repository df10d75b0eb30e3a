import type { ReservationView } from "../reservation-view.server";

/** What comes after a payment, said by the state that it led to. */
export function NextSteps({ request }: { request: ReservationView }) {
  return (
    <div className="stack">
      {sentences(request).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}

function sentences(request: ReservationView): string[] {
  switch (request.state) {
    case "pending":
    case "capturing":
      return [
        request.answerBy
          ? `Votre demande attend la réponse du propriétaire, au plus tard le ${request.answerBy}.`
          : "Votre demande attend la réponse du propriétaire.",
        "Votre carte n’est débitée qu’à son accord. Nous vous prévenons par e-mail.",
      ];
    case "confirmed":
    case "ended":
      return [
        "Votre réservation est confirmée.",
        "Un e-mail vous la rappelle\u00a0; gardez sa référence. Vous la retrouvez dans Mes demandes, avec son reçu.",
      ];
    case "hold":
      return ["Nous attendons la confirmation du paiement. Rechargez cette page dans un instant."];
    default:
      return [
        "Cette réservation n’a pas eu lieu. Ce qui aurait été débité vous est rendu en totalité.",
      ];
  }
}
