import type { ReactNode, Ref } from "react";
import { Button } from "./button";
import { Island } from "./island";

/** A venue on the map. */
export interface MappedPlace {
  title: string;
  address: string;
  /** Null while nobody knows; then its address is looked for, where it is the only place. */
  at: { lat: number; lng: number } | null;
  /** Where its mark leads. */
  href: string;
}

export interface VenueMapProps {
  /** The maps provider's public key, and whether this visitor accepts it; null without a key. */
  maps: { key: string; accepted: boolean } | null;
  places: readonly MappedPlace[];
  /** The same places as text, with links to another map. */
  children: ReactNode;
}

/**
 * A map above the places that are on it. Without script, key, consent or the provider, those are what there is:
 * nothing is asked of the provider before someone accepts it, for good or by the button here.
 */
export function VenueMap({ maps, places, children }: VenueMapProps) {
  if (!maps) return children;
  return (
    <Island
      name="venue-map"
      props={{ maps, places }}
      load={maps.accepted ? "visible" : "focus"}
      control={<MapControl isAsked={!maps.accepted} status="" />}
      className="stack stack-wide"
    >
      {children}
    </Island>
  );
}

interface MapControlProps {
  /** Whether the visitor is still to say that they want the provider. */
  isAsked: boolean;
  onShow?: () => void;
  /** What is under way or went wrong; empty when neither. */
  status: string;
  frame?: Ref<HTMLDivElement>;
  canvas?: Ref<HTMLElement>;
}

/** The map's frame: the island renders this very HTML first, so that it can take it over. */
export function MapControl({ isAsked, onShow, status, frame, canvas }: MapControlProps) {
  return (
    <div className="stack" ref={frame}>
      {isAsked ? (
        <>
          <p>
            <Button
              type="button"
              variant="secondary"
              aria-describedby="carte-google"
              onClick={onShow}
            >
              Afficher la carte Google Maps
            </Button>
          </p>
          <p className="hint" id="carte-google">
            Charge la carte de Google, qui reçoit votre adresse IP et peut déposer des cookies.
          </p>
        </>
      ) : null}
      {/* Takes the focus of the button that goes. */}
      <p role="status" tabIndex={-1}>
        {status}
      </p>
      <section ref={canvas} aria-label="Carte" hidden />
    </div>
  );
}
