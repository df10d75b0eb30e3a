import { useLoaderData } from "@remix-run/react";
import { env } from "~/platform/env.server";
import { pageMeta } from "~/platform/web/page-meta";
import { useSite } from "~/platform/web/use-site";
import { StaticPage } from "~/ui/static-page";

export const meta = pageMeta("Mentions légales", {
  description: "Éditeur, hébergement, propriété intellectuelle et signalement de contenus.",
});

export const loader = () => ({
  publisher: env.LEGAL_PUBLISHER,
  host: env.LEGAL_HOST,
  mediator: env.LEGAL_MEDIATOR,
});

export default function LegalNotice() {
  const { brand } = useSite();
  const { publisher, host, mediator } = useLoaderData<typeof loader>();
  return (
    <StaticPage title="Mentions légales" lead="Qui édite ce site et comment nous joindre.">
      <h2>Éditeur</h2>
      <p>
        {`Le site ${brand} est une place de marché en ligne. Il met en relation des propriétaires de lieux et des personnes qui souhaitent les louer\u00a0; il n’est pas partie au contrat de location.`}
      </p>
      <p>{publisher}</p>
      <p>
        Pour nous joindre&nbsp;: le <a href="/contact">formulaire de contact</a>.
      </p>
      <h2>Hébergeur</h2>
      <p>{host}</p>
      <h2>Médiateur de la consommation</h2>
      <p>{mediator}</p>
      <h2>Paiements</h2>
      <p>
        Les paiements sont traités par Stripe&nbsp;; les services de paiement sont rendus par Stripe
        Technology Europe, Limited, établissement de monnaie électronique agréé par la Banque
        centrale d’Irlande. Aucun numéro de carte ne passe par nos serveurs.
      </p>
      <h2>Annonces et contenus</h2>
      <p>
        Les textes et les photos des annonces sont fournis par les propriétaires, qui en sont
        responsables. Pour signaler une annonce, une photo ou un avis illicite, suivez
        «&nbsp;Signaler&nbsp;» sur la page du lieu&nbsp;: une personne lit chaque signalement et, si
        vous laissez votre adresse, vous écrit ce qui est décidé. Pour tout autre contenu, utilisez
        le <a href="/contact">formulaire de contact</a>.
      </p>
      <h2>Propriété intellectuelle</h2>
      <p>
        Le nom, les illustrations et le logiciel du site sont protégés. Les photos d’un lieu
        appartiennent à leur auteur&nbsp;: leur réutilisation demande son accord.
      </p>
      <h2>Programmes</h2>
      <p>
        Ce que fait le site est aussi ouvert aux programmes&nbsp;: voir la{" "}
        <a href="/api/docs">documentation de l’API</a>.
      </p>
      <h2>Sources des données</h2>
      <p>
        La recherche d’adresse se sert de la Base Adresse Nationale (IGN, data.geopf.fr), du code
        officiel géographique (INSEE) et de la base officielle des codes postaux (La Poste), sous
        Licence Ouverte 2.0.
      </p>
    </StaticPage>
  );
}
