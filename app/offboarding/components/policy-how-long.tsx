/** Of /politique: how long it is kept, and the cookies. */
export function PolicyHowLong({ usesGoogle }: { usesGoogle: boolean }) {
  return (
    <>
      <h2>Combien de temps</h2>
      <p>
        Tant que le compte existe. Si personne ne s’y connecte pendant trois ans et qu’il ne sert
        pas autrement, ou si nous l’avons suspendu depuis trois ans, nous vous l’écrivons
        30&nbsp;jours avant de le fermer. À sa fermeture, les données personnelles sont
        anonymisées&nbsp;; vos avis publiés restent, signés «&nbsp;Ancien membre&nbsp;»&nbsp;; les
        réservations et les paiements restent dix ans pour la comptabilité, votre nom, votre adresse
        et votre SIRET sur les seuls reçus où ils sont, et, d’un propriétaire qui a été payé, ce qui
        est déclaré de ses revenus reste dix ans aussi, avec son identité, et son adresse e-mail
        jusqu’au relevé que nous lui écrivons en janvier, ou en février si l’e-mail de janvier n’a
        pas pu être remis. Une demande sur vos données porte votre nom un an après sa réponse&nbsp;;
        le fait qu’elle a reçu une réponse est gardé cinq ans. Une inscription dont l’adresse n’est
        pas vérifiée s’efface au bout de 30&nbsp;jours, un compte que nous avons créé pour vous et
        où vous n’êtes jamais venu(e), et au nom duquel rien n’a été fait, 30&nbsp;jours après la
        fin du lien de son invitation, une soumission de compte Master refusée 30&nbsp;jours après
        la réponse (suspendue, une fois la suspension levée), un message de la page Contact trois
        ans après le dernier mot, l’adresse laissée avec un signalement un an après la décision,
        celle où nous vous avons écrit que nous supprimions votre compte, ou ce qui est déclaré de
        vous après sa fermeture, un an après, et la liste de ce que nos administrateurs ont consulté
        au bout d’un an. Un e-mail qui n’a pas pu vous être remis perd son contenu au bout de
        60&nbsp;jours. Les photos d’un lieu supprimé et ce que son propriétaire en a écrit
        s’effacent au bout de 60&nbsp;jours, comptés de la suppression ou, si elle vient après, de
        la fin de sa dernière réservation&nbsp;; ils restent tant que de l’argent d’une réservation
        de ce lieu, finie depuis 550&nbsp;jours au plus, est attendu ou contesté. Une place sur une
        liste d’attente qui a pris fin s’efface 30&nbsp;jours après le dernier des jours attendus,
        et ce que Stripe nous a annoncé de vos paiements au bout d’un an. Le nombre d’essais par
        adresse réseau s’efface au bout d’un jour, la marque d’une adresse réseau d’où des dates ont
        été retenues sans être payées au bout de trois jours, et le journal technique, qui n’a
        qu’une place limitée, à mesure qu’il s’écrit. Les sessions s’éteignent, avec ce qu’elles
        disent de votre appareil, 14&nbsp;jours après leur dernier usage, et au plus tard
        90&nbsp;jours après la connexion.
      </p>
      <h2>Cookies</h2>
      <p>
        Le site fonctionne avec six cookies essentiels&nbsp;: votre session, les messages de
        confirmation, les bandeaux d’information que vous avez fermés, retenus 30&nbsp;jours,
        l’adresse e-mail que vous vérifiez pendant l’inscription et la page que vous vouliez voir,
        gardées un jour, les dates que vous vouliez réserver avant de vous connecter, gardées une
        heure, et la marque d’un appareil où vous vous êtes déjà connecté(e), gardée un an&nbsp;:
        elle empêche qu’un inconnu vous bloque en essayant des mots de passe. Au moment de payer, et
        là seulement, Stripe pose les siens, contre la fraude.{" "}
        {usesGoogle
          ? "Les cookies de Google, qui dessine les plans et trouve les adresses, ne sont chargés"
          : "Le site n’en charge pas d’autres pour le moment\u00a0; ceux d’un service qui dessinerait les plans ne le seraient"}{" "}
        qu’avec votre accord, que vous pouvez reprendre dans vos paramètres et qui vous est
        redemandé après six mois.
      </p>
    </>
  );
}
