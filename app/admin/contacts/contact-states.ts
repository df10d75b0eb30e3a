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
