/** For owners who would call a stay off to move it: its buyer may, and nothing has to be given back first. */
export function OtherDatesHint() {
  return (
    <p className="hint print:hidden">
      Pour d’autres dates, votre client peut les changer depuis sa page, sans annuler ni rembourser.
    </p>
  );
}
