import { env } from "../env.server";

/** The address of the contact form, as a mail names it. */
export function contactUrl(): string {
  return new URL("/contact", env.APP_URL).href;
}
