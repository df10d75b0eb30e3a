import { useEffect, useRef, useState } from "react";
import { MapControl, type VenueMapProps } from "~/ui/venue-map";

interface Props extends Pick<VenueMapProps, "places"> {
  maps: NonNullable<VenueMapProps["maps"]>;
}

/** The map, once its visitor accepts the provider; what it fails at is said, and the places below stay. */
export default function VenueMap({ maps, places }: Props) {
  const canvas = useRef<HTMLElement>(null);
  const [isWanted, setIsWanted] = useState(maps.accepted);
  const [status, setStatus] = useState("");

  useEffect(() => {
    if (!isWanted) return;
    setStatus("Chargement de la carte…");
    void show().then(setStatus);
  }, [isWanted]);

  /** @returns what is to be said then: nothing, once the map is there */
  async function show(): Promise<string> {
    try {
      const { showMap } = await import("./map/google-map");
      return await showMap(maps.key, canvas.current!, places);
    } catch (error) {
      reportError(error);
      return "La carte n’a pas pu être chargée.";
    }
  }

  return (
    <MapControl
      isAsked={!isWanted}
      onShow={() => setIsWanted(true)}
      status={status}
      canvas={canvas}
    />
  );
}
