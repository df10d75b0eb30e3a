import type { PaidPage } from "../payment/payment-pages.server";

/** What comes after a payment, said by the state that it led to, and where the money is. */
export function NextSteps({ page }: { page: PaidPage }) {
  return (
    <div className="stack">
      {sentences(page).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {page.hasReceipt ? (
        <p>
          <a href={`/mes-demandes/${page.request.supplementTo?.id ?? page.request.id}/recu`}>
            Voir le reçu
          </a>
        </p>
      ) : null}
    </div>
  );
}

function sentences({ request, noun, money, standing, isPayable }: PaidPage): string[] {
  switch (request.state) {
    case "pending":
      return [
        `Votre demande attend la réponse du propriétaire, au plus tard le ${request.answerBy}.`,
        `${money} Nous vous prévenons par e-mail.`,
      ];
    case "capturing":
      return ["Le propriétaire a accepté votre demande, l’encaissement est en cours.", money];
    case "confirmed":
      return [
        `Votre réservation est confirmée. ${money}`,
        "Un e-mail vous la rappelle\u00a0; gardez sa référence. Sa page dit tout ce qu’il faut pour venir.",
      ];
    case "ended":
      return [`La location est terminée. ${money}`];
    case "hold":
      return [
        `Nous attendons la confirmation du paiement. ${money}`,
        isPayable
          ? "Rechargez cette page dans quelques instants, ou reprenez le paiement s’il n’a pas eu lieu."
          : "Rechargez cette page dans quelques instants.",
      ];
    default:
      return request.supplementTo
        ? [
            `Les nouvelles dates, ${request.periodText}, ne sont plus retenues.${standing ? ` ${standing}` : ""}`,
            money,
          ]
        : [`Cette ${noun} n’a plus cours. ${money}`];
  }
}
