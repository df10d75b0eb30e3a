import { useLoaderData } from "@remix-run/react";
import { SaveFilterForm, SavedFilterList } from "~/admin/lists/components/saved-filters";
import { removeFilterInput, saveFilterInput, savedFilterParams } from "~/admin/lists/forms";
import { removeFilter, savedFilters, saveFilter } from "~/admin/lists/saved-filters.server";
import { listAt, LISTS } from "~/admin/office.server";
import { rolesText, viewerMay } from "~/platform/permissions";
import { Refusal } from "~/platform/refusal";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Filtres enregistrés", { isPrivate: true });

export const loader = pageLoader(
  { access: "office.read", params: savedFilterParams },
  async ({ viewer, params: { liste, filtre } }) => {
    const list = await listAt(liste);
    const path = list && viewerMay(viewer, list.page.access) ? list.pathUnder(filtre) : null;
    const saved = await savedFilters(viewer.id);
    const lists = await Promise.all(Object.values(LISTS).map((load) => load()));
    return {
      draft:
        !list || !path || path === list.path
          ? null
          : { list: list.path, title: list.title, query: path.slice(list.path.length + 1) },
      // Kept all the same of a list that a new role does not show: the role may come back.
      lists: lists
        .filter(({ page }) => viewerMay(viewer, page.access))
        .map(({ path: of, title }) => ({
          path: of,
          title,
          filters: saved.filter((filter) => filter.list === of),
        }))
        .filter(({ filters }) => filters.length > 0),
    };
  },
);

export const action = formAction({
  save: pageForm({
    access: "office.read",
    input: saveFilterInput,
    async run({ viewer, input: { liste, filtre, nom }, now }) {
      const list = await listAt(liste);
      if (!list) throw new Refusal("filter_empty");
      const { access } = list.page;
      if (!viewerMay(viewer, access)) {
        throw new Refusal("role_required", { limit: rolesText(access) });
      }
      const asked = { adminId: viewer.id, list, query: filtre, name: nom, now };
      return { to: await saveFilter(asked), toast: "Le filtre est enregistré." };
    },
  }),
  remove: pageForm({
    access: "office.read",
    input: removeFilterInput,
    async run({ viewer, input }) {
      await removeFilter(viewer.id, input.filter);
      return { to: "/admin/filtres", toast: "Le filtre est retiré." };
    },
  }),
});

export default function SavedFilters() {
  const { draft, lists } = useLoaderData<typeof loader>();
  const state = useFormState(saveFilterInput, "save");
  return (
    <>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <h1>Filtres enregistrés</h1>
      {draft ? <SaveFilterForm draft={draft} state={state} /> : null}
      <SavedFilterList lists={lists} />
    </>
  );
}
