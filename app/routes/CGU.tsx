import { useLoaderData } from "@remix-run/react";
import { TermsOfReserving } from "~/bookings/components/terms-of-booking";
import { TermsOfData } from "~/offboarding/components/terms-of-data";
import { env } from "~/platform/env.server";
import { pageMeta } from "~/platform/web/page-meta";
import { useSite } from "~/platform/web/use-site";
import { TermsOfConduct } from "~/reports/components/terms-of-conduct";
import { REVIEW_DAYS } from "~/reviews/reading-time";
import { NOTICE_DAYS, TERMS_VERSION_TEXT } from "~/rules/terms";
import { StaticPage } from "~/ui/static-page";
import { TermsOfRanking } from "~/venues/components/terms-of-ranking";

export const meta = pageMeta("Conditions générales d’utilisation", {
  description: "Comptes, annonces, réservations et responsabilités sur la place de marché.",
});

export const loader = () => ({ mediator: env.LEGAL_MEDIATOR });

export default function TermsOfUse() {
  const { brand } = useSite();
  const { mediator } = useLoaderData<typeof loader>();
  return (
    <StaticPage
      title="Conditions générales d’utilisation"
      lead="Les règles de la place, pour celles et ceux qui louent comme pour celles et ceux qui réservent."
    >
      <p>{TERMS_VERSION_TEXT}</p>
      <h2>1. Objet</h2>
      <p>
        {`${brand} est un intermédiaire\u00a0: il publie les annonces des propriétaires, tient leurs calendriers, et encaisse puis reverse les paiements par l’intermédiaire de Stripe. Le contrat de location se forme entre la personne qui réserve et le propriétaire.`}
      </p>
      <h2>2. Comptes</h2>
      <p>
        Consulter les annonces est libre. Réserver ou publier demande un compte, dont l’adresse
        e-mail a été vérifiée. Qui ouvre un compte, pour soi ou au nom d’une organisation, a
        18&nbsp;ans au moins et le confirme en s’inscrivant. Vous fournissez des informations
        exactes et gardez votre mot de passe pour vous. Une entreprise, une association ou une
        collectivité s’inscrit sous cette qualité, qui est affichée sur ses annonces.
      </p>
      <h2>3. Annonces</h2>
      <p>
        Le propriétaire a le droit de louer le lieu qu’il décrit. L’annonce est sincère&nbsp;:
        photos et description du lieu, adresse, capacité, équipements, prix tout compris hors frais
        de service. Une annonce trompeuse ou illicite est suspendue, une photo qui l’est est
        retirée&nbsp;; la décision est motivée, et peut être contestée pendant six mois.
      </p>
      <TermsOfRanking />
      <TermsOfReserving />
      <h2 id="avis">6. Avis</h2>
      <p>
        Un avis se donne après une réservation terminée, sans contrepartie. Nous relisons chacun
        avant de le publier, {REVIEW_DAYS}&nbsp;jours au plus après son envoi&nbsp;; il reste tant
        que le lieu est publié. Un avis injurieux, haineux ou discriminatoire, qui donne des
        informations personnelles ou est sans rapport avec la réservation, est masqué. Son auteur
        peut contester pendant six mois qu’il soit masqué, et chacun peut le signaler.
      </p>
      <TermsOfConduct />
      <h2>8. Responsabilités</h2>
      <p>
        Le propriétaire répond du lieu et de sa conformité, la personne qui réserve de son usage et
        des dommages causés. Nous répondons du fonctionnement de la plateforme.
      </p>
      <h2>9. Fermer son compte</h2>
      <p>
        Un compte se ferme depuis ses paramètres, une fois ses réservations à venir terminées ou
        annulées et tout l’argent attendu versé ou rendu. Les données personnelles sont alors
        anonymisées. Un compte qui ne sert pas pendant trois ans, ou que nous avons suspendu depuis
        trois ans, est fermé de même&nbsp;; son titulaire en est prévenu 30&nbsp;jours avant.
      </p>
      <TermsOfData />
      <h2>11. Changement de ces conditions</h2>
      <p>
        Si ces conditions ou les <a href="/CGV">conditions générales de vente</a> changent, nous
        vous écrivons ce qui change par e-mail, au moins {NOTICE_DAYS}&nbsp;jours avant ou, si votre
        compte est plus récent que cette annonce, avant ce jour. Vous pouvez fermer votre compte
        d’ici là. Une réservation reste soumise à celles du jour où elle a été faite.
      </p>
      <h2>12. Droit applicable</h2>
      <p>
        Le droit français s’applique. Avant toute action, écrivez-nous par le{" "}
        <a href="/contact">formulaire de contact</a>. Si notre réponse ne vous convient pas et que
        vous êtes un consommateur, vous pouvez saisir gratuitement notre médiateur de la
        consommation&nbsp;:
      </p>
      <p>{mediator}</p>
      <p>À défaut d’accord, le tribunal compétent peut être saisi.</p>
    </StaticPage>
  );
}
