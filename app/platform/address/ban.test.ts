import { expect, it, vi } from "vitest";

/** Which address base is asked: a stand-in where one is named, else the official one, in tests none. */
const asked = vi.hoisted((): { env: object; baseUrl?: unknown } => ({ env: {} }));
vi.mock("../env.server", () => ({
  get env() {
    return asked.env;
  },
}));
vi.mock("./ban-client.server", () => ({
  createBanClient: ({ baseUrl }: { baseUrl: unknown }) => (asked.baseUrl = baseUrl),
}));

it.each([
  [{ APP_MODE: "production" }, "https://data.geopf.fr/geocodage/"],
  [{ APP_MODE: "demo" }, "https://data.geopf.fr/geocodage/"],
  [{ APP_MODE: "test" }, null],
  [{ APP_MODE: "test", BAN_URL: "http://localhost:1/" }, "http://localhost:1/"],
  [{ APP_MODE: "production", BAN_URL: "http://localhost:1/" }, "http://localhost:1/"],
])("%j asks %s", async (env, baseUrl) => {
  asked.env = env;
  vi.resetModules();
  await import("./ban.server");
  expect(asked.baseUrl).toBe(baseUrl);
});
