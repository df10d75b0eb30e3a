import { useLoaderData } from "@remix-run/react";
import {
  ContactFilterFields,
  contactFilterName,
} from "~/admin/contacts/components/contact-filters";
import { ContactTable } from "~/admin/contacts/components/contact-table";
import { CONTACT_ACT_LABELS } from "~/admin/contacts/contact-filters";
import { listContacts } from "~/admin/contacts/list-contacts.server";
import { BulkForm, optionsOf } from "~/admin/bulk/components/bulk-form";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { cursorParam } from "~/admin/lists/filters";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta("Contacts", { isPrivate: true });

export const loader = pageLoader(
  {
    access: "office.read",
    params: LIST_FILTERS["/admin/contact"].extend({ suite: cursorParam }),
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
      <BulkForm path="/admin/contact" needs="contacts.treat" acts={optionsOf(CONTACT_ACT_LABELS)}>
        <ContactTable contacts={page.rows} />
      </BulkForm>
    </ListFrame>
  );
}
