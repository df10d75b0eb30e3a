import { importLibrary } from "@googlemaps/js-api-loader";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { googleOrOwn } from "./google-or-own";

vi.mock("@googlemaps/js-api-loader", () => ({ importLibrary: vi.fn(), setOptions: vi.fn() }));

/** In browsers that have neither `reportError` nor more of a signal than whether it was aborted (iOS until 15.3). */
const signal = { aborted: false } as AbortSignal;
const fetchSuggestions = vi.fn();
beforeEach(() => {
  vi.stubGlobal("reportError", undefined);
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ addresses: [{ label: "Ici" }] })));
  vi.mocked(importLibrary).mockResolvedValue({
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: { fetchAutocompleteSuggestions: fetchSuggestions },
  } as unknown as Awaited<ReturnType<typeof importLibrary>>);
});
afterEach(() => vi.unstubAllGlobals());

const labels = async (search: ReturnType<typeof googleOrOwn>, by = signal) =>
  (await search("10 rue", by)).map(({ label }) => label);

it("searches at Google", async () => {
  const onFailure = vi.fn();
  fetchSuggestions.mockResolvedValue({
    suggestions: [{ placePrediction: { text: { text: "Là" } } }, { placePrediction: null }],
  });
  expect(await labels(googleOrOwn("key", onFailure))).toEqual(["Là"]);
  expect(onFailure).not.toHaveBeenCalled();
});

it("searches itself where Google does not answer, and says that once", async () => {
  const onFailure = vi.fn();
  fetchSuggestions.mockRejectedValue(new Error("no"));
  expect(await labels(googleOrOwn("key", onFailure))).toEqual(["Ici"]);
  expect(onFailure).toHaveBeenCalledTimes(1);
});

it("gives up what nobody waits for, and asks nobody else", async () => {
  const onFailure = vi.fn();
  const given = { aborted: true, reason: "typed on" } as unknown as AbortSignal;
  await expect(labels(googleOrOwn("key", onFailure), given)).rejects.toBe("typed on");
  expect(onFailure).not.toHaveBeenCalled();
});
