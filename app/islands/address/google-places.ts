/// <reference types="google.maps" />
import { importLibrary, setOptions } from "@googlemaps/js-api-loader";
import { FRANCE_BOX } from "~/platform/address/found-address";
import { addressOfPlace } from "~/platform/address/place-address";
import type { Source, Suggestion } from "./source";

type PlacesLibrary = google.maps.PlacesLibrary;

let places: Promise<PlacesLibrary> | undefined;
/** Several searches and the reading of one address: billed as one. */
let session: google.maps.places.AutocompleteSessionToken | undefined;

/** Loads the provider's code at the first call: only for visitors who accept it. */
async function loadPlaces(key: string): Promise<PlacesLibrary> {
  if (!places) {
    setOptions({ key, v: "quarterly", language: "fr", region: "FR" });
    places = importLibrary("places");
  }
  try {
    return await places;
  } catch (error) {
    places = undefined;
    throw error;
  }
}

/** As `throwIfAborted`, which browsers of some years ago do not have. */
function stopIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw signal.reason;
}

/** Google Places, restricted to France and the product's box. */
export function googleSource(key: string): Source {
  return async (text, signal) => {
    const { AutocompleteSessionToken, AutocompleteSuggestion } = await loadPlaces(key);
    stopIfAborted(signal);
    session ??= new AutocompleteSessionToken();
    const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
      input: text,
      sessionToken: session,
      includedRegionCodes: ["fr"],
      locationRestriction: FRANCE_BOX,
      language: "fr",
      region: "fr",
    });
    stopIfAborted(signal);
    return suggestions.flatMap(({ placePrediction }) =>
      placePrediction ? [suggestionOf(placePrediction)] : [],
    );
  };
}

function suggestionOf(prediction: google.maps.places.PlacePrediction): Suggestion {
  const label = prediction.text.text;
  return {
    label,
    async read() {
      const { place } = await prediction
        .toPlace()
        .fetchFields({ fields: ["addressComponents", "location"] });
      session = undefined;
      return addressOfPlace(label, place.addressComponents ?? [], place.location?.toJSON());
    },
  };
}
