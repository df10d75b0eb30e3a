import { createOpenVenue, stack } from "../support/running-stack";
import createClient from "openapi-fetch";
import { beforeAll, describe, expect, test } from "vitest";
import { ApiTokenModel } from "@models/api-token";
import type { TokenScope } from "@models/enumerations";
import type { User } from "@models/user";
import { makeApiToken } from "~/platform/api-token.server";
import { addDays, todayInParis } from "~/platform/days";
import { hashToken } from "~/platform/token.server";
// As a program of somebody else's would have them: made of the document (scripts/lib/api-types.mjs).
import type { paths } from "../../build/api-types";
import { createUser } from "../support/fixtures";
import { httpCustomer } from "../support/http-customer";
import { rawRequest } from "../support/raw-request";

/** The running product as a program meets it that knows nothing but the API's document and its token. */

async function tokenOf(user: Pick<User, "_id">, scope: TokenScope): Promise<string> {
  const token = makeApiToken();
  const made = { userId: user._id, name: "Essai", scope, createdAt: new Date() };
  await ApiTokenModel.create({ ...made, hash: hashToken(token) });
  return token;
}

const clientWith = (token: string) =>
  createClient<paths>({
    baseUrl: stack.appUrl,
    headers: { authorization: `Bearer ${token}` },
  });

let reader: string;
let writer: string;
beforeAll(async () => {
  const user = await createUser();
  [reader, writer] = [await tokenOf(user, "read"), await tokenOf(user, "write")];
});

test("a stay is found, reserved, paid and called off by the document's types", async () => {
  const { title } = await createOpenVenue();
  const client = clientWith(writer);
  const startDate = addDays(todayInParis(new Date()), 40);
  const days = { startDate, endDate: addDays(startDate, 2) };

  const query = { city: "Lyon", start: days.startDate, end: days.endDate };
  const found = await client.GET("/api/location/get-filtred-locations", { params: { query } });
  const wanted = found.data?.locations.find((venue) => venue.title === title);
  const id = wanted?._id ?? "";
  const shown = await client.GET("/api/location/{id}", { params: { path: { id } } });
  // Euros a day, and 12.5 % of fee.
  const amount = Math.round(Number(shown.data?.location.price) * 3 * 112.5);
  const body = { id, amount, paymentMethodId: "pm_card_visa", ...days };

  const refused = await clientWith(reader).POST("/api/stripe/charge", { body });
  expect([refused.response.status, refused.error?.status]).toEqual([403, 403]);
  const paid = await client.POST("/api/stripe/charge", { body });
  expect(paid.error).toBeUndefined();
  expect(paid.data?.redirectUrl).toMatch(/\/reservation\/[0-9a-f]{24}\/success/);

  const own = async () => {
    const { data } = await client.GET("/api/location/get-my-requests");
    return data?.locations.flatMap(({ reservations }) => reservations)[0];
  };
  const booked = await own();
  expect(booked).toMatchObject({ ...days, status: "confirmed" });
  const buyerId = booked?.userId ?? "";
  const cancelled = await client.POST("/api/location/cancel-reservation", {
    body: { buyerId, locationId: id, startDate },
  });
  expect(cancelled.data?.refunded).toBe(amount);
  expect((await own())?.status).toBe("cancelled");
});

describe("a request with a token", () => {
  const ask = async (headers: Record<string, string>, path = "/api/auth/check-auth") =>
    await fetch(new URL(path, stack.appUrl), { headers, redirect: "manual" });

  test("needs no origin check, and has no session", async () => {
    const logout = async (headers: Record<string, string>) =>
      await fetch(new URL("/api/send/edit-address", stack.appUrl), {
        method: "POST",
        headers: { origin: "https://ailleurs.example", ...headers },
      });
    expect((await logout({})).status).toBe(403);
    expect((await logout({ authorization: `Bearer ${writer}` })).status).toBe(422);
    const both = { authorization: "Bearer pds_faux", cookie: "session=x" };
    expect((await ask(both)).status).toBe(401);
  });

  test.each(["Bearer", "Bearer ", "bearer pds_a pds_b"])(
    "is refused where '%s' is none, also where nobody has to say who they are",
    async (authorization) => {
      expect((await ask({ authorization }, "/api/location/get-all")).status).toBe(401);
    },
  );

  test("opens no page", async () => {
    const authorization = `Bearer ${writer}`;
    expect((await ask({ authorization }, "/mes-parametres")).status).toBe(303);
    const docs = async (headers: Record<string, string>) => {
      const answer = await ask(headers, "/api/docs");
      expect(answer.status).toBe(200);
      return await answer.text();
    };
    const logOut = 'action="/deconnexion"';
    const withToken = await docs({ authorization });
    expect(withToken).toContain("Connexion");
    expect(withToken).not.toContain(logOut);
    const { cookieHeader: cookie } = await httpCustomer(stack.appUrl);
    expect(await docs({ cookie })).toContain(logOut);
  });
});

describe("methods", () => {
  test.each(["/api/location/get-all", "/api/gallery/get-gallery", "/api/openapi.json"])(
    "HEAD %s is answered as its GET, without the body",
    async (path) => {
      const url = new URL(path, stack.appUrl);
      const [get, head] = [await fetch(url), await fetch(url, { method: "HEAD" })];
      expect([head.status, await head.text()]).toEqual([200, ""]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    },
  );

  test.each([
    ["OPTIONS", "/api/auth/login", "POST"],
    ["HEAD", "/api/auth/login", "POST"],
    ["PUT", "/api/location/get-all", "GET, HEAD"],
    ["OPTIONS", "/api/openapi.json", "GET, HEAD"],
    ["HEAD", `/api/admin/validate/${"0".repeat(24)}`, "POST"],
    ["OPTIONS", "/api/docs", "GET, HEAD"],
    ["POST", "/api/location/delete-my-location/x", "DELETE"],
  ])("%s %s is a 405 that says which there are", async (method, path, allow) => {
    const { status, headers } = await rawRequest(stack.appUrl, `${method} ${path} HTTP/1.1`);
    expect([status, headers.allow]).toEqual([405, allow]);
  });
});
