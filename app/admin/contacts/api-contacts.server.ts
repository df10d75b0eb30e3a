import { z } from "zod";
import { ContactMessageModel, type ContactMessage } from "@models/contact-message";
import { CONTACT_TYPES } from "@models/enumerations";
import { Refusal } from "~/platform/refusal";
import { cursorPage } from "../lists/cursor-page.server";
import { contactsFilter, type ContactFilters } from "./list-contacts.server";

/** A message as administrators have it from the /api paths. */
export const contactShape = z.object({
  _id: z.string(),
  type: z.enum(CONTACT_TYPES),
  email: z.string(),
  phone: z.string().optional(),
  name: z.string(),
  lastname: z.string(),
  description: z.string(),
  status: z.boolean().describe("True: dealt with."),
  createdAt: z.string().datetime(),
});
type ContactJson = z.infer<typeof contactShape>;

/** Of a message in a list: what the list's page shows, too. Each look at the rest is noted. */
export const listedContactShape = contactShape.omit({ phone: true, description: true });
type ListedContact = z.infer<typeof listedContactShape>;

const LISTED_FIELDS = "type email name lastname status createdAt";
const FIELDS = `${LISTED_FIELDS} phone description`;

/** One page of messages. */
export async function apiContacts(
  filters: ContactFilters,
  cursor: string,
): Promise<{ contacts: ListedContact[]; next: string }> {
  const { rows, next } = await cursorPage<ContactMessage>(ContactMessageModel, {
    filter: contactsFilter(filters),
    fields: LISTED_FIELDS,
    cursor,
    isCall: true,
  });
  return { contacts: rows.map(toJson), next };
}

/** @throws Refusal("not_found") */
export async function apiContact(id: string): Promise<ContactJson> {
  const message = await ContactMessageModel.findById(id, FIELDS).lean();
  if (!message) throw new Refusal("not_found");
  return toJson(message);
}

function toJson<M extends Pick<ContactMessage, "_id" | "createdAt">>({
  _id,
  createdAt,
  ...message
}: M) {
  return { ...message, _id: _id.toString(), createdAt: createdAt.toISOString() };
}
