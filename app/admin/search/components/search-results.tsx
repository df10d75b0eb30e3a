import { Banner } from "~/ui/toast";
import type { Hit, SearchKind, SearchResults } from "../search-everywhere.server";

const KINDS = [
  { key: "people", title: "Personnes" },
  { key: "venues", title: "Lieux" },
  { key: "reservations", title: "Réservations" },
  { key: "contacts", title: "Messages" },
] as const satisfies readonly { key: SearchKind; title: string }[];

/** Says what was not looked through to its end. */
export function Unfinished({ stopped }: Pick<SearchResults, "stopped">) {
  if (stopped.length === 0) return null;
  const titles = KINDS.filter(({ key }) => stopped.includes(key)).map(({ title }) => title);
  return (
    <Banner type="error">
      {`Recherche trop longue, arrêtée\u00a0: ${titles.join(", ")}. Cherchez plutôt un téléphone, une référence ou un numéro entiers.`}
    </Banner>
  );
}

/** What was found, by kind. */
export function SearchHits({ results }: { results: SearchResults }) {
  return KINDS.map(({ key, title }) =>
    results[key].length > 0 ? (
      <section key={key} className="stack" aria-labelledby={`resultats-${key}`}>
        <h2 id={`resultats-${key}`}>{title}</h2>
        <ul className="audit-list card panel">
          {results[key].map((hit) => (
            <HitItem key={hit.id} hit={hit} />
          ))}
        </ul>
      </section>
    ) : null,
  );
}

function HitItem({ hit: { title, detail, href } }: { hit: Hit }) {
  return (
    <li>
      <p>
        <a className="office-link" href={href}>
          {title}
        </a>
      </p>
      <p className="muted anywhere">{detail}</p>
    </li>
  );
}
