/** For owners who would call a stay off to move it: its buyer may, and no more than the difference is moved. */
export function OtherDatesHint() {
  return (
    <p className="hint print:hidden">
      Votre client peut choisir d’autres dates depuis sa page, sans annuler&nbsp;: seule la
      différence de prix est payée ou rendue.
    </p>
  );
}
