import { SHARED_DAYS } from "~/rules/contact";

/** The article of the terms of use that says who has which data, as long as an account is there and after (regulation (EU) 2019/1150, article 9). */
export function TermsOfData() {
  return (
    <>
      <h2>10. Accès aux données</h2>
      <p>
        Dans son compte, un propriétaire lit ce qu’il publie et ce que ses locations
        produisent&nbsp;: calendriers, réservations (en un fichier par année), avis, versements,
        reçus et avoirs, relevé annuel de ses revenus. Il télécharge toutes ses données, en un
        fichier, dans ses paramètres. De ses clients, il voit le prénom et l’initiale du nom&nbsp;;
        une fois une réservation confirmée, le nom complet, l’adresse e-mail et le téléphone,
        jusqu’à {SHARED_DAYS}&nbsp;jours après le dernier jour. Le nom complet reste sur les reçus,
        pendant dix ans. Il n’a accès ni aux cartes de paiement, ni aux données des autres
        propriétaires, même regroupées.
      </p>
      <p>
        Nous avons accès à ces données pour tenir la plateforme. À qui nous en transmettons,
        pourquoi, et combien de temps elles sont gardées est dit dans{" "}
        <a href="/politique">Données personnelles</a>. Une fois le compte fermé, il ne donne plus
        accès à rien&nbsp;: téléchargez vos données avant. Descriptions et photos des lieux sont
        alors effacées&nbsp;; les réservations, les paiements et les reçus sont gardés dix ans. Si
        votre compte est suspendu, écrivez-nous pour avoir une copie de vos données.
      </p>
    </>
  );
}
