import { describe, expect, it } from "vitest";
import { townText } from "./town";

describe("the town of an address", () => {
  const brussels = { postalCode: "1000", city: "Bruxelles" };

  it.each([
    [{ ...brussels, country: "Belgique" }, "1000 Bruxelles, Belgique"],
    [{ city: "Dublin", country: "Irlande" }, "Dublin, Irlande"],
    [{ postalCode: "69003", city: "Lyon", country: "France" }, "69003 Lyon"],
    [{ postalCode: "69003", city: "Lyon", country: "FRANCE" }, "69003 Lyon"],
    // Of accounts from before it was asked for.
    [{ postalCode: "69003", city: "Lyon" }, "69003 Lyon"],
    [{ country: "Belgique" }, ""],
    [{}, ""],
  ])("of %j is '%s'", (said, town) => expect(townText(said)).toBe(town));
});
