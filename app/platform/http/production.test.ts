import type { Request, Response } from "express";
import type * as constantTime from "../constant-time.server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

vi.mock("../constant-time.server", async (original) => {
  const real = await original<typeof constantTime>();
  return { ...real, sameSecret: vi.fn(real.sameSecret) };
});

/** What is otherwise where real people are: the rest of the product cannot tell, and no other test runs there. */

const PRODUCTION = {
  ...{ APP_MODE: "production", APP_URL: "https://placedessalles.example" },
  ...{ MONGODB_URI: "mongodb://db/app", SESSION_SECRET: "a-secret-of-at-least-thirty-two-letters" },
  ...{ STRIPE_SECRET_KEY: "sk_live_x", STRIPE_PUBLISHABLE_KEY: "pk_live_x" },
  ...{ STRIPE_WEBHOOK_SECRET: "whsec_a", STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_b" },
  ...{ SMTP_URL: "smtp://mail:25", MAIL_FROM: "Place des Salles <bonjour@salles.example>" },
  ...{
    CONTACT_EMAIL: "equipe@salles.example",
    LEGAL_PUBLISHER: "SAS",
    LEGAL_HOST: "SAS",
    LEGAL_MEDIATOR: "SAS",
  },
  TRUST_PROXY: "1",
  METRICS_TOKEN: "newer,older",
};

beforeAll(() => {
  for (const [name, value] of Object.entries(PRODUCTION)) vi.stubEnv(name, value);
  vi.resetModules();
});
afterAll(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

it("cookies come by https alone, and are this host's own", async () => {
  const { signedCookie } = await import("../signed-cookie.server");
  const termsOf = (cookie: string) => cookie.replace(/=[^;]+/, "=…");
  expect(termsOf(await signedCookie("a", 60).serialize("x"))).toBe(
    "__Host-a=…; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
  // A cookie of a path can be no host's own (RFC 6265bis).
  expect(termsOf(await signedCookie("a", 60, "/b").serialize("x"))).toBe(
    "__Secure-a=…; Max-Age=60; Path=/b; HttpOnly; Secure; SameSite=Lax",
  );
  const { dismissalOf } = await import("../web/dismissed-notices.server");
  expect(dismissalOf("x", { headers: new Headers() })).toBe(
    "bandeaux=x; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure",
  );
  const { redirectWithToast } = await import("../web/toast.server");
  const { headers } = await redirectWithToast("/", { type: "success", message: "Fait." });
  expect(termsOf(headers.get("set-cookie") ?? "")).toBe(
    "toast=…; Path=/; HttpOnly; Secure; SameSite=Lax",
  );
});

it("forms may lead to each page of Stripe's that one is answered with", async () => {
  const { POLICY } = await import("./security-headers.server");
  expect(POLICY["form-action"]).toEqual([
    "'self'",
    ...["https://checkout.stripe.com", "https://hooks.stripe.com"],
    ...["https://connect.stripe.com", "https://stripe.com", "https://express.stripe.com"],
  ]);
});

it("browsers are told to ask this host by https for two years, and for all that a page shows", async () => {
  const { securityHeaders } = await import("./security-headers.server");
  const told = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => told.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  } as unknown as Response;
  securityHeaders(false)({} as Request, response, () => undefined);
  expect(told.get("strict-transport-security")).toBe("max-age=63072000");
  expect(told.get("content-security-policy")).toMatch(/;upgrade-insecure-requests$/);
});

it("figures are told to whom has a token of them, compared in constant time", async () => {
  const { sameSecret } = await import("../constant-time.server");
  const { metricsEndpoint } = await import("./metrics.server");
  const statusFor = async (authorization?: string) =>
    await new Promise<number>((resolve) => {
      const response = {
        status: (status: number) => ({ end: () => resolve(status) }),
        type: () => ({ send: () => resolve(200) }),
      } as unknown as Response;
      const request = { get: () => authorization } as unknown as Request;
      metricsEndpoint(request, response, () => resolve(500));
    });
  const given = ["Bearer newer", "Bearer older", "Bearer other", "newer", "", undefined];
  expect(await Promise.all(given.map(statusFor))).toEqual([200, 200, 404, 404, 404, 404]);
  expect(vi.mocked(sameSecret).mock.calls).toContainEqual(["Bearer other", "Bearer newer"]);
});

it("without a token nobody is", async () => {
  vi.stubEnv("METRICS_TOKEN", "");
  vi.resetModules();
  const { metricsEndpoint } = await import("./metrics.server");
  const end = vi.fn();
  const status = vi.fn(() => ({ end }));
  const request = { get: () => "Bearer " } as unknown as Request;
  metricsEndpoint(request, { status } as unknown as Response, () => expect.unreachable());
  expect(status).toHaveBeenCalledWith(404);
  expect(end).toHaveBeenCalled();
});
