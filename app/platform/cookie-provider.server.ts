import { env } from "./env.server";

/** Who sets the cookies that need a yes: the maps provider; undefined while there is none. */
export const cookieProvider = (): string | undefined =>
  env.GOOGLE_MAPS_API_KEY ? "Google" : undefined;
