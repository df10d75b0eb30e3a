import { useLoaderData } from "@remix-run/react";
import { TermsOfChange } from "~/bookings/components/terms-of-booking";
import { ANSWER_TIME } from "~/bookings/components/validation-text";
import { env } from "~/platform/env.server";
import { pageMeta } from "~/platform/web/page-meta";
import { DataTable } from "~/ui/data-table";
import { REFUND_TIME } from "~/rules/money-words";
import { TERMS_VERSION_TEXT } from "~/rules/terms";
import { StaticPage } from "~/ui/static-page";

export const meta = pageMeta("Conditions générales de vente", {
  description: "Frais de service, paiement et conditions d’annulation des réservations.",
});

const columns = [
  { label: "Condition" },
  { label: "Remboursement intégral" },
  { label: "Remboursement de moitié" },
];

const rows = [
  { id: "souple", cells: ["Souple", "jusqu’à 1\u00a0jour avant", "—"] },
  { id: "moderee", cells: ["Modérée", "jusqu’à 7\u00a0jours avant", "jusqu’à 2\u00a0jours avant"] },
  {
    id: "stricte",
    cells: ["Stricte", "jusqu’à 30\u00a0jours avant", "jusqu’à 14\u00a0jours avant"],
  },
];

export const loader = () => ({ mediator: env.LEGAL_MEDIATOR });

export default function TermsOfSale() {
  const { mediator } = useLoaderData<typeof loader>();
  return (
    <StaticPage
      title="Conditions générales de vente"
      lead="Prix, paiement et annulation des réservations."
    >
      <p>{TERMS_VERSION_TEXT}</p>
      <h2>1. Prix</h2>
      <p>
        Le propriétaire fixe un prix par journée ou par demi-journée. S’y ajoutent des frais de
        service de 12,5&nbsp;%, arrondis au centime. Le total est affiché avant tout engagement et
        ne change ensuite qu’avec les dates, à la demande de la personne qui réserve
        (article&nbsp;5). Nous retenons par ailleurs une commission de 12,5&nbsp;% du prix de la
        location, déduite de ce que reçoit le propriétaire.
      </p>
      <h2>2. Commande et paiement</h2>
      <p>
        La réservation est passée en pressant le bouton «&nbsp;Payer … — réservation avec obligation
        de paiement&nbsp;». Le paiement se fait par carte, auprès de Stripe. Quand le propriétaire
        valide les demandes lui-même, la carte n’est débitée qu’à son accord&nbsp;; un refus ou
        l’absence de réponse annule l’autorisation. {ANSWER_TIME}
      </p>
      <h2>3. Annulation par la personne qui réserve</h2>
      <p>
        Chaque lieu applique l’une de ces trois conditions, rappelée avec ses dates avant le
        paiement. Les jours se comptent jusqu’au premier jour de la réservation, à l’heure de Paris,
        où que soit le lieu.
      </p>
      <DataTable
        caption="Remboursement selon la condition d’annulation du lieu"
        columns={columns}
        rows={rows}
      />
      <p>
        Passé ces délais, aucun remboursement n’est dû. Le pourcentage porte sur tout ce qui a été
        payé, frais de service compris. Le montant exact est affiché avant que l’annulation soit
        confirmée.
      </p>
      <h2>4. Annulation par le propriétaire ou par la plateforme</h2>
      <p>
        Elle est toujours remboursée en totalité, comme le refus d’une demande ou son expiration.
      </p>
      <TermsOfChange />
      <h2>6. Délai de rétractation</h2>
      <p>
        La location d’un lieu à une date déterminée n’ouvre pas de droit de rétractation (article
        L.&nbsp;221-28, 12° du code de la consommation). Les conditions d’annulation ci-dessus
        s’appliquent.
      </p>
      <h2>7. Remboursements et reçus</h2>
      <p>
        {`Un remboursement revient sur la carte qui a payé, en général sous ${REFUND_TIME}. Le reçu de chaque paiement se trouve dans Mes paiements.`}
      </p>
      <h2>8. Réclamations et médiation</h2>
      <p>
        Pour une réclamation, écrivez-nous par le <a href="/contact">formulaire de contact</a>. Si
        notre réponse ne vous convient pas et que vous êtes un consommateur, vous pouvez saisir
        gratuitement notre médiateur de la consommation&nbsp;:
      </p>
      <p>{mediator}</p>
    </StaticPage>
  );
}
