import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { SearchHits, Unfinished } from "~/admin/search/components/search-results";
import { searchEverywhere } from "~/admin/search/search-everywhere.server";
import { counted } from "~/platform/numbers";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { EmptyState } from "~/ui/empty-state";
import { SearchBox } from "~/ui/search-box";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ q }) => (q ? `Rechercher partout\u00a0: ${q}` : "Rechercher partout"),
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "office.read", params: z.object({ q: searchText }) },
  async ({ params: { q } }) => ({ q, results: await searchEverywhere(q) }),
);

export default function Search() {
  const { q, results } = useLoaderData<typeof loader>();
  const { stopped, full, ...found } = results;
  const count = Object.values(found).flat().length;
  const text = counted(count, "résultat", "résultats");
  return (
    <>
      <h1>Rechercher partout</h1>
      <SearchBox
        action="/admin/recherche"
        label="E-mail, nom, téléphone, tag, référence, titre, paiement ou SIRET"
        value={q}
      />
      {q ? (
        <p className="muted" role="status">
          {count === 0
            ? "Aucun résultat"
            : full.length > 0
              ? `${text} montrés, les plus récents\u00a0: précisez la recherche pour voir les autres`
              : text}
        </p>
      ) : null}
      <Unfinished stopped={stopped} />
      <SearchHits results={results} />
      {q && count === 0 && stopped.length === 0 ? (
        <EmptyState title="Rien ne correspond" illustration="salle-municipale">
          Essayez une partie de l’e-mail ou du titre, ou la référence entière.
        </EmptyState>
      ) : null}
    </>
  );
}
