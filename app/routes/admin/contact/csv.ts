import { CONTACT_COLUMNS } from "~/admin/contacts/contact-filters";
import { everyContact } from "~/admin/contacts/list-contacts.server";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { LIST_FILTERS } from "~/admin/lists/list-filters";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";

export const loader = exportLoader(LIST_FILTERS["/admin/contact"], ({ params, now }) =>
  csvResponse(`contacts-${todayInParis(now)}`, CONTACT_COLUMNS, everyContact(params)),
);
