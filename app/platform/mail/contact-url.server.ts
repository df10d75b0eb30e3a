import { env } from "../env.server";
import { contactUrlOf } from "./mail-layout";

/** The address of the contact form, as a mail names it. */
export function contactUrl(): string {
  return contactUrlOf(env.APP_URL);
}
