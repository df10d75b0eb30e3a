import { useLoaderData } from "@remix-run/react";
import { PolicyHowLong } from "~/offboarding/components/policy-how-long";
import { PolicyPartners } from "~/offboarding/components/policy-partners";
import { PolicyWhat } from "~/offboarding/components/policy-what";
import { env } from "~/platform/env.server";
import { pageMeta } from "~/platform/web/page-meta";
import { StaticPage } from "~/ui/static-page";

export const meta = pageMeta("Données personnelles", {
  description: "Données recueillies, usages, durées de conservation, cookies et droits.",
});

export const loader = () => ({
  publisher: env.LEGAL_PUBLISHER,
  usesGoogle: env.GOOGLE_MAPS_API_KEY !== undefined,
  picturesHost: env.S3_ENDPOINT === undefined ? null : new URL(env.S3_ENDPOINT).host,
});

export default function PrivacyPolicy() {
  const { publisher, usesGoogle, picturesHost } = useLoaderData<typeof loader>();
  return (
    <StaticPage
      title="Données personnelles"
      lead="Ce que nous savons de vous, pourquoi, et pour combien de temps."
    >
      <h2>Qui en répond</h2>
      <p>{publisher}</p>
      <PolicyWhat />
      <h2>Qui les voit</h2>
      <p>
        Les autres membres ne voient d’un particulier que son prénom, l’initiale de son nom, sa
        photo et sa date d’inscription. L’adresse d’un lieu est publiée avec son annonce. Avant de
        payer, la personne qui réserve lit d’une organisation qui loue l’adresse et le numéro SIREN
        ou RNA. Une fois une réservation confirmée, son client et le propriétaire du lieu voient
        l’un de l’autre le nom complet, l’adresse e-mail et le téléphone, jusqu’à 60&nbsp;jours
        après le dernier jour, même si elle est annulée. Les reçus et les avoirs d’une réservation,
        que l’un et l’autre peuvent lire pendant dix ans, portent leurs noms complets et, d’une
        organisation, son adresse et son SIRET&nbsp;; l’adresse postale d’un particulier et les
        derniers chiffres de la carte ne sont que sur l’exemplaire de la personne dont ils sont.
        Stripe reçoit ce qu’il faut pour encaisser et reverser. Nos administrateurs accèdent aux
        comptes pour aider et modérer&nbsp;; leurs actes sont consignés. L’administration fiscale
        reçoit chaque année ce que la loi nous fait déclarer des revenus des propriétaires&nbsp;;
        ils le voient dans leurs paramètres, et nous le leur écrivons en janvier.
      </p>
      <PolicyPartners usesGoogle={usesGoogle} picturesHost={picturesHost} />
      <PolicyHowLong usesGoogle={usesGoogle} />
      <h2>Vos droits</h2>
      <p>
        Vous pouvez consulter et corriger vos données dans votre profil, changer d’adresse e-mail,
        les télécharger et fermer votre compte dans vos paramètres. Par le{" "}
        <a href="/contact">formulaire de contact</a>, vous pouvez demander d’effacer des données,
        d’en limiter l’usage, vous y opposer, revenir sur un accord, ou dire ce qu’elles deviennent
        après votre mort. Vous pouvez aussi saisir la CNIL (cnil.fr).
      </p>
    </StaticPage>
  );
}
