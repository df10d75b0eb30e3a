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
  "atelier-cuisine": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "L’atelier de cuisine, son îlot et ses casseroles suspendues",
    },
    { left: 340, top: 0, width: 600, alt: "Les casseroles suspendues devant la fenêtre" },
    { left: 40, top: 70, width: 720, alt: "La hotte au-dessus du fourneau allumé" },
    { left: 80, top: 510, width: 520, alt: "Le pain sur le plan de travail et les tabourets" },
    { left: 640, top: 40, width: 560, alt: "Les étagères, bocaux et plantes en pots" },
  ],
  auditorium: [
    { left: 0, top: 0, width: 1200, alt: "L’auditorium vu du dernier rang, la scène éclairée" },
    { left: 280, top: 140, width: 640, alt: "La scène, son grand écran et un orateur au pupitre" },
    { left: 20, top: 435, width: 620, alt: "Les rangées de fauteuils en gradins, allée dégagée" },
    { left: 200, top: 0, width: 800, alt: "Les projecteurs allumés au-dessus de l’écran" },
    { left: 560, top: 300, width: 560, alt: "Le pupitre au bord de la scène, face aux fauteuils" },
  ],
  bureaux: [
    { left: 0, top: 0, width: 1200, alt: "Le bureau, ses postes de travail et sa table commune" },
    { left: 260, top: 345, width: 740, alt: "Deux postes de travail sous la fenêtre" },
    {
      left: 380,
      top: 90,
      width: 700,
      alt: "La grande fenêtre, avec vue sur la rue et ses boutiques",
    },
    { left: 20, top: 130, width: 640, alt: "La bibliothèque et ses livres" },
    { left: 240, top: 510, width: 520, alt: "La table commune et un poste de travail" },
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
    {
      left: 640,
      top: 0,
      width: 560,
      alt: "Le croissant de lune et les guirlandes au-dessus de la toile",
    },
  ],
  chateau: [
    { left: 0, top: 0, width: 1200, alt: "Le château au bout de son allée, bassin et jardin" },
    { left: 240, top: 80, width: 720, alt: "La façade du château et ses tours coiffées d’ardoise" },
    { left: 330, top: 495, width: 540, alt: "Le jet d’eau du bassin et les ifs taillés en cône" },
    { left: 0, top: 330, width: 760, alt: "Les parterres à la française devant la façade" },
  ],
  "chateau-2": [
    { left: 0, top: 0, width: 1200, alt: "L’aile du château et le canal bordé d’ifs" },
    { left: 0, top: 0, width: 640, alt: "La tour d’angle et les lucarnes du toit" },
    { left: 480, top: 420, width: 640, alt: "Le canal et son jet d’eau" },
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
  "espace-coworking-2": [
    { left: 0, top: 0, width: 1200, alt: "Le coin détente de l’espace commun et son comptoir" },
    { left: 0, top: 465, width: 580, alt: "Le canapé, la table basse et les grandes plantes" },
    { left: 640, top: 330, width: 560, alt: "Le comptoir à café et ses tabourets" },
  ],
  "espace-exterieur": [
    { left: 0, top: 0, width: 1200, alt: "Le pré, ses tables de pique-nique et sa pergola" },
    { left: 120, top: 230, width: 620, alt: "La pergola en bois et ses lanternes" },
    { left: 40, top: 510, width: 520, alt: "Une table de pique-nique au milieu des fleurs" },
    { left: 640, top: 300, width: 560, alt: "Les balles de paille et les fanions au bord du pré" },
    { left: 600, top: 510, width: 520, alt: "Une table et des bottes de paille près du chemin" },
  ],
  grange: [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La grange et sa longue table, portes ouvertes sur les champs",
    },
    { left: 300, top: 190, width: 600, alt: "Les portes grandes ouvertes sur le soleil" },
    { left: 340, top: 510, width: 520, alt: "La longue table et ses fleurs" },
    { left: 240, top: 0, width: 720, alt: "La charpente et ses guirlandes lumineuses" },
    { left: 0, top: 480, width: 560, alt: "Le tonneau fleuri et les bottes de paille" },
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
  "jardin-2": [
    { left: 0, top: 0, width: 1200, alt: "L’allée de chaises qui mène à l’arche, au crépuscule" },
    { left: 440, top: 200, width: 560, alt: "L’arche fleurie au bout de l’allée" },
    { left: 0, top: 510, width: 520, alt: "Le gâteau et les fleurs sur le buffet nappé" },
  ],
  manoir: [
    { left: 0, top: 0, width: 1200, alt: "Le manoir au bout de son allée, en automne" },
    { left: 280, top: 80, width: 720, alt: "La façade du manoir et sa vigne vierge" },
    { left: 220, top: 40, width: 560, alt: "La tourelle, les lucarnes et les cheminées" },
    { left: 360, top: 450, width: 560, alt: "La porte d’entrée et l’allée qui y mène" },
    { left: 640, top: 150, width: 560, alt: "Un arbre aux feuilles d’automne devant la façade" },
  ],
  peniche: [
    { left: 0, top: 0, width: 1200, alt: "La péniche à quai, face aux maisons de la ville" },
    { left: 620, top: 290, width: 560, alt: "La cabine de pilotage et la proue" },
    { left: 100, top: 330, width: 560, alt: "Le pont, son parasol et ses fleurs" },
    { left: 330, top: 480, width: 560, alt: "La passerelle qui monte à bord" },
    { left: 0, top: 130, width: 600, alt: "Les façades de l’autre rive, vues du quai" },
  ],
  "salle-d-exposition": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La salle d’exposition sous sa verrière, tableaux et sculptures",
    },
    { left: 290, top: 190, width: 620, alt: "Le grand tableau du fond et deux visiteurs" },
    { left: 0, top: 450, width: 600, alt: "Une sculpture sur son socle, près du banc" },
    { left: 680, top: 190, width: 520, alt: "Deux tableaux accrochés au mur" },
    { left: 260, top: 0, width: 660, alt: "La verrière et les projecteurs au-dessus des œuvres" },
  ],
  "salle-de-banquet": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La salle de banquet, deux longues tables devant la cheminée",
    },
    { left: 320, top: 240, width: 560, alt: "Le feu de cheminée au bout des tables" },
    { left: 40, top: 480, width: 540, alt: "Une table nappée, fleurs et bougies" },
    { left: 260, top: 0, width: 660, alt: "Les lustres en couronne sous les poutres" },
    { left: 0, top: 140, width: 520, alt: "Les fenêtres cintrées au soleil couchant" },
  ],
  "salle-de-concert": [
    { left: 0, top: 0, width: 1200, alt: "La salle pendant un concert, public debout" },
    { left: 330, top: 340, width: 540, alt: "Trois musiciens sur la scène" },
    { left: 180, top: 0, width: 840, alt: "Les projecteurs accrochés au-dessus de la scène" },
    { left: 0, top: 465, width: 580, alt: "Le public devant les enceintes" },
    { left: 640, top: 260, width: 560, alt: "Un guitariste et les enceintes au bord de la scène" },
  ],
  "salle-de-conference": [
    { left: 0, top: 0, width: 1200, alt: "La salle de conférence vue du dernier rang" },
    { left: 260, top: 120, width: 620, alt: "L’écran et une intervenante au pupitre" },
    { left: 620, top: 290, width: 560, alt: "Les fauteuils des invités sur l’estrade" },
    { left: 0, top: 510, width: 520, alt: "Les rangées de fauteuils et quelques auditeurs" },
    { left: 640, top: 60, width: 560, alt: "Les hautes fenêtres à côté de l’écran" },
  ],
  "salle-de-fete": [
    { left: 0, top: 0, width: 1200, alt: "La salle de fête, piste de danse et boule à facettes" },
    { left: 360, top: 280, width: 520, alt: "Le disc-jockey entre ses enceintes" },
    { left: 240, top: 480, width: 560, alt: "Les danseurs sur la piste en damier" },
    { left: 300, top: 0, width: 600, alt: "La boule à facettes et les fanions" },
    { left: 0, top: 230, width: 560, alt: "Une grappe de ballons au bord de la piste" },
  ],
  "salle-de-reception": [
    { left: 0, top: 0, width: 1200, alt: "La salle dressée pour un dîner, sous trois lustres" },
    { left: 220, top: 0, width: 760, alt: "Les lustres et les hautes fenêtres drapées" },
    { left: 60, top: 495, width: 540, alt: "Les tables rondes nappées et fleuries" },
    { left: 640, top: 60, width: 560, alt: "Le mur de fenêtres cintrées en fin de journée" },
  ],
  "salle-de-reception-2": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La salle prête pour un mariage, pièce montée et tables rondes",
    },
    { left: 320, top: 130, width: 620, alt: "Le miroir, sa console fleurie et ses bougies" },
    { left: 660, top: 480, width: 540, alt: "La pièce montée sur sa table ronde" },
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
  "salle-de-reunion-2": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La salle de réunion, son grand tableau et sa baie vitrée",
    },
    { left: 380, top: 110, width: 620, alt: "Le tableau et son schéma sous les suspensions" },
    { left: 240, top: 510, width: 520, alt: "La table de travail, un dossier et un café" },
  ],
  "salle-municipale": [
    { left: 0, top: 0, width: 1200, alt: "La salle municipale et son parvis pavoisé" },
    { left: 240, top: 130, width: 720, alt: "La façade, son clocheton et son horloge" },
    { left: 350, top: 500, width: 500, alt: "Le perron, la porte d’entrée et les arbustes en bac" },
    { left: 0, top: 480, width: 560, alt: "Le parvis et un banc à l’ombre des arbres" },
    { left: 0, top: 0, width: 640, alt: "Les fanions tendus entre les arbres et le clocheton" },
  ],
  "salle-polyvalente": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La salle polyvalente, son terrain tracé et sa petite scène",
    },
    { left: 340, top: 170, width: 520, alt: "La petite scène et son rideau ouvert" },
    { left: 680, top: 480, width: 520, alt: "Une pile de chaises pliantes au bord du terrain" },
    { left: 680, top: 240, width: 520, alt: "Les espaliers sous une haute fenêtre" },
    { left: 240, top: 0, width: 720, alt: "La charpente métallique au-dessus de la scène" },
  ],
  terrasse: [
    { left: 0, top: 0, width: 1200, alt: "Le toit-terrasse au coucher du soleil, face à la ville" },
    { left: 600, top: 480, width: 560, alt: "Le canapé et la table basse, verres servis" },
    { left: 60, top: 480, width: 560, alt: "Une table ronde, ses tabourets et une lanterne" },
    { left: 300, top: 250, width: 600, alt: "Un dôme et les toits de la ville au loin" },
    { left: 60, top: 0, width: 640, alt: "Les guirlandes lumineuses au-dessus de la terrasse" },
  ],
  villa: [
    { left: 0, top: 0, width: 1200, alt: "La villa, sa piscine et la mer au loin" },
    { left: 370, top: 140, width: 560, alt: "La façade aux volets ouverts et son toit de tuiles" },
    { left: 300, top: 480, width: 560, alt: "La piscine et sa margelle" },
    { left: 0, top: 300, width: 600, alt: "Les chaises longues sous le parasol, face à la mer" },
  ],
  "villa-2": [
    {
      left: 0,
      top: 0,
      width: 1200,
      alt: "La terrasse de la villa, sa table dressée face à la mer",
    },
    { left: 400, top: 480, width: 560, alt: "La table dressée, chaises et vaisselle en place" },
    { left: 400, top: 210, width: 680, alt: "La pergola fleurie et un voilier en mer" },
  ],
} as const satisfies Record<string, readonly [View, View, View, ...View[]]>;

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
const MORNING: Mood = { ...AS_DRAWN, brightness: 1.04, light: [0.95, 1, 1.06] };
const EVENING: Mood = { ...AS_DRAWN, saturation: 0.95, light: [1.05, 0.96, 0.84] };

const repainted = (hue: number, mood: Mood = AS_DRAWN): Mood => ({ ...mood, hue });
/** Only where no text, flag or clock is seen. */
const mirrored = (mood: Mood): Mood => ({ ...mood, mirrored: true });

/**
 * Two moods a scene: rooms are repainted a little, what lies outdoors only changes its light. The
 * scenes of one place have the same.
 */
export const MOODS: Record<Scene, readonly [Mood, Mood]> = {
  "atelier-cuisine": [AS_DRAWN, mirrored(repainted(14, MORNING))],
  auditorium: [AS_DRAWN, mirrored(repainted(12, EVENING))],
  bureaux: [AS_DRAWN, mirrored(repainted(-16, EVENING))],
  chapiteau: [AS_DRAWN, MORNING],
  chateau: [AS_DRAWN, EVENING],
  "chateau-2": [AS_DRAWN, EVENING],
  "espace-coworking": [AS_DRAWN, repainted(14, EVENING)],
  "espace-coworking-2": [AS_DRAWN, repainted(14, EVENING)],
  "espace-exterieur": [AS_DRAWN, mirrored(EVENING)],
  grange: [AS_DRAWN, mirrored(MORNING)],
  jardin: [AS_DRAWN, mirrored(MORNING)],
  "jardin-2": [AS_DRAWN, mirrored(MORNING)],
  manoir: [AS_DRAWN, EVENING],
  peniche: [AS_DRAWN, EVENING],
  "salle-d-exposition": [AS_DRAWN, EVENING],
  "salle-de-banquet": [AS_DRAWN, mirrored(repainted(-10))],
  "salle-de-concert": [AS_DRAWN, mirrored(repainted(-30))],
  "salle-de-conference": [AS_DRAWN, repainted(-14, MORNING)],
  "salle-de-fete": [AS_DRAWN, mirrored(repainted(12))],
  "salle-de-reception": [AS_DRAWN, mirrored(repainted(-12, MORNING))],
  "salle-de-reception-2": [AS_DRAWN, mirrored(repainted(-12, MORNING))],
  "salle-de-reunion": [AS_DRAWN, repainted(-12, MORNING)],
  "salle-de-reunion-2": [AS_DRAWN, repainted(-12, MORNING)],
  "salle-municipale": [AS_DRAWN, EVENING],
  "salle-polyvalente": [AS_DRAWN, EVENING],
  terrasse: [AS_DRAWN, mirrored(MORNING)],
  villa: [AS_DRAWN, mirrored(MORNING)],
  "villa-2": [AS_DRAWN, mirrored(MORNING)],
};
