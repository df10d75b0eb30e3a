/** The article of the terms of use that says in which order venues are shown, and when in none (regulation (EU) 2019/1150, article 5). */
export function TermsOfRanking() {
  return (
    <>
      <h2>4. Classement des annonces</h2>
      <p>
        Les annonces sont présentées de la plus récente à la plus ancienne, ou selon le tri que vous
        choisissez. Sur l’accueil, «&nbsp;Nos Salles&nbsp;» sont tirées au sort, et
        «&nbsp;Nouveautés&nbsp;» sont les dernières publiées. Sous un lieu, les lieux semblables
        sont d’abord ceux d’un même type, puis les autres, du plus proche au plus éloigné. Un lieu
        quitte toutes ces listes tant que son propriétaire l’indique indisponible ou ne peut pas
        être payé, ou que l’un des deux est suspendu&nbsp;; nous écrivons au propriétaire qu’il ne
        peut plus être payé, ou qu’une suspension est décidée, et pourquoi. Aucun propriétaire ne
        paie pour être mieux placé.
      </p>
    </>
  );
}
