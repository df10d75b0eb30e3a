import { passwordScore, STRENGTH_CHECKS, STRENGTH_LABELS } from "~/accounts/password-strength";

/**
 * Ticks the checklist of a new password and scores it while it is typed; says whether the
 * confirmation is the same. `data-field` and `data-confirmation` are the ids of the inputs.
 */
export default function passwordMeter(element: HTMLElement): void {
  const { field = "", confirmation = "" } = element.dataset;
  const input = document.getElementById(field) as HTMLInputElement | null;
  const repeated = document.getElementById(confirmation) as HTMLInputElement | null;
  const score = element.querySelector<HTMLElement>(".password-score");
  const meter = score?.querySelector("meter");
  const status = score?.querySelector("span");
  if (!input || !score || !meter || !status) return;

  const matching = document.createElement("p");
  matching.className = "hint";
  matching.setAttribute("role", "status");
  repeated?.after(matching);
  const tellScore = teller(status);
  const tellMatch = teller(matching);

  const update = () => {
    const password = input.value;
    for (const check of STRENGTH_CHECKS) {
      const item = element.querySelector(`[data-check="${check.id}"]`);
      item?.classList.toggle("passed", check.passes(password));
    }
    const points = passwordScore(password);
    meter.hidden = !password;
    meter.value = points;
    tellScore(password && STRENGTH_LABELS[points]);

    const compared = Boolean(repeated?.value);
    const same = repeated?.value === password;
    repeated?.classList.toggle("matches", compared && same);
    repeated?.classList.toggle("differs", compared && !same);
    tellMatch(
      !compared
        ? ""
        : same
          ? "Les mots de passe correspondent."
          : "Les mots de passe ne correspondent pas.",
    );
  };
  input.addEventListener("input", update);
  repeated?.addEventListener("input", update);
  update();
}

/**
 * What says what is new in a region: the same words put there again are told again, at each key, and are French again
 * in a page that its reader's browser translates.
 */
function teller(region: HTMLElement): (text: string) => void {
  let last = "";
  return (text) => {
    if (text !== last) region.textContent = last = text;
  };
}
