interface PolicyPartnersProps {
  usesGoogle: boolean;
  /** Where pictures lie; null: with all else. */
  picturesHost: string | null;
}

/** Of /politique: who works on it for the platform, and where. */
export function PolicyPartners({ usesGoogle, picturesHost }: PolicyPartnersProps) {
  return (
    <>
      <h2>Nos prestataires</h2>
      <p>
        Notre hébergeur, que nomment les <a href="/mentions-legales">mentions légales</a>, et le
        service qui achemine nos e-mails traitent vos données pour nous.{" "}
        {picturesHost === null
          ? "Les photos sont chez notre hébergeur."
          : `Les photos sont chez ${picturesHost}.`}{" "}
        Ce que vous tapez dans une recherche d’adresse va, par notre serveur et sans votre nom, à la
        Base Adresse Nationale.
        {usesGoogle
          ? " Si vous acceptez Google, votre navigateur l’envoie plutôt à Google, qui dessine aussi les plans."
          : null}
      </p>
      <p>
        {`${usesGoogle ? "Stripe et Google peuvent" : "Stripe peut"} traiter des données hors de l’Union européenne, aux États-Unis surtout\u00a0: le Data Privacy Framework et les clauses contractuelles types de la Commission européenne les y protègent.`}
      </p>
    </>
  );
}
