import { useLoaderData } from "@remix-run/react";
import { SaveFilterForm, SavedFilterList } from "~/admin/lists/components/saved-filters";
import { removeFilterInput, saveFilterInput, savedFilterParams } from "~/admin/lists/forms";
import { filteredPath } from "~/admin/lists/list-filters";
import { removeFilter, savedFilters, saveFilter } from "~/admin/lists/saved-filters.server";
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
    const path = liste && filteredPath(liste, filtre);
    return {
      draft: path === liste ? null : { list: liste, query: path.slice(liste.length + 1) },
      filters: await savedFilters(viewer.id),
    };
  },
);

export const action = formAction({
  save: pageForm({
    access: "office.read",
    input: saveFilterInput,
    async run({ viewer, input: { liste, filtre, nom }, now }) {
      const asked = { adminId: viewer.id, list: liste, query: filtre, name: nom, now };
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
  const { draft, filters } = useLoaderData<typeof loader>();
  const state = useFormState(saveFilterInput, "save");
  return (
    <>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <h1>Filtres enregistrés</h1>
      {draft ? <SaveFilterForm draft={draft} state={state} /> : null}
      <SavedFilterList filters={filters} />
    </>
  );
}
