/** What the button of a date field does, for who hears it. */
export function toggleWords(locale: string): { open: string; close: string; clear: string } {
  return locale.startsWith("fr")
    ? { open: "Ouvrir le calendrier", close: "Fermer le calendrier", clear: "Effacer les dates" }
    : { open: "Open the calendar", close: "Close the calendar", clear: "Clear the dates" };
}
