import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { logger } from "../log.server";
import { createBanClient } from "./ban-client.server";
import { getJson } from "./get-json.server";

/** How long answers of the address base are good, how often it is asked, and how long it is left alone. */

vi.mock("./get-json.server", () => ({ getJson: vi.fn() }));
const ask = vi.mocked(getJson);
const found = { status: 200, body: { features: [] } };
const SECOND = 1_000;
const DAY = 86_400 * SECOND;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
  // The cache has its time of this.
  vi.spyOn(performance, "now").mockImplementation(() => Date.now());
  vi.spyOn(logger, "warn").mockReturnValue(undefined);
  ask.mockReset().mockResolvedValue(found);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const how = { limit: 5, autocomplete: true };
const client = () => createBanClient({ baseUrl: "https://data.geopf.fr/geocodage/" });

it("asks at the one address, for 2 s and 256 kB at most, in small letters", async () => {
  const askBan = client();
  await askBan("Rue de la Paix", how);
  await askBan("Rue de la Paix", { limit: 1, autocomplete: false });
  const base = "https://data.geopf.fr/geocodage/search?q=rue+de+la+paix";
  expect(ask.mock.calls.map(([url, bounds]) => [url.href, bounds])).toEqual([
    [`${base}&limit=5&autocomplete=1`, { timeoutMs: 2_000, maxBytes: 262_144 }],
    [`${base}&limit=1&autocomplete=0`, { timeoutMs: 2_000, maxBytes: 262_144 }],
  ]);
});

it("remembers an answer for a day", async () => {
  const askBan = client();
  await askBan("lyon", how);
  vi.advanceTimersByTime(DAY - SECOND);
  await askBan("LYON", how);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2 * SECOND);
  await askBan("lyon", how);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("remembers two thousand answers, those asked for last", async () => {
  const askBan = createBanClient({ baseUrl: "https://data.geopf.fr/", perSecond: 10_000 });
  for (let at = 0; at <= 2_000; at += 1) await askBan(`lyon ${at}`, how);
  await askBan("lyon 1", how);
  expect(ask).toHaveBeenCalledTimes(2_001);
  await askBan("lyon 0", how);
  expect(ask).toHaveBeenCalledTimes(2_002);
});

it("asks twenty times in a second at most, and says nothing of an address beyond", async () => {
  const askBan = client();
  const answers = await Promise.all(
    Array.from({ length: 22 }, (_, at) => askBan(`lyon ${at}`, how)),
  );
  expect(answers.filter((answer) => answer === null)).toHaveLength(2);
  const told = ["address base not asked: its limit is reached"];
  expect(vi.mocked(logger).warn.mock.calls).toEqual([told, told]);
  expect(ask).toHaveBeenCalledTimes(20);
  vi.advanceTimersByTime(SECOND + 1);
  expect(await askBan("lyon 21", how)).toEqual([]);
});

it("leaves it alone for half a minute after a failure, and takes what it refuses for no address", async () => {
  const askBan = client();
  ask.mockResolvedValueOnce({ status: 500, body: undefined });
  expect(await askBan("lyon", how)).toBeNull();
  const err = expect.objectContaining({ message: "The address base answered 500" }) as unknown;
  const told = [{ err, restMs: 30_000 }, "the address base does not answer"];
  expect(vi.mocked(logger).warn.mock.calls).toEqual([told]);
  vi.advanceTimersByTime(30 * SECOND - 1);
  expect(await askBan("lyon", how)).toBeNull();
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  ask.mockResolvedValueOnce({ status: 400, body: undefined });
  expect(await askBan("lyon", how)).toEqual([]);
  expect(ask).toHaveBeenCalledTimes(2);
});

it("without a base has nothing to ask", async () => {
  expect(await createBanClient({ baseUrl: null })("lyon", how)).toBeNull();
  expect(ask).not.toHaveBeenCalled();
});
