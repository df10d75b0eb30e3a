interface Standing {
  isListed: boolean;
  isSuspended: boolean;
}

/** Why nobody but its owner sees a venue; nothing of one that everybody may see. */
export function HiddenHint({ isListed, isSuspended }: Standing) {
  if (isListed) return null;
  return (
    <span className="hint">
      {isSuspended ? (
        <>
          Suspendu par notre équipe&nbsp;:{" "}
          <a href="/mes-parametres/decisions">motif et voie de recours</a>.
        </>
      ) : (
        <>
          Absent de la recherche tant que votre{" "}
          <a href="/create-stripe-account">compte de paiement</a> n’est pas actif.
        </>
      )}
    </span>
  );
}
