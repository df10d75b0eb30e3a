/** The article of the terms of use that says what is not allowed, and what is done about it. */
export function TermsOfConduct() {
  return (
    <>
      <h2>7. Bon usage</h2>
      <p>
        Vous respectez le lieu, sa capacité et son voisinage. Il est interdit de contourner la
        plateforme pour éviter ses frais, d’usurper une identité, de frauder ou de tenter de le
        faire, de publier des propos injurieux, haineux ou discriminatoires ou les informations
        personnelles d’autrui sans son accord, et de perturber le service.
      </p>
      <p>
        Pour ce qui enfreint ces règles, nous pouvons masquer un avis, retirer une photo, suspendre
        un lieu ou un compte. Nous vous écrivons par e-mail les raisons d’une mesure, au plus tard
        au moment où elle est prise, et vous pouvez la contester pendant six mois. Si nous fermons
        le compte d’un propriétaire, nous le lui écrivons, avec les raisons, 30&nbsp;jours avant,
        sauf si la loi nous oblige à le faire plus tôt ou s’il a enfreint ces règles plusieurs fois.
        La loi nous oblige aussi à suspendre le compte ou les versements d’un propriétaire à qui
        nous avons demandé ce qu’elle fait déclarer de lui, et qui ne l’a pas donné malgré deux
        rappels, 60&nbsp;jours après la première demande (article 1649 ter&nbsp;D du code général
        des impôts).
      </p>
    </>
  );
}
