import { describe, expect, it } from "vitest";
import { readBanAnswer } from "./ban-answer";

/** A feature in the shape that the address base documents. */
const feature = (properties: object = {}, coordinates: unknown = [2.290084, 49.897442]) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties: {
    label: "8 Boulevard du Port 80000 Amiens",
    score: 0.97,
    housenumber: "8",
    id: "80021_6590_00008",
    name: "8 Boulevard du Port",
    postcode: "80000",
    citycode: "80021",
    x: 648952.58,
    y: 6977867.25,
    city: "Amiens",
    context: "80, Somme, Hauts-de-France",
    type: "housenumber",
    importance: 0.67727,
    street: "Boulevard du Port",
    ...properties,
  },
});
const read = (...features: unknown[]) => readBanAnswer({ type: "FeatureCollection", features });

describe("readBanAnswer", () => {
  it("splits an address; GeoJSON says longitude first", () => {
    expect(read(feature())).toEqual([
      {
        label: "8 Boulevard du Port 80000 Amiens",
        street: "8 Boulevard du Port",
        postalCode: "80000",
        city: "Amiens",
        country: "France",
        coordinates: { lat: 49.897442, lng: 2.290084 },
        score: 0.97,
      },
    ]);
  });

  it("gives a town its postal code, and no street", () => {
    const [town] = read(feature({ type: "municipality", name: "Amiens", label: "Amiens" }));
    expect(town).toMatchObject({ label: "80000 Amiens", street: "", city: "Amiens" });
  });

  it("takes markup and control characters out of what is shown", () => {
    const label = "8 <img src=x onerror=alert(1)>\u0000\r\nRue";
    expect(read(feature({ label, name: label }))[0]).toMatchObject({
      label: "8 img src=x onerror=alert(1) Rue",
      street: "8 img src=x onerror=alert(1) Rue",
    });
  });

  it("leaves out what is not as documented, and keeps the rest", () => {
    const odd = [
      null,
      "feature",
      {},
      feature({ postcode: "8000" }),
      feature({ postcode: { $gt: "" } }),
      feature({ city: "<>" }),
      feature({ label: "x".repeat(301) }),
      feature({ type: "planet" }),
      feature({}, [200, 49]),
      feature({}, null),
    ];
    expect(read(...odd, feature())).toHaveLength(1);
  });

  it.each([null, "text", [], {}, { features: {} }, { features: Array(101).fill(null) }])(
    "refuses %j for an answer",
    (body) => {
      expect(() => readBanAnswer(body)).toThrow();
    },
  );
});
