import { expect, it } from "vitest";
import { rememberDevice } from "./known-device.server";
import { pendingEmailCookie, pendingSignup } from "./pending-email.server";

it("cookies of accounts last as long as what they are for, and go no further than needed", async () => {
  const device = await rememberDevice(new Request("http://localhost/connexion"), "a@exemple.fr");
  const pending = await pendingEmailCookie(pendingSignup("a@exemple.fr"));
  const termsOf = (cookie: string) => cookie.split("; ").slice(1);
  const [year, day] = [365 * 86_400, 86_400];
  expect(termsOf(device)).toEqual([
    `Max-Age=${year}`,
    "Path=/connexion",
    "HttpOnly",
    "SameSite=Lax",
  ]);
  expect(termsOf(pending)).toEqual([`Max-Age=${day}`, "Path=/", "HttpOnly", "SameSite=Lax"]);
});
