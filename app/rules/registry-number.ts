/** A SIRET or a SIREN as people read it: '732 829 320 00074', '732 829 320', which a narrow line may break; anything else as it is. */
export function registryText(number: string): string {
  const [, ...parts] = /^(\d{3})(\d{3})(\d{3})(\d{5})?$/.exec(number) ?? [];
  return parts.filter(Boolean).join(" ") || number;
}

/** What an organisation is registered as: 'SIREN 732 829 320' or, of an association that has none, 'RNA W691234567'. */
export function registrationText({ siret, INSEE, RNA }: Registered): string | undefined {
  // A SIRET is that of one establishment, and begins with its organisation's SIREN.
  const siren = siret?.slice(0, SIREN_LENGTH) ?? INSEE;
  return siren ? `SIREN ${registryText(siren)}` : RNA && `RNA ${RNA}`;
}

const SIREN_LENGTH = 9;

interface Registered {
  siret?: string;
  INSEE?: string;
  RNA?: string;
}
