import { expect, it } from "vitest";
import { signedCookie } from "~/platform/signed-cookie.server";
import { knownDevice, rememberDevice } from "./known-device.server";
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

it.each([{ key: "x" }, { accounts: [] }, "x", 7, []])(
  "what was signed as another cookie, %j, is no device, and is written over",
  async (value) => {
    const cookie = (await signedCookie("device", 60).serialize(value)).split(";")[0]!;
    const request = new Request("http://localhost/connexion", { headers: { cookie } });
    expect(await knownDevice(request, "a@exemple.fr")).toBeNull();
    const after = (await rememberDevice(request, "a@exemple.fr")).split(";")[0]!;
    const next = new Request("http://localhost/connexion", { headers: { cookie: after } });
    expect(await knownDevice(next, "a@exemple.fr")).not.toBeNull();
  },
);
