import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CONTACT_TYPES } from "@models/enumerations";
import {
  ContactFilterFields,
  contactFilterName,
} from "~/admin/contacts/components/contact-filters";
import { ContactTable } from "~/admin/contacts/components/contact-table";
import { CONTACT_STATES } from "~/admin/contacts/contact-filters";
import { listContacts } from "~/admin/contacts/list-contacts.server";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { choiceFilter, cursorParam, dayFilter } from "~/admin/lists/filters";
import { searchText } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Contacts", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: z.object({
      email: searchText,
      date: dayFilter,
      type: choiceFilter(CONTACT_TYPES),
      etat: choiceFilter(CONTACT_STATES),
      suite: cursorParam,
    }),
  },
  async ({ params: { suite, ...filters } }) => ({
    filters,
    page: await listContacts(filters, suite),
  }),
);

export default function Contacts() {
  const { filters, page } = useLoaderData<typeof loader>();
  return (
    <ListFrame
      title="Contacts"
      path="/admin/contact"
      noun={["message", "messages"]}
      filters={filters}
      nameOf={contactFilterName}
      page={page}
      empty="Aucun message trouvé..."
      fields={<ContactFilterFields filters={filters} />}
    >
      <ContactTable contacts={page.rows} />
    </ListFrame>
  );
}
