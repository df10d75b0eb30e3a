import { withoutSpaces } from "~/platform/seen-text";

/** A SIRET or a SIREN as people read it: '732 829 320 00074', '732 829 320', which a narrow line may break; anything else as it is. */
export function registryText(number: string): string {
  const [, ...parts] = /^(\d{3})(\d{3})(\d{3})(\d{5})?$/.exec(number) ?? [];
  return parts.filter(Boolean).join(" ") || number;
}

/** What an organisation is registered as: 'SIREN 732 829 320' or, of an association that has none, 'RNA W691234567'. */
export function registrationText({ RNA, ...numbers }: Registered): string | undefined {
  const siren = sirenOf(numbers);
  return siren ? `SIREN ${registryText(siren)}` : RNA && `RNA ${RNA}`;
}

/** A SIRET is that of one establishment, and begins with its organisation's SIREN. */
export function sirenOf({ siret, INSEE }: Omit<Registered, "RNA">): string | undefined {
  return siret?.slice(0, SIREN_LENGTH) ?? INSEE;
}

const SIREN_LENGTH = 9;

/** Departments of Alsace-Moselle, whose associations are in a local register and have no RNA. */
const ALSACE_MOSELLE = /^(57|67|68)\d{3}$/;

/** Whether associations at this postal code may have no RNA. */
export function mayLackRna(postalCode: string): boolean {
  return ALSACE_MOSELLE.test(withoutSpaces(postalCode));
}

interface Registered {
  siret?: string;
  INSEE?: string;
  RNA?: string;
}
