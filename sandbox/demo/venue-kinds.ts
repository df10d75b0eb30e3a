import type { Capacity, Equipment, VenueType } from "@models/enumerations";
import type { Scene } from "./scenes";

/** What a kind of venue is like: how it looks, what it offers, what it costs. */
export interface VenueKind {
  /** Other types it may also be listed under. */
  alsoListedAs: readonly VenueType[];
  /** What its photos show, first the place itself, then what lies around it. */
  scenes: readonly [Scene, Scene, ...Scene[]];
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
    alsoListedAs: ["Espaces extérieurs", "Jardins"],
    scenes: ["jardin", "villa", "salle-de-reception"],
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
    scenes: ["salle-de-reunion", "espace-coworking", "auditorium"],
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
    scenes: ["auditorium", "salle-de-reunion", "espace-coworking"],
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
    scenes: ["salle-de-reception", "jardin", "chateau"],
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
    scenes: ["salle-municipale", "salle-de-reception", "auditorium"],
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
    scenes: ["jardin", "chapiteau", "villa"],
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
    scenes: ["jardin", "chapiteau", "chateau"],
    capacities: LARGE,
    euros: [260, 820],
    halfDays: false,
    equipment: [["Parking"], ["Tables", "Chaises", "Bar", "Podium", "Vidéo-surveillance"]],
  },
  "Salles de spectacle": {
    alsoListedAs: ["Salles de concert", "Auditoriums"],
    scenes: ["auditorium", "salle-de-concert", "salle-municipale"],
    capacities: LARGE,
    euros: [480, 1400],
    halfDays: false,
    equipment: [
      ["Scène", "Sonorisation", "Vestiaire"],
      ["Bar", "Climatisation", "Chaises", "Parking"],
    ],
  },
  Chapiteaux: {
    alsoListedAs: ["Espaces extérieurs", "Salles de fête"],
    scenes: ["chapiteau", "jardin", "salle-de-concert"],
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
    scenes: ["salle-de-reception", "salle-municipale", "chapiteau"],
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
    scenes: ["espace-coworking", "salle-de-reunion", "auditorium"],
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
    scenes: ["salle-municipale", "salle-de-reunion", "salle-de-reception"],
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
    scenes: ["salle-de-reception", "jardin", "salle-municipale"],
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
    scenes: ["auditorium", "salle-de-reunion", "salle-de-concert"],
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
    scenes: ["espace-coworking", "salle-de-reunion", "salle-de-reception"],
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
    scenes: ["espace-coworking", "salle-municipale", "salle-de-reunion"],
    capacities: MEDIUM,
    euros: [160, 560],
    halfDays: false,
    equipment: [["Vidéo-surveillance"], ["Vestiaire", "Climatisation", "Bar", "Internet"]],
  },
  "Salles de concert": {
    alsoListedAs: ["Salles de spectacle"],
    scenes: ["salle-de-concert", "auditorium", "chapiteau"],
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
    scenes: ["chateau", "salle-de-reception", "jardin"],
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
    scenes: ["chateau", "jardin", "salle-de-reception"],
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
    scenes: ["villa", "jardin", "salle-de-reception"],
    capacities: SMALL,
    euros: [380, 1450],
    halfDays: false,
    equipment: [
      ["Parking", "Internet"],
      ["Climatisation", "Bar", "Tables", "Chaises"],
    ],
  },
};
