/** How many of one's recovery codes are left, as a sentence after one that names them. Pure. */
export function codesLeftText(count: number): string {
  if (count === 0) return "Il ne vous en reste aucun\u00a0: remplacez-les pour en avoir d’autres.";
  return `Il vous en reste ${count === 1 ? "un" : count}.`;
}
