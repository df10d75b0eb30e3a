/** What a walk of the audit log found, for a terminal. */
export function chainWords({ entries, flaw }: { entries: number; flaw: string | null }): string {
  const counted = entries > 1 ? `${entries} entrées vérifiées` : `${entries} entrée vérifiée`;
  return flaw === null
    ? `Journal intact\u00a0: ${counted}.`
    : `Journal altéré après ${counted}\u00a0: ${flaw}.`;
}
