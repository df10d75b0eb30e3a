/** A SIRET or a SIREN as people read it: '732 829 320 00074', '732 829 320', which a narrow line may break; anything else as it is. */
export function registryText(number: string): string {
  const [, ...parts] = /^(\d{3})(\d{3})(\d{3})(\d{5})?$/.exec(number) ?? [];
  return parts.filter(Boolean).join(" ") || number;
}
