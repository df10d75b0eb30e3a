import { OBLIGATION_SITES } from "~/rules/obligations";

/** Where the administration says what an owner has to declare and to pay of what they earn; nothing to public bodies, of which other rules hold. */
export function Obligations() {
  const [taxes, charges] = OBLIGATION_SITES;
  return (
    <p>
      Ces revenus peuvent être imposables et donner lieu à des cotisations sociales.
      L’administration dit lesquels, et comment les déclarer&nbsp;: impôts sur{" "}
      <a className="line-link" href={taxes.url}>
        {taxes.name}
      </a>
      , cotisations sur{" "}
      <a className="line-link" href={charges.url}>
        {charges.name}
      </a>
      .
    </p>
  );
}
