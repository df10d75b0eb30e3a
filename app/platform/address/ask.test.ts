import { beforeEach, describe, expect, it, vi } from "vitest";
import type { BanAddress } from "./ban-answer";
import { askBan } from "./ban.server";
import { geocode } from "./geocode.server";
import { searchText, suggestAddresses } from "./suggest-addresses.server";

/** What is asked of the address base, and what of its answers counts. */

vi.mock("./ban.server", () => ({ askBan: vi.fn() }));
const ask = vi.mocked(askBan);
beforeEach(() => void ask.mockReset().mockResolvedValue([]));

const found = (changes: Partial<BanAddress> = {}): BanAddress => ({
  ...{ label: "1 Rue Haute 76000 Rouen", street: "1 Rue Haute", postalCode: "76000" },
  ...{ city: "Rouen", country: "France", coordinates: { lat: 49.4, lng: 1.1 }, score: 0.9 },
  ...changes,
});

describe("where an address is", () => {
  const address = { street: "1 rue Haute", postalCode: "76000", city: "ROUEN" };

  it("is asked whole, for the best alone", async () => {
    ask.mockResolvedValue([found()]);
    expect(await geocode(address)).toEqual({ lat: 49.4, lng: 1.1 });
    expect(ask).toHaveBeenCalledWith("1 rue Haute 76000 ROUEN", { limit: 1, autocomplete: false });
  });

  it.each<[string, Partial<BanAddress>, boolean]>([
    ["half sure", { score: 0.5 }, true],
    ["a guess", { score: 0.49 }, false],
    ["the town alone", { street: "" }, false],
    ["by another name of the town", { city: "Rouen-sur-Seine" }, true],
    ["by another code of the town", { postalCode: "76100" }, true],
    ["elsewhere", { city: "Caen", postalCode: "14000" }, false],
  ])("%s", async (_what, changes, isThere) => {
    ask.mockResolvedValue([found(changes)]);
    expect((await geocode(address)) !== null).toBe(isThere);
  });

  it("is not asked without a street, and not known where nobody answers", async () => {
    expect(await geocode({ ...address, street: " " })).toBeNull();
    expect(await geocode({ street: "1", postalCode: "", city: "" })).toBeNull();
    expect(ask).not.toHaveBeenCalled();
    expect(await geocode({ street: "1 a", postalCode: "", city: "" })).toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
    ask.mockResolvedValue(null);
    expect(await geocode(address)).toBeNull();
  });
});

describe("what fits what is typed", () => {
  it("is five addresses of the base in France, without how sure it is of them", async () => {
    const abroad = { coordinates: { lat: 4.9, lng: -52.3 } };
    ask.mockResolvedValue([found(), found(abroad)]);
    const { score: _score, ...told } = found();
    expect(await suggestAddresses(" 1 rue Haute, Rou")).toEqual([told]);
    expect(ask).toHaveBeenCalledWith("1 rue Haute, Rou", { limit: 5, autocomplete: true });
  });

  it("is a commune where the base knows nothing or is away, and for a postal code at once", async () => {
    const cities = async (typed: string) =>
      (await suggestAddresses(typed)).map(({ postalCode, city }) => `${postalCode} ${city}`);
    expect((await cities("Rouen"))[0]).toBe("76000 Rouen");
    ask.mockResolvedValue(null);
    expect((await cities("Rouen"))[0]).toBe("76000 Rouen");
    ask.mockClear();
    expect(await cities("76000")).toEqual(["76000 Rouen"]);
    expect(ask).not.toHaveBeenCalled();
    expect([await cities("Ro"), await cities("…!Ro")]).toEqual([[], []]);
  });

  it("is on one line, begins with a letter or a figure, and is 200 characters long at most", () => {
    expect(searchText("  …«\u00a0 1\n\true\u0000 Haute ")).toBe("1 rue Haute");
    expect(searchText("x".repeat(201))).toBe("x".repeat(200));
    expect(searchText(`${"x".repeat(199)}😀y`)).toBe(`${"x".repeat(199)}😀`);
  });
});
