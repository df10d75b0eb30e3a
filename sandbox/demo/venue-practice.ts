import {
  STEP_FREE_ACCESS,
  type Capacity,
  type Equipment,
  type StepFreeAccess,
} from "@models/enumerations";
import type { Venue } from "@models/venue";
import type { Chance } from "./random";
import type { Scene } from "./scenes";

/** What is said of a venue beside what it is: how one gets in, from when to when, what is asked of people. */

type Sentences = readonly [string, ...string[]];
type Range = readonly [low: number, high: number];

/** What is true of any venue of one sort. */
interface Practice {
  details: Sentences;
  /** Hours alone: the days are the rules of each venue to say. */
  hours: Sentences;
  houseRules: Sentences;
}

/** @param own what there is beside, in rooms of one sort */
const roomDetails = (own: string): Sentences => [
  "Accès de plain-pied et sanitaires adaptés.",
  own,
  "Le ménage de fin de location est compris.",
  "Chauffage et lumières réglables salle par salle.",
  "L’arrêt de bus est à trois minutes à pied.",
  "Livraisons possibles dès sept heures par la cour.",
  "État des lieux simple, remise des clés sur place.",
];
const ROOM_DETAILS = roomDetails("Cuisine équipée à disposition, vaisselle sur demande.");
const GROUND_DETAILS: Sentences = [
  "Un barnum de repli est prévu en cas de pluie.",
  "Branchements électriques et point d’eau sur place.",
  "Le gardien reste joignable toute la journée.",
  "Stationnement pour une quarantaine de voitures.",
  "Musique en extérieur jusqu’à 22\u00a0heures.",
  "La gare est à dix minutes en voiture.",
];
const EVENINGS: Sentences = [
  "9\u00a0h à minuit",
  "8\u00a0h à 23\u00a0h",
  "8\u00a0h à 22\u00a0h, 2\u00a0h du matin le samedi",
];
const ROOM_RULES: Sentences = [
  "Lieu non-fumeur, sol rendu balayé.",
  "Musique jusqu’à 22\u00a0heures, puis portes et fenêtres fermées.\nLes animaux restent dehors.",
  "Ni confettis ni paillettes. Les poubelles sont à sortir en partant.",
];
const OUTSIDE_RULES: Sentences = [
  "Ni pétards ni feux d’artifice, les lieux sont rendus propres.",
  "Musique jusqu’à 22\u00a0heures.\nLes chiens sont tenus en laisse.",
  "Ni confettis ni ballons. Les poubelles sont à sortir en partant.",
];

const PRACTICES = {
  indoors: {
    details: ROOM_DETAILS,
    hours: EVENINGS,
    houseRules: ROOM_RULES,
  },
  gallery: {
    details: roomDetails("Réserve fermée à clé pour les caisses et les emballages."),
    hours: EVENINGS,
    houseRules: ROOM_RULES,
  },
  work: {
    details: ROOM_DETAILS,
    hours: [
      "8\u00a0h à 13\u00a0h et 14\u00a0h à 20\u00a0h",
      "8\u00a0h à 20\u00a0h",
      "7\u00a0h\u00a030 à 22\u00a0h",
    ],
    houseRules: [
      "Lieu non-fumeur. Les animaux restent dehors.",
      "Tables et chaises remises en place, lumières éteintes en partant.",
      "Ni musique ni appels dans les couloirs.\nLes poubelles sont à sortir en partant.",
    ],
  },
  stage: {
    details: roomDetails("Loges avec miroirs et douche, clés sur demande."),
    hours: EVENINGS,
    houseRules: [
      "Lieu non-fumeur, plateau rendu balayé.",
      "Niveau sonore limité à 102\u00a0décibels.\nLes animaux restent dehors.",
      "Ni confettis ni fumée. Les poubelles sont à sortir en partant.",
    ],
  },
  estate: {
    details: GROUND_DETAILS,
    hours: EVENINGS,
    houseRules: OUTSIDE_RULES,
  },
  openAir: {
    details: GROUND_DETAILS,
    hours: ["Du lever du jour à 23\u00a0h", "9\u00a0h à 23\u00a0h"],
    houseRules: OUTSIDE_RULES,
  },
  tent: {
    details: [
      "Branchements électriques et point d’eau sur place.",
      "Le gardien reste joignable toute la journée.",
      "Stationnement pour une quarantaine de voitures.",
      "Musique jusqu’à minuit.",
      "La gare est à dix minutes en voiture.",
    ],
    hours: ["9\u00a0h à minuit", "Du lever du jour à minuit"],
    houseRules: [
      "Ni flammes ni fumée sous la toile.",
      "Les chiens sont tenus en laisse.\nLes poubelles sont à sortir en partant.",
    ],
  },
  roof: {
    details: [
      "Ascenseur jusqu’à l’étage, puis quelques marches.",
      "Branchements électriques et point d’eau sur place.",
      "Une salle de repli est prévue à l’étage en cas de pluie.",
      "Musique en extérieur jusqu’à 22\u00a0heures.",
      "Le gardien reste joignable toute la journée.",
    ],
    hours: ["Du lever du jour à 23\u00a0h", "9\u00a0h à 23\u00a0h"],
    houseRules: [
      "Ni pétards ni feux d’artifice, les lieux sont rendus propres.",
      "Musique jusqu’à 22\u00a0heures.\nRien ne se pose sur le garde-corps.",
      "Ni confettis ni ballons. Les poubelles sont à sortir en partant.",
    ],
  },
  barn: {
    details: [
      "Branchements électriques et point d’eau sur place.",
      "Stationnement pour une quarantaine de voitures.",
      "Le ménage de fin de location est compris.",
      "La gare est à dix minutes en voiture.",
      "État des lieux simple, remise des clés sur place.",
    ],
    hours: EVENINGS,
    houseRules: OUTSIDE_RULES,
  },
  boat: {
    details: [
      "On monte à bord par une passerelle, sanitaires sur le pont principal.",
      "Le marinier reste joignable toute la journée.",
      "Le bateau reste à quai pendant toute la location.",
      "Le ménage de fin de location est compris.",
      "L’arrêt de bus est à trois minutes du quai.",
    ],
    hours: ["9\u00a0h à minuit", "8\u00a0h à 22\u00a0h, 2\u00a0h du matin le samedi"],
    houseRules: [
      "Bateau non-fumeur, pont rendu balayé.",
      "Musique jusqu’à 22\u00a0heures, puis hublots fermés.\nLes animaux restent à quai.",
    ],
  },
} as const satisfies Record<string, Practice>;

/** Where it is not that of a hall, by the first scene of the place. */
const SURROUNDINGS: Partial<Record<Scene, keyof typeof PRACTICES>> = {
  auditorium: "stage",
  bureaux: "work",
  chapiteau: "tent",
  chateau: "estate",
  "espace-coworking": "work",
  "espace-exterieur": "openAir",
  grange: "barn",
  jardin: "openAir",
  manoir: "estate",
  peniche: "boat",
  "salle-d-exposition": "gallery",
  "salle-de-concert": "stage",
  "salle-de-conference": "work",
  "salle-de-reunion": "work",
  terrasse: "roof",
  villa: "estate",
};

const practiceOf = (scene: Scene): Practice => PRACTICES[SURROUNDINGS[scene] ?? "indoors"];

const CLOSINGS: Sentences = [
  "Visite possible sur rendez-vous.",
  "Nous sommes sur place pour la remise des clés.",
  "Traiteur libre.",
  "Le même prix en semaine et le week-end.",
  "Plan des lieux fourni à la réservation.",
  "",
];
/** Said once: a sentence that says again what one before it has said is left out. */
const SAID_ONCE = [/en cas de pluie/, /remise des clés/, /plain-pied|même niveau/] as const;

/** Above the ground, where nobody walks in from the street. */
const UPSTAIRS = /dernier étage|vue sur les toits|toit-terrasse|domine les toits/;

/** Its opening, a detail and a closing, or none, that agree with each other and with the days it is open. */
export function describe(
  openings: Sentences,
  scene: Scene,
  { closedWeekdays = [] }: Pick<Venue, "closedWeekdays">,
  chance: Chance,
): string {
  const opening = chance.pick(openings);
  const isUpstairs = UPSTAIRS.test(opening);
  const detail = pickFitting(
    practiceOf(scene).details,
    chance,
    (sentence) => !repeats(opening, sentence) && !(isUpstairs && sentence.includes("plain-pied")),
  );
  const said = [opening, detail].join(" ");
  const isOpenAtWeekends = !closedWeekdays.some((day) => day === "samedi" || day === "dimanche");
  const closing = pickFitting(
    CLOSINGS,
    chance,
    (sentence) => !repeats(said, sentence) && (isOpenAtWeekends || !sentence.includes("week-end")),
  );
  return [said, closing].filter(Boolean).join(" ");
}

const repeats = (said: string, sentence: string) =>
  SAID_ONCE.some((words) => words.test(said) && words.test(sentence));

function pickFitting(
  sentences: Sentences,
  chance: Chance,
  fits: (sentence: string) => boolean,
): string {
  const [first = "", ...others] = sentences.filter(fits);
  return chance.pick([first, ...others]);
}

/** What a description promises is among the equipment. */
const PROMISES: readonly (readonly [words: RegExp, what: Equipment])[] = [
  [/stationnement/i, "Parking"],
  [/\bbar\b/, "Bar"],
  [/estrade/, "Podium"],
];

/** @returns the equipment, and what the description promises beside it */
export function withPromised(equipment: readonly Equipment[], description: string): Equipment[] {
  const promised = PROMISES.filter(([words]) => words.test(description)).map(([, what]) => what);
  return [...new Set([...equipment, ...promised])];
}

/** Square metres. */
const AREAS: Record<Capacity, Range> = {
  ">11": [18, 45],
  ">51": [50, 120],
  ">101": [110, 240],
  "<100": [220, 620],
};
/** The same where it does not go by the capacity: of the whole house, or of the ground outdoors. */
const AREAS_BY_SCENE: Partial<Record<Scene, Range>> = {
  chapiteau: [250, 700],
  chateau: [650, 1_800],
  "espace-exterieur": [2_000, 9_000],
  jardin: [600, 2_800],
  manoir: [320, 750],
  terrasse: [180, 420],
  villa: [160, 380],
};

const LATEST_ACCESSES: Sentences = [
  "18\u00a0h, remise des clés à l’accueil",
  "20\u00a0h, par le gardien",
  "À toute heure, avec le code envoyé la veille",
];

/** What some owners say beyond what they must. */
export function factsOf(
  { description, capacity }: Pick<Venue, "description" | "capacity">,
  scene: Scene,
  chance: Chance,
): Partial<Venue> {
  if (chance.happens(0.3)) return {};
  const { hours, houseRules } = practiceOf(scene);
  return {
    floorArea: chance.between(...(AREAS_BY_SCENE[scene] ?? AREAS[capacity])),
    stepFreeAccess: accessOf(description, scene, chance.pick(STEP_FREE_ACCESS)),
    hours: chance.pick(hours),
    // Who is given keys by hand needs no code.
    latestAccess: pickFitting(
      LATEST_ACCESSES,
      chance,
      (access) => !/\bcode\b/.test(access) || !description.includes("remise des clés"),
    ),
    ...(chance.happens(0.7) && { houseRules: chance.pick(houseRules) }),
  };
}

/** As drawn, where nothing speaks against it. */
function accessOf(description: string, scene: Scene, drawn: StepFreeAccess): StepFreeAccess {
  if (/plain-pied|même niveau|plate et accessible|facile d’accès/.test(description))
    return "De plain-pied";
  if (description.includes("quelques marches")) return "Marches";
  const isRaised = scene === "peniche" || UPSTAIRS.test(description);
  if (isRaised && drawn === "De plain-pied") return "Rampe ou ascenseur";
  const isGround = ["openAir", "tent"].includes(SURROUNDINGS[scene] ?? "indoors");
  return isGround ? "De plain-pied" : drawn;
}
