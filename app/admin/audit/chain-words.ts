import type { ChainCheck } from "./chain";

/** What a walk of the audit log found, for a terminal: with the last hash, to be kept elsewhere (docs/decisions/019). */
export function chainWords({ entries, hash, flaw }: ChainCheck): string {
  const counted = entries > 1 ? `${entries} entrées vérifiées` : `${entries} entrée vérifiée`;
  if (flaw !== null) return `Journal altéré après ${counted}\u00a0: ${flaw}.`;
  const end = hash && ` La dernière a pour empreinte ${hash}.`;
  return `Journal intact\u00a0: ${counted}.${end}`;
}
