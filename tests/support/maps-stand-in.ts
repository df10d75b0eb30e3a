import type { Page } from "playwright/test";

/** For `test.use`: their provider is not reached, whatever is asked of it. */
export const MAPS_HOSTS = { standIns: [/\.googleapis\.com$/] };

/**
 * The parts of Google's script that are used here, in the shapes that it documents. The address search gets two
 * predictions for anything, the second one in Belgium; maps are plain text that says what they show; the
 * geocoder knows Lyon, fails at "Panne" and finds nothing else.
 */
const SCRIPT = `
  const component = (longText, type, shortText = longText) => ({ longText, shortText, types: [type] });
  const prediction = (text, addressComponents, at) => ({
    placePrediction: {
      text: { text },
      toPlace: () => {
        const place = {
          fetchFields: async ({ fields }) => {
            window.fetchedFields = fields;
            Object.assign(place, { addressComponents, location: { toJSON: () => at } });
            return { place };
          },
        };
        return place;
      },
    },
  });
  class AutocompleteSessionToken {}
  const AutocompleteSuggestion = {
    fetchAutocompleteSuggestions: async (request) => {
      window.placesRequest = { ...request, sessionToken: request.sessionToken?.constructor.name };
      return {
        suggestions: [
          prediction("12 Rue de la République, Lyon", [
            component("12", "street_number"),
            component("Rue de la République", "route"),
            component("Lyon", "locality"),
            component("France", "country", "FR"),
            component("69002", "postal_code"),
          ], { lat: 45.7634, lng: 4.8363 }),
          prediction("Grand-Place, Bruxelles", [
            component("Bruxelles", "locality"),
            component("Belgique", "country", "BE"),
            component("10000", "postal_code"),
          ], { lat: 50.8467, lng: 4.3525 }),
        ],
      };
    },
  };
  // Not called Map: this is no module, and the page has one.
  class ShownMap {
    constructor(canvas, { center, zoom }) {
      this.canvas = canvas;
      canvas.textContent = "center " + center.lat + " zoom " + zoom;
    }
    fitBounds({ points }) {
      this.canvas.append(" bounds of " + points.length);
    }
  }
  class Marker {
    constructor({ map, title }) {
      this.button = document.createElement("button");
      this.button.textContent = title;
      map.canvas.append(this.button);
    }
    addListener(type, listener) {
      this.button.addEventListener(type, listener);
    }
  }
  class LatLngBounds {
    points = [];
    extend(point) {
      this.points.push(point);
    }
  }
  class Geocoder {
    async geocode({ address }) {
      if (address.includes("Panne")) throw new TypeError("no network");
      if (!address.includes("Lyon")) throw Object.assign(new Error(), { code: "ZERO_RESULTS" });
      return { results: [{ geometry: { location: { toJSON: () => ({ lat: 45.76, lng: 4.84 }) } } }] };
    }
  }
  google.maps.importLibrary = async () => ({
    ...{ AutocompleteSessionToken, AutocompleteSuggestion, Map: ShownMap, Marker, LatLngBounds, Geocoder },
  });
  google.maps.__ib__();
`;

interface MapsStandIn {
  /** What was asked of the provider's hosts. */
  asked: URL[];
}

/**
 * Shows `path` as a server with a maps key would, and stands in for the provider; `fails`: its script
 * does not come.
 */
export async function standInForMaps(
  page: Page,
  path: string,
  { accepted, fails = false }: { accepted: boolean; fails?: boolean },
): Promise<MapsStandIn> {
  const asked: URL[] = [];
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    const maps = JSON.stringify({ key: "a-key", accepted }).replaceAll('"', "&quot;");
    const body = (await response.text()).replace(
      "&quot;maps&quot;:null",
      `&quot;maps&quot;:${maps}`,
    );
    const policy = (response.headers()["content-security-policy"] ?? "").replace(
      "script-src 'self'",
      "script-src 'self' https://maps.googleapis.com",
    );
    const headers = { ...response.headers(), "content-security-policy": policy };
    await route.fulfill({ response, body, headers });
  });
  await page.route("https://*.googleapis.com/**", async (route) => {
    asked.push(new URL(route.request().url()));
    if (fails) await route.abort();
    else await route.fulfill({ contentType: "text/javascript; charset=utf-8", body: SCRIPT });
  });
  return { asked };
}
