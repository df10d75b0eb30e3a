/** Numbers as people read them in French; amounts are `money.ts`'s. Pure. */
const whole = new Intl.NumberFormat("fr-FR");
const oneDecimal = new Intl.NumberFormat("fr-FR", { maximumFractionDigits: 1 });

/** '1 000', with the narrow no-break space of fr-FR. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** '8,4', '12': one decimal at most. */
export function formatDecimal(value: number): string {
  return oneDecimal.format(value);
}

/** '1 jour', '1 000 jours', kept on one line. */
export function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)}\u00a0${count > 1 ? many : one}`;
}
