import { expect, it } from "vitest";
import { signedCookie } from "~/platform/signed-cookie.server";
import { knownDevice, rememberDevice } from "./known-device.server";
import { pendingEmailCookie, pendingSignup } from "./pending-email.server";

it("cookies of accounts last as long as what they are for, and go no further than needed", async () => {
  const devices = await rememberDevice(new Request("http://localhost/connexion"), "a@exemple.fr");
  const pending = await pendingEmailCookie(pendingSignup("a@exemple.fr"));
  const termsOf = (cookie: string) => cookie.split("; ").slice(1);
  const [year, day] = [365 * 86_400, 86_400];
  // Written where an address is proved too, which has to know who else logged in here.
  expect(devices.map(termsOf)).toEqual(
    ["/connexion", "/verification-email", "/api/auth"].map((path) => [
      `Max-Age=${year}`,
      `Path=${path}`,
      "HttpOnly",
      "SameSite=Lax",
    ]),
  );
  expect(new Set(devices.map((cookie) => cookie.split(";")[0])).size).toBe(1);
  expect(termsOf(pending)).toEqual([`Max-Age=${day}`, "Path=/", "HttpOnly", "SameSite=Lax"]);
});

const asked = (cookie: string) =>
  new Request("http://localhost/connexion", { headers: { cookie: cookie.split(";")[0]! } });

it("a device knows the three accounts that logged in last, each under a name of its own", async () => {
  let cookie = "";
  const remember = async (email: string) => (await rememberDevice(asked(cookie), email))[0]!;
  const emails = ["a", "b", "c", "d"].map((name) => `${name}@exemple.fr`);
  for (const email of emails) cookie = await remember(email);
  const names = async () =>
    await Promise.all(emails.map((email) => knownDevice(asked(cookie), email)));
  const [first, ...others] = await names();
  expect([first, new Set(others).size]).toEqual([null, 3]);
  for (const name of others) expect(name).toMatch(/^[0-9a-f]{32}$/);
  // Who logs in again is the last one, once.
  cookie = await remember("b@exemple.fr");
  cookie = await remember("a@exemple.fr");
  expect((await names()).map((name) => name !== null)).toEqual([true, true, false, true]);
});

it.each([null, "text", {}, { key: 1, accounts: [] }, { key: "k", accounts: "a" }])(
  "a cookie of %j is no device's",
  async (value) => {
    const cookie = await signedCookie("device", 60, "/connexion").serialize(value);
    expect(await knownDevice(asked(cookie), "a@exemple.fr")).toBeNull();
    const [after] = await rememberDevice(asked(cookie), "a@exemple.fr");
    expect(await knownDevice(asked(after!), "a@exemple.fr")).not.toBeNull();
  },
);
