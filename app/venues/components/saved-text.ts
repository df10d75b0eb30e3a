import { counted } from "~/platform/numbers";

const SAVED = "Les modifications ont été enregistrées avec succès.";

/** What an owner is told who saved a venue. @param told how many clients to come are written to, of another street */
export function savedText(told: number): string {
  if (told === 0) return SAVED;
  return `${SAVED} Nous écrivons l’adresse corrigée à ${counted(told, "client", "clients")} qui ${told === 1 ? "a" : "ont"} une réservation ou une demande à venir.`;
}
