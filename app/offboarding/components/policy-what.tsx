/** Of /politique: what is known of people, and by which right. */
export function PolicyWhat() {
  return (
    <>
      <h2>Ce que nous recueillons</h2>
      <ul className="list-disc">
        <li>
          Votre compte&nbsp;: nom, adresse e-mail, adresse postale, téléphone et photo si vous les
          donnez et, selon votre qualité, date de naissance, SIRET, RNA ou numéro INSEE. D’un
          propriétaire, aussi ce que la loi fait déclarer de lui, dont son numéro fiscal.
        </li>
        <li>
          Vos annonces, vos réservations, vos avis et vos messages, vos places sur des listes
          d’attente, l’adresse des calendriers que vous importez, et le nom des jetons d’API que
          vous créez.
        </li>
        <li>
          Vos paiements&nbsp;: montants, dates, références chez Stripe et les quatre derniers
          chiffres de votre carte. Jamais son numéro entier.
        </li>
        <li>
          Vos sessions&nbsp;: leurs dates, et le nom que votre navigateur donne de lui et de votre
          appareil.
        </li>
        <li>
          Un journal technique des requêtes, avec le numéro du compte et du jeton d’API qui les
          envoient, et le nombre d’essais de connexion par adresse réseau, pour la sécurité.
        </li>
      </ul>
      <h2>Pourquoi</h2>
      <ul className="list-disc">
        <li>
          Comptes, annonces, réservations, paiements, avis et listes d’attente&nbsp;: le contrat qui
          nous lie.
        </li>
        <li>
          Reçus, comptabilité, revenus déclarés, signalements et demandes sur vos données&nbsp;: la
          loi nous y oblige.
        </li>
        <li>
          Sécurité, lutte contre la fraude, modération et réponses à vos messages&nbsp;: notre
          intérêt légitime à protéger le service et à vous aider.
        </li>
        <li>Cookies qui ne sont pas essentiels&nbsp;: votre accord.</li>
      </ul>
      <p>Nous ne faisons ni publicité ni revente de données.</p>
    </>
  );
}
