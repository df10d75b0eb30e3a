/** What visitors want to know of a venue before they come, as far as its owner said it. */
import type { Venue } from "@models/venue";
import { formatCount } from "~/platform/numbers";

/** A line of the facts; `icon` names one of app/ui/icons. */
export interface PracticalFact {
  icon: "surface" | "pmr" | "horloge" | "cle" | "document";
  label: string;
  text: string;
}

type Told = Pick<Venue, "floorArea" | "stepFreeAccess" | "hours" | "latestAccess" | "houseRules">;

/** '410 m²' */
export function areaText(floorArea: number): string {
  return `${formatCount(floorArea)}\u00a0m²`;
}

/** The facts that were said, in the order in which people ask for them. */
export function practicalFacts(venue: Told): PracticalFact[] {
  const { floorArea, stepFreeAccess, hours, latestAccess, houseRules } = venue;
  const facts = [
    { icon: "surface", label: "Surface", text: floorArea && areaText(floorArea) },
    { icon: "pmr", label: "Accès PMR", text: stepFreeAccess },
    { icon: "horloge", label: "Horaires", text: hours },
    { icon: "cle", label: "Dernière arrivée", text: latestAccess },
    { icon: "document", label: "Règlement", text: houseRules },
  ] as const;
  return facts.flatMap(({ icon, label, text }) => (text ? [{ icon, label, text }] : []));
}
