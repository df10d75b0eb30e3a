import { pageMeta } from "~/platform/web/page-meta";
import { StaticPage } from "~/ui/static-page";

export const meta = pageMeta("Données personnelles", {
  description: "Données recueillies, usages, durées de conservation, cookies et droits.",
});

export default function PrivacyPolicy() {
  return (
    <StaticPage
      title="Données personnelles"
      lead="Ce que nous savons de vous, pourquoi, et pour combien de temps."
    >
      <h2>Ce que nous recueillons</h2>
      <ul className="list-disc">
        <li>
          Votre compte&nbsp;: nom, adresse e-mail, adresse postale, téléphone et photo si vous les
          donnez et, selon votre qualité, date de naissance, SIRET, RNA ou numéro INSEE. D’un
          propriétaire, aussi ce que la loi fait déclarer de lui, dont son numéro fiscal.
        </li>
        <li>
          Vos annonces, vos réservations, vos avis et vos messages, vos places sur des listes
          d’attente, l’adresse des agendas que vous importez, et le nom des jetons d’API que vous
          créez.
        </li>
        <li>
          Vos paiements&nbsp;: montants, dates et références chez Stripe. Jamais le numéro de votre
          carte.
        </li>
        <li>
          Un journal technique des requêtes, et le nombre d’essais de connexion par adresse réseau,
          pour la sécurité.
        </li>
      </ul>
      <h2>Pourquoi</h2>
      <p>
        Pour exécuter le contrat qui nous lie (comptes, réservations, paiements), respecter nos
        obligations comptables, et protéger le service contre la fraude. Nous ne faisons ni
        publicité ni revente de données.
      </p>
      <h2>Qui les voit</h2>
      <p>
        Les autres membres ne voient d’un particulier que son prénom, l’initiale de son nom, sa
        photo et sa date d’inscription. Une fois une réservation confirmée, son client et le
        propriétaire du lieu voient l’un de l’autre le nom complet, l’adresse e-mail et le
        téléphone, jusqu’à 60&nbsp;jours après le dernier jour, même si elle est annulée. Les reçus
        et les avoirs d’une réservation, que l’un et l’autre peuvent lire pendant dix ans, portent
        leurs noms complets et, d’une organisation, son adresse et son SIRET&nbsp;; l’adresse
        postale d’un particulier et les derniers chiffres de la carte ne sont que sur l’exemplaire
        de la personne dont ils sont. Stripe reçoit ce qu’il faut pour encaisser et reverser. Notre
        hébergeur et le service qui achemine nos e-mails traitent vos données pour nous. Ce que vous
        tapez dans une recherche d’adresse va, par notre serveur et sans votre nom, à la Base
        Adresse Nationale. Nos administrateurs accèdent aux comptes pour aider et modérer&nbsp;;
        leurs actes sont consignés. L’administration fiscale reçoit chaque année ce que la loi nous
        fait déclarer des revenus des propriétaires&nbsp;; ils le voient dans leurs paramètres, et
        nous le leur écrivons en janvier.
      </p>
      <h2>Combien de temps</h2>
      <p>
        Tant que le compte existe. À sa fermeture, les données personnelles sont anonymisées&nbsp;;
        les réservations et les paiements restent dix ans pour la comptabilité, votre nom, votre
        adresse et votre SIRET sur les seuls reçus où ils sont, et, d’un propriétaire qui a été
        payé, ce qui est déclaré de ses revenus reste dix ans aussi, avec son identité. Une demande
        sur vos données porte votre nom un an après sa réponse&nbsp;; qu’elle a eu une réponse reste
        cinq ans. Une inscription dont l’adresse n’est pas vérifiée s’efface au bout de
        30&nbsp;jours, un compte que nous avons créé pour vous et où vous n’êtes jamais venu(e)
        30&nbsp;jours après la fin du lien de son invitation, une soumission de compte Master
        refusée 30&nbsp;jours après la réponse, un message de la page Contact trois ans après le
        dernier mot, l’adresse laissée avec un signalement un an après la décision, celle où nous
        vous avons écrit que nous supprimions votre compte un an après, et la liste de ce que nos
        administrateurs ont consulté au bout d’un an. Un e-mail qui n’a pas pu vous être remis perd
        son contenu au bout de 60&nbsp;jours. Les photos d’un lieu supprimé et ce que son
        propriétaire en a écrit s’effacent au bout de 60&nbsp;jours, comptés de la suppression ou,
        si elle vient après, de la fin de sa dernière réservation. Le nombre d’essais par adresse
        réseau s’efface au bout d’un jour, la marque d’une adresse réseau d’où des dates ont été
        retenues sans être payées au bout de trois jours, et le journal technique, qui n’a qu’une
        place limitée, à mesure qu’il s’écrit. Les sessions s’éteignent 14&nbsp;jours après leur
        dernier usage, et au plus tard 90&nbsp;jours après la connexion.
      </p>
      <h2>Cookies</h2>
      <p>
        Le site fonctionne avec six cookies essentiels&nbsp;: votre session, les messages de
        confirmation, les bandeaux d’information que vous avez fermés, retenus 30&nbsp;jours,
        l’adresse e-mail que vous vérifiez pendant l’inscription, les dates que vous vouliez
        réserver avant de vous connecter, gardées une heure, et la marque d’un appareil où vous vous
        êtes déjà connecté(e), gardée un an&nbsp;: elle empêche qu’un inconnu vous bloque en
        essayant des mots de passe. Au moment de payer, et là seulement, Stripe pose les siens,
        contre la fraude. Les cookies du service qui dessine les plans et trouve les adresses ne
        sont chargés qu’avec votre accord, que vous pouvez reprendre dans vos paramètres et qui vous
        est redemandé après six mois.
      </p>
      <h2>Vos droits</h2>
      <p>
        Vous pouvez consulter et corriger vos données dans votre profil, les télécharger et fermer
        votre compte dans vos paramètres, et nous écrire par le{" "}
        <a href="/contact">formulaire de contact</a> pour toute autre demande. Vous pouvez aussi
        saisir la CNIL (cnil.fr).
      </p>
    </StaticPage>
  );
}
