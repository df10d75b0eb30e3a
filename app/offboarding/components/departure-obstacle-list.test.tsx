import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { DepartureObstacleList } from "./departure-obstacle-list";

const nothing = { asBuyer: [], asOwner: [], heldUntil: null, awaited: [], isFree: false };
const one = { reference: "R-1", venueTitle: "La Grange", period: "le 11/06/2027", state: "Payée" };
const page = (changes: object) =>
  renderToStaticMarkup(<DepartureObstacleList obstacles={{ ...nothing, ...changes }} />);
const CALL_OFF = "Annulez-les";

it("asks an owner to call off what there is to call off, not days that somebody is paying for", () => {
  const held = page({ heldUntil: "26/11/2026 à 12\u00a0h" });
  expect(held).toContain("jusqu’au 26/11/2026 à 12\u00a0h au plus tard");
  expect(held).not.toContain(CALL_OFF);
  expect(page({ asOwner: [one] })).toContain(CALL_OFF);
  expect(page({ asBuyer: [one] })).toContain(CALL_OFF);
});
