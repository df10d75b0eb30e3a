/** Where a link to write to an address leads: '&', '#' and '?' may stand in a mailbox's name and would end it. */
export function mailtoHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}
