/**
 * What the illustrations show, seen from several places. A view is a part of the drawing, `left`
 * and `top` in its own units (1,200 × 900), always 4:3; the first of each is the whole. The words
 * say what is seen and name no colour: each scene is also drawn in other palettes.
 */
export interface View {
  left: number;
  top: number;
  width: number;
  alt: string;
}

export const SCENES = {
  auditorium: [
    { left: 0, top: 0, width: 1200, alt: "L’auditorium vu du dernier rang, la scène éclairée" },
    { left: 280, top: 140, width: 640, alt: "La scène, son grand écran et un orateur au pupitre" },
    { left: 20, top: 435, width: 620, alt: "Les rangées de fauteuils en gradins, allée dégagée" },
    { left: 200, top: 0, width: 800, alt: "Les projecteurs allumés au-dessus de l’écran" },
  ],
  chapiteau: [
    { left: 0, top: 0, width: 1200, alt: "Le chapiteau illuminé à la tombée de la nuit" },
    { left: 400, top: 360, width: 560, alt: "L’entrée du chapiteau, rideaux ouverts" },
    { left: 220, top: 80, width: 760, alt: "Les deux mâts pavoisés et la toile rayée" },
    {
      left: 0,
      top: 465,
      width: 580,
      alt: "Des bottes de paille et des fanions devant le chapiteau",
    },
  ],
  chateau: [
    { left: 0, top: 0, width: 1200, alt: "Le château au bout de son allée, bassin et jardin" },
    { left: 240, top: 80, width: 720, alt: "La façade du château et ses tours coiffées d’ardoise" },
    { left: 330, top: 495, width: 540, alt: "Le jet d’eau du bassin et les ifs taillés en cône" },
    { left: 0, top: 330, width: 760, alt: "Les parterres à la française devant la façade" },
  ],
  "espace-coworking": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "L’espace de travail commun, verrières et murs de brique",
    },
    { left: 180, top: 450, width: 600, alt: "Les tables partagées, chaises et ordinateurs prêts" },
    { left: 0, top: 90, width: 600, alt: "Une verrière en arc et des plantes suspendues" },
    { left: 380, top: 60, width: 640, alt: "Les suspensions au-dessus de la bibliothèque" },
  ],
  jardin: [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "Une longue table dressée sous la pergola, au crépuscule",
    },
    { left: 320, top: 480, width: 560, alt: "La table fleurie, bougies et vaisselle en place" },
    { left: 320, top: 180, width: 560, alt: "La pergola en fleurs et ses lampions" },
    { left: 0, top: 60, width: 660, alt: "Les grands arbres et les guirlandes lumineuses" },
  ],
  "salle-de-concert": [
    { left: 0, top: 0, width: 1200, alt: "La salle pendant un concert, public debout" },
    { left: 330, top: 340, width: 540, alt: "Trois musiciens sur la scène" },
    { left: 180, top: 0, width: 840, alt: "Les projecteurs accrochés au-dessus de la scène" },
    { left: 0, top: 465, width: 580, alt: "Le public devant les enceintes" },
  ],
  "salle-de-reception": [
    { left: 0, top: 0, width: 1200, alt: "La salle dressée pour un dîner, sous trois lustres" },
    { left: 220, top: 0, width: 760, alt: "Les lustres et les hautes fenêtres drapées" },
    { left: 60, top: 495, width: 540, alt: "Les tables rondes nappées et fleuries" },
    { left: 640, top: 60, width: 560, alt: "Le mur de fenêtres cintrées en fin de journée" },
  ],
  "salle-de-reunion": [
    { left: 0, top: 0, width: 1200, alt: "La table de réunion face à la baie vitrée" },
    {
      left: 300,
      top: 480,
      width: 560,
      alt: "La table, les carnets et les fauteuils avant une séance",
    },
    { left: 360, top: 160, width: 700, alt: "La baie vitrée, avec vue sur les toits de la ville" },
    { left: 0, top: 180, width: 560, alt: "Le mur d’affichage et ses graphiques" },
  ],
  "salle-municipale": [
    { left: 0, top: 0, width: 1200, alt: "La salle municipale et son parvis pavoisé" },
    { left: 240, top: 130, width: 720, alt: "La façade, son clocheton et son horloge" },
    { left: 350, top: 500, width: 500, alt: "Le perron, la porte d’entrée et les arbustes en bac" },
    { left: 0, top: 480, width: 560, alt: "Le parvis et un banc à l’ombre des arbres" },
  ],
  villa: [
    { left: 0, top: 0, width: 1200, alt: "La villa, sa piscine et la mer au loin" },
    { left: 370, top: 140, width: 560, alt: "La façade aux volets ouverts et son toit de tuiles" },
    { left: 300, top: 480, width: 560, alt: "La piscine et sa margelle" },
    { left: 0, top: 300, width: 600, alt: "Les chaises longues sous le parasol, face à la mer" },
  ],
} as const satisfies Record<string, readonly [View, View, View, View]>;

export type Scene = keyof typeof SCENES;

/** How a scene is lit: `hue` in degrees, the rest as factors. */
export interface Mood {
  hue: number;
  brightness: number;
  saturation: number;
  /** Factors of red, green and blue: warm in the evening, cool in the morning. */
  light: [number, number, number];
  mirrored: boolean;
}

const AS_DRAWN: Mood = { hue: 0, brightness: 1, saturation: 1, light: [1, 1, 1], mirrored: false };
const MORNING: Mood = { ...AS_DRAWN, brightness: 1.04, light: [0.95, 1, 1.06], mirrored: true };
const EVENING: Mood = { ...AS_DRAWN, saturation: 0.95, light: [1.05, 0.96, 0.84] };

const repainted = (hue: number, mood: Mood = AS_DRAWN): Mood => ({ ...mood, hue });

/** Three moods a scene: rooms are repainted, gardens and façades only change their light. */
export const MOODS: Record<Scene, readonly [Mood, Mood, Mood]> = {
  auditorium: [AS_DRAWN, repainted(215, MORNING), repainted(25, EVENING)],
  chapiteau: [AS_DRAWN, repainted(20, MORNING), repainted(-25, EVENING)],
  chateau: [AS_DRAWN, MORNING, EVENING],
  "espace-coworking": [AS_DRAWN, repainted(-12, MORNING), repainted(14, EVENING)],
  jardin: [AS_DRAWN, repainted(-14, MORNING), repainted(10, EVENING)],
  "salle-de-concert": [AS_DRAWN, repainted(-45, MORNING), repainted(60)],
  "salle-de-reception": [AS_DRAWN, repainted(18, MORNING), repainted(-110)],
  "salle-de-reunion": [AS_DRAWN, repainted(12, MORNING), repainted(-30, EVENING)],
  // Its flags and its clock cannot be seen in a mirror.
  "salle-municipale": [AS_DRAWN, { ...MORNING, mirrored: false }, EVENING],
  villa: [AS_DRAWN, MORNING, EVENING],
};
