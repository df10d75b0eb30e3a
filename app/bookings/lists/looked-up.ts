import { foldText } from "~/platform/fold-text";

/** Whether somebody typed a reservation's reference, all of it, in any case, with or without what all begin with. */
export function isReference(typed: string, reference: string): boolean {
  const bare = (text: string) => foldText(text).replace(/ /g, "");
  const [asked, whole] = [bare(typed), bare(reference)];
  return asked !== "" && (asked === whole || `pds${asked}` === whole);
}

/** Those that `isReference` takes what was typed for, as they are stored. */
export function referencesMeant(typed: string): string[] {
  const asked = foldText(typed).replace(/ /g, "").toUpperCase();
  return [...new Set([asked, asked.replace(/^PDS/, "")])].map((one) => `PDS-${one}`);
}

/** Whether somebody typed a person's name as it is shown, or the beginning of a word of it and what follows. */
export function isNamed(typed: string, name: string): boolean {
  const asked = foldText(typed);
  return asked !== "" && ` ${foldText(name)}`.includes(` ${asked}`);
}
