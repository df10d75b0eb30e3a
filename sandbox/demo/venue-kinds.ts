import type { Capacity, Equipment, VenueType } from "@models/enumerations";
import type { Scene } from "./scenes";

/** The scenes of one place: another place has either all of them or none. */
export type Place = readonly [Scene, ...Scene[]];

/** What a kind of venue is like: how it looks, what it offers, what it costs. */
export interface VenueKind {
  /** Other types it may also be listed under. */
  alsoListedAs: readonly VenueType[];
  /** The places such a venue may be: a venue is one of them, and its photos show no other. */
  places: readonly [Place, ...Place[]];
  capacities: readonly [Capacity, ...Capacity[]];
  /** Whole euros a day for the smallest capacity it has; larger ones cost more. */
  euros: readonly [low: number, high: number];
  /** Some of these are let by the half day. */
  halfDays: boolean;
  /** Always there, then perhaps there. */
  equipment: readonly [always: readonly Equipment[], perhaps: readonly Equipment[]];
}

const SMALL = [">11", ">51"] as const;
const MEDIUM = [">51", ">101"] as const;
const LARGE = [">101", "<100"] as const;

export const VENUE_KINDS: Record<VenueType, VenueKind> = {
  Expérience: {
    alsoListedAs: ["Salles de banquet", "Salles de réception"],
    places: [["atelier-cuisine"]],
    capacities: SMALL,
    euros: [140, 420],
    halfDays: true,
    equipment: [
      ["Tables", "Chaises"],
      ["Bar", "Parking", "Vestiaire"],
    ],
  },
  "Salle de réunion": {
    alsoListedAs: ["Bureaux"],
    places: [["salle-de-reunion", "salle-de-reunion-2"]],
    capacities: SMALL,
    euros: [80, 260],
    halfDays: true,
    equipment: [
      ["Internet", "Tables", "Chaises"],
      ["Climatisation", "Parking", "Espace de travail", "Vidéo-surveillance"],
    ],
  },
  "Salles de conférence": {
    alsoListedAs: ["Auditoriums", "Salle de réunion"],
    places: [["salle-de-conference"]],
    capacities: LARGE,
    euros: [380, 900],
    halfDays: true,
    equipment: [
      ["Internet", "Sonorisation", "Chaises", "Climatisation"],
      ["Podium", "Vestiaire", "Parking", "Vidéo-surveillance"],
    ],
  },
  "Salles de réception": {
    alsoListedAs: ["Salles de banquet", "Salles de fête"],
    places: [["salle-de-reception", "salle-de-reception-2"]],
    capacities: LARGE,
    euros: [520, 1600],
    halfDays: false,
    equipment: [
      ["Tables", "Chaises", "Vestiaire"],
      ["Bar", "Sonorisation", "Parking", "Climatisation", "Podium"],
    ],
  },
  "Salles polyvalentes": {
    alsoListedAs: ["Salles municipales", "Salles de fête"],
    places: [["salle-polyvalente"]],
    capacities: LARGE,
    euros: [180, 480],
    halfDays: true,
    equipment: [
      ["Tables", "Chaises", "Parking"],
      ["Scène", "Sonorisation", "Vestiaire", "Bar"],
    ],
  },
  Jardins: {
    alsoListedAs: ["Espaces extérieurs"],
    places: [["jardin", "jardin-2"]],
    capacities: MEDIUM,
    euros: [220, 780],
    halfDays: true,
    equipment: [
      ["Tables", "Chaises"],
      ["Parking", "Bar", "Sonorisation"],
    ],
  },
  "Espaces extérieurs": {
    alsoListedAs: ["Jardins", "Chapiteaux"],
    places: [["espace-exterieur"], ["terrasse"]],
    capacities: LARGE,
    euros: [260, 820],
    halfDays: false,
    equipment: [["Parking"], ["Tables", "Chaises", "Bar", "Podium", "Vidéo-surveillance"]],
  },
  "Salles de spectacle": {
    alsoListedAs: ["Salles de concert", "Salles de fête"],
    places: [["peniche"], ["auditorium"]],
    capacities: MEDIUM,
    euros: [480, 1400],
    halfDays: false,
    equipment: [
      ["Scène", "Sonorisation", "Vestiaire"],
      ["Bar", "Climatisation", "Chaises", "Parking"],
    ],
  },
  Chapiteaux: {
    alsoListedAs: ["Espaces extérieurs", "Salles de fête"],
    places: [["chapiteau"]],
    capacities: LARGE,
    euros: [420, 1250],
    halfDays: false,
    equipment: [
      ["Podium", "Parking"],
      ["Tables", "Chaises", "Bar", "Sonorisation", "Scène"],
    ],
  },
  "Salles de fête": {
    alsoListedAs: ["Salles de réception", "Salles polyvalentes"],
    places: [["salle-de-fete"], ["grange"]],
    capacities: LARGE,
    euros: [290, 860],
    halfDays: false,
    equipment: [
      ["Tables", "Chaises", "Sonorisation"],
      ["Bar", "Parking", "Vestiaire", "Scène"],
    ],
  },
  Bureaux: {
    alsoListedAs: ["Espaces coworking"],
    places: [["bureaux"]],
    capacities: SMALL,
    euros: [60, 190],
    halfDays: true,
    equipment: [
      ["Bureaux", "Internet", "Espace de travail"],
      ["Climatisation", "Vidéo-surveillance", "Parking"],
    ],
  },
  "Salles municipales": {
    alsoListedAs: ["Salles polyvalentes"],
    places: [["salle-municipale"]],
    capacities: MEDIUM,
    euros: [90, 320],
    halfDays: true,
    equipment: [
      ["Tables", "Chaises"],
      ["Parking", "Scène", "Vestiaire", "Internet"],
    ],
  },
  "Salles de banquet": {
    alsoListedAs: ["Salles de réception"],
    places: [["salle-de-banquet"]],
    capacities: LARGE,
    euros: [450, 1300],
    halfDays: false,
    equipment: [
      ["Tables", "Chaises", "Bar"],
      ["Vestiaire", "Parking", "Sonorisation"],
    ],
  },
  Auditoriums: {
    alsoListedAs: ["Salles de conférence"],
    places: [["auditorium"]],
    capacities: ["<100", ">101"],
    euros: [520, 1500],
    halfDays: true,
    equipment: [
      ["Scène", "Sonorisation", "Climatisation"],
      ["Internet", "Vestiaire", "Podium", "Parking"],
    ],
  },
  "Espaces coworking": {
    alsoListedAs: ["Bureaux", "Salle de réunion"],
    places: [["espace-coworking", "espace-coworking-2"]],
    capacities: SMALL,
    euros: [70, 240],
    halfDays: true,
    equipment: [
      ["Espace de travail", "Internet", "Bureaux"],
      ["Climatisation", "Bar", "Vidéo-surveillance"],
    ],
  },
  "Salles d'exposition": {
    alsoListedAs: ["Salles polyvalentes"],
    places: [["salle-d-exposition"]],
    capacities: MEDIUM,
    euros: [160, 560],
    halfDays: false,
    equipment: [["Vidéo-surveillance"], ["Vestiaire", "Climatisation", "Bar", "Internet"]],
  },
  "Salles de concert": {
    alsoListedAs: ["Salles de spectacle"],
    places: [["salle-de-concert"]],
    capacities: ["<100", ">101"],
    euros: [600, 1800],
    halfDays: false,
    equipment: [
      ["Scène", "Sonorisation", "Bar"],
      ["Vestiaire", "Climatisation", "Parking"],
    ],
  },
  Châteaux: {
    alsoListedAs: ["Salles de réception", "Espaces extérieurs"],
    places: [["chateau", "chateau-2"]],
    capacities: ["<100", ">101"],
    euros: [1200, 3400],
    halfDays: false,
    equipment: [
      ["Parking", "Tables", "Chaises"],
      ["Vestiaire", "Sonorisation", "Bar", "Podium"],
    ],
  },
  Manoirs: {
    alsoListedAs: ["Salles de réception"],
    places: [["manoir"]],
    capacities: MEDIUM,
    euros: [680, 1900],
    halfDays: false,
    equipment: [
      ["Parking", "Tables", "Chaises"],
      ["Bar", "Sonorisation", "Internet"],
    ],
  },
  Villas: {
    alsoListedAs: ["Espaces extérieurs", "Expérience"],
    places: [["villa", "villa-2"]],
    capacities: SMALL,
    euros: [380, 1450],
    halfDays: false,
    equipment: [
      ["Parking", "Internet"],
      ["Climatisation", "Bar", "Tables", "Chaises"],
    ],
  },
};
