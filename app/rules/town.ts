/** The last line of somebody's address, as papers and contracts have it. Pure. */
import type { User } from "@models/user";

/** Whether a country, as somebody wrote it, is France. */
export const isFrance = (country: string | undefined) => country?.toLowerCase() === "france";

/** '69003 Lyon'; abroad with its country, '1000 Bruxelles, Belgique'; empty where nobody said a town. */
export function townText({
  postalCode,
  city,
  country,
}: Partial<Pick<User, "postalCode" | "city" | "country">>): string {
  const town = [postalCode, city].filter(Boolean).join(" ");
  return town && country && !isFrance(country) ? `${town}, ${country}` : town;
}
