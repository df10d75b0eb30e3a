import { pageMeta } from "~/platform/web/page-meta";
import { useSite } from "~/platform/web/use-site";
import { StaticPage } from "~/ui/static-page";

export const meta = pageMeta("Qui sommes-nous", {
  description:
    "Une place de marché qui met en relation celles et ceux qui ont un lieu et celles et ceux qui en cherchent un.",
});

export default function About() {
  const { brand } = useSite();
  return (
    <StaticPage title="Qui sommes-nous" lead="La place où se louent les lieux de vos événements.">
      <p>
        {`${brand} met en relation celles et ceux qui ont un lieu à partager et celles et ceux qui en cherchent un. Une mairie ouvre sa salle des fêtes, une association son jardin, une entreprise ses salles de réunion, un particulier sa villa.`}
      </p>
      <h2>Pour qui organise</h2>
      <p>
        Vous choisissez vos dates, vous voyez le prix entier avant de payer, et vos jours sont
        retenus pendant que vous réglez par carte. Les conditions d’annulation de chaque lieu sont
        affichées avec leurs dates.
      </p>
      <h2>Pour qui propose un lieu</h2>
      <p>
        Vous publiez vos photos, vos tarifs et vos règles. Vous acceptez chaque demande vous-même ou
        laissez la réservation se confirmer seule. Vous êtes payé(e) sur votre compte Stripe.
      </p>
      <h2>Comment nous sommes rémunérés</h2>
      <p>
        Nous ajoutons des frais de service de 12,5&nbsp;% au prix de la location et retenons une
        commission de 12,5&nbsp;% de ce même prix, déduite de ce que reçoit le propriétaire.
        Référencer un lieu est gratuit.
      </p>
      <p>
        <a href="/contact">Écrivez-nous</a>&nbsp;: nous lisons tout.
      </p>
    </StaticPage>
  );
}
