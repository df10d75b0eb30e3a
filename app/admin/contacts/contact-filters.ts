import { shownAs } from "@models/enumerations";
import type { ContactMessage } from "@models/contact-message";
import { formatInstant } from "~/platform/days";

/** The two states of a message, as they are stored, as they are asked for and as people read them. */
export const CONTACT_STATES = ["en-attente", "terminer"] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

export const CONTACT_STATE_LABELS: Record<ContactState, string> = {
  "en-attente": "En attente",
  terminer: "Terminé",
};

/** What makes several messages that state. */
export const CONTACT_ACT_LABELS: Record<ContactState, string> = {
  terminer: "Terminer",
  "en-attente": "Remettre en attente",
};

/** The columns of the list as CSV. */
export const CONTACT_COLUMNS = {
  "Reçu le": ({ createdAt }: ContactMessage) => formatInstant(createdAt),
  Sujet: ({ type }: ContactMessage) => shownAs(type),
  État: ({ status }: ContactMessage) => CONTACT_STATE_LABELS[status ? "terminer" : "en-attente"],
  Prénom: ({ name }: ContactMessage) => name,
  Nom: ({ lastname }: ContactMessage) => lastname,
  "E-mail": ({ email }: ContactMessage) => email,
  Téléphone: ({ phone }: ContactMessage) => phone,
  Message: ({ description }: ContactMessage) => description,
} as const;
