import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { MapControl, type VenueMapProps } from "~/ui/venue-map";

interface Props extends Pick<VenueMapProps, "places"> {
  maps: NonNullable<VenueMapProps["maps"]>;
}

/**
 * The map, once its visitor accepts the provider; what it fails at is said, and the places below stay. Where the
 * provider does not answer, the button is there for another try.
 */
export default function VenueMap({ maps, places }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLElement>(null);
  const isPressed = useRef(false);
  const [isWanted, setIsWanted] = useState(maps.accepted);
  const [status, setStatus] = useState("");

  useEffect(() => {
    if (!isWanted) return;
    setStatus("Chargement de la carte…");
    void show().then(setStatus);
  }, [isWanted]);
  // The button goes with the focus in it, and has it back where it returns.
  useLayoutEffect(() => {
    const said = frame.current?.querySelector<HTMLElement>("[role=status]");
    const focused = document.activeElement;
    if (!isPressed.current || (focused !== document.body && focused !== said)) return;
    if (isWanted) said?.focus();
    else frame.current?.querySelector("button")?.focus();
  }, [isWanted]);

  /** @returns what is to be said then: nothing, once the map is there */
  async function show(): Promise<string> {
    try {
      const { showMap } = await import("./map/google-map");
      return await showMap(maps.key, canvas.current!, places);
    } catch (error) {
      setIsWanted(false);
      // Browsers of some years ago do not have it.
      globalThis.reportError?.(error);
      return "La carte n’a pas pu être chargée.";
    }
  }

  return (
    <MapControl
      isAsked={!isWanted}
      onShow={() => {
        isPressed.current = true;
        setIsWanted(true);
      }}
      status={status}
      frame={frame}
      canvas={canvas}
    />
  );
}
