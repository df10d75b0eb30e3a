/**
 * What is said of a photo that another one gave way to: its place, and what its owner says that it shows.
 *
 * @param place from 1
 * @param alt its alternative text; one that nobody described has its venue's name and its number, which say nothing more
 */
export function heard(place: number, count: number, alt: string): string {
  const position = `Photo ${place} sur ${count}`;
  return alt === "" || alt.endsWith(`, photo ${place}`) ? position : `${position}\u00a0: ${alt}`;
}
