import { afterEach, expect, it, vi } from "vitest";
import { keepState, knownState } from "./known-state.server";
import { logger } from "./log.server";
import { NO_STATE } from "./site-state";

afterEach(() => keepState(""));

const until = new Date("2027-03-10T12:00:00Z");
const maintenance = { message: "Nous changeons de serveur.", from: until, until };

it("keeps what is stored, until something else is", () => {
  expect(knownState()).toEqual(NO_STATE);
  keepState(JSON.stringify({ notices: [], maintenance }));
  const known = knownState();
  expect(known).toEqual({ notices: [], maintenance });
  // The same again is not read again.
  keepState(JSON.stringify({ notices: [], maintenance }));
  expect(knownState()).toBe(known);
  keepState("");
  expect(knownState()).toEqual(NO_STATE);
});

it("leaves the last one standing when what is stored cannot be read, and tells the log each time", () => {
  const failed = vi.spyOn(logger, "error").mockReturnValue();
  keepState(JSON.stringify({ notices: [], maintenance }));
  for (let looks = 0; looks < 2; looks += 1) keepState("{");
  expect(knownState()).toEqual({ notices: [], maintenance });
  const told = [{ err: expect.any(SyntaxError) as unknown }, "the site's state cannot be read"];
  expect(failed.mock.calls).toEqual([told, told]);
  failed.mockRestore();
});
