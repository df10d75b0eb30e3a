import { useLoaderData } from "@remix-run/react";
import { BulkForm, optionsOf } from "~/admin/bulk/components/bulk-form";
import { ContactTable } from "~/admin/contacts/components/contact-table";
import { CONTACT_ACT_LABELS } from "~/admin/contacts/contact-states";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { contactList } from "~/admin/contacts/list-contacts.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = contactList.page;

export default function Contacts() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListFrame {...list}>
      <BulkForm path="/admin/contact" needs="contacts.treat" acts={optionsOf(CONTACT_ACT_LABELS)}>
        <ContactTable contacts={list.page.rows} />
      </BulkForm>
    </ListFrame>
  );
}
