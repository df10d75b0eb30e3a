import { useRouteLoaderData } from "@remix-run/react";
import { RecordPart } from "~/admin/records/components/record";
import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Form, PostForm } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { Tabs } from "~/ui/tabs";
import { listPath } from "../filters";
import type { SavedFilterLink } from "../saved-filter-link";

/** The filters that whoever is at work keeps of the list that this page is, as the back-office's layout loads them. */
function useSavedFilters(): readonly SavedFilterLink[] {
  const office = useRouteLoaderData<{ savedFilters: SavedFilterLink[] }>("routes/groups/admin");
  if (!office) throw new Error("Outside of the back-office");
  return office.savedFilters;
}

/** Above a list: the filters that are kept of it, the one in force marked, and the way to keep this one. */
export function SavedFilterTabs({
  path,
  filters,
}: {
  path: string;
  filters: Readonly<Record<string, string>>;
}) {
  const saved = useSavedFilters();
  const current = listPath(path, filters);
  const isNew = current !== path && !saved.some((filter) => filter.path === current);
  const keep = new URLSearchParams({ liste: path, filtre: current.slice(path.length + 1) });
  return (
    <>
      {saved.length > 0 ? (
        <Tabs
          label="Filtres enregistrés"
          tabs={[
            { href: path, label: "Tout", current: current === path },
            ...saved.map((filter) => ({
              href: filter.path,
              label: filter.name,
              current: filter.path === current,
            })),
          ]}
        />
      ) : null}
      {isNew || saved.length > 0 ? (
        <p className="row">
          {isNew ? (
            <a className="office-link" href={`/admin/filtres?${keep.toString()}`}>
              Enregistrer ce filtre
            </a>
          ) : null}
          {saved.length > 0 ? (
            <a className="office-link" href="/admin/filtres">
              Gérer mes filtres
            </a>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

/** Asks for the name of a filter. */
export function SaveFilterForm({
  draft,
  state,
}: {
  draft: { list: string; title: string; query: string };
  state: FormState;
}) {
  return (
    <RecordPart id="enregistrer" title={`Enregistrer un filtre\u00a0: ${draft.title}`} card>
      <p className="anywhere identifier">{draft.query}</p>
      <Form className="max-w-formulaire">
        <input type="hidden" name="liste" value={draft.list} />
        <input type="hidden" name="filtre" value={draft.query} />
        <TextField
          {...state.field("nom")}
          label="Nom"
          hint="Il n’est montré qu’à vous, au-dessus de la liste."
          autoComplete="off"
        />
        <p>
          <Button name="intent" value="save">
            Enregistrer le filtre
          </Button>
        </p>
      </Form>
    </RecordPart>
  );
}

/** All filters that are kept, by their lists. */
export function SavedFilterList({
  lists,
}: {
  lists: readonly { path: string; title: string; filters: readonly SavedFilterLink[] }[];
}) {
  if (lists.length === 0) {
    return (
      <EmptyState title="Aucun filtre enregistré">
        Filtrez une liste, puis suivez «&nbsp;Enregistrer ce filtre&nbsp;».
      </EmptyState>
    );
  }
  return lists.map(({ path, title, filters }) => (
    <RecordPart key={path} id={path.slice(1).replaceAll("/", "-")} title={title} card>
      <ul className="stack">
        {filters.map(({ id, name, path: href }) => (
          <li key={id}>
            <PostForm className="row">
              <a className="anywhere" href={href}>
                {name}
              </a>
              <input type="hidden" name="filter" value={id} />
              <Button variant="secondary" compact name="intent" value="remove">
                Retirer
                <span className="sr-only">{`\u00a0: ${name}`}</span>
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
    </RecordPart>
  ));
}
