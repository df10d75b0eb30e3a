import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf, useChoice } from "~/admin/bulk/components/bulk-form";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { PersonFilters } from "~/admin/users/components/person-filters";
import { PersonTable } from "~/admin/users/components/person-table";
import { listUsers } from "~/admin/users/list-users.server";
import {
  USER_ACT_LABELS,
  USER_STATE_LABELS,
  USER_STATES,
  type UserState,
} from "~/admin/users/person";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Utilisateurs", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/user"].extend({ suite: cursorParam }),
  },
  async ({ params: { suite, ...filters } }) => ({ filters, page: await listUsers(filters, suite) }),
);

const states = USER_STATES.map((value) => ({ value, label: USER_STATE_LABELS[value] }));

export default function Users() {
  const { filters, page } = useLoaderData<typeof loader>();
  const choice = useChoice("people.ban");
  return (
    <ListFrame
      title="Utilisateurs"
      path="/admin/user"
      noun={["compte", "comptes"]}
      filters={filters}
      nameOf={(name, value) =>
        name === "etat" ? USER_STATE_LABELS[value as UserState] : `Tag ou e-mail\u00a0: ${value}`
      }
      page={page}
      empty="Aucun utilisateur trouvé..."
      fields={<PersonFilters filters={filters} states={states} />}
    >
      <BulkForm path="/admin/user" needs="people.ban" acts={optionsOf(USER_ACT_LABELS)}>
        <PersonTable
          caption="Comptes"
          people={page.rows}
          hrefOf={(id) => `/admin/user/${id}`}
          choice={choice}
        />
      </BulkForm>
    </ListFrame>
  );
}
