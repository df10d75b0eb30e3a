import { z } from "zod";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { CONTACT_TYPES } from "@models/enumerations";
import { Refusal } from "~/platform/refusal";
import { cursorPage } from "../lists/cursor-page.server";
import { contactsFilter, type ContactFilters } from "./list-contacts.server";

/** A message as administrators have it from the /api paths; `status` true: dealt with. */
export const contactShape = z.object({
  _id: z.string(),
  type: z.enum(CONTACT_TYPES),
  email: z.string(),
  phone: z.string().optional(),
  name: z.string(),
  lastname: z.string(),
  description: z.string(),
  status: z.boolean(),
  createdAt: z.string().datetime(),
});
type ContactJson = z.infer<typeof contactShape>;

const FIELDS = "type email phone name lastname description status createdAt";

/** One page of messages. */
export async function apiContacts(
  filters: ContactFilters,
  cursor: string,
): Promise<{ contacts: ContactJson[]; next: string }> {
  const { rows, next } = await cursorPage<ContactMessage>(ContactMessageModel, {
    filter: contactsFilter(filters),
    fields: FIELDS,
    cursor,
  });
  return { contacts: rows.map(toJson), next };
}

/** @throws Refusal("not_found") */
export async function apiContact(id: string): Promise<ContactJson> {
  const message = await ContactMessageModel.findById(id, FIELDS).lean();
  if (!message) throw new Refusal("not_found");
  return toJson(message);
}

function toJson({ _id, createdAt, ...message }: ContactMessage): ContactJson {
  return { ...message, _id: _id.toString(), createdAt: createdAt.toISOString() };
}
