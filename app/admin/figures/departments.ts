/** The names of the départements. Pure. */

/** By their numbers, in the order of these; those overseas stand apart. */
const METROPOLITAN = [
  ...["Ain", "Aisne", "Allier", "Alpes-de-Haute-Provence", "Hautes-Alpes", "Alpes-Maritimes"],
  ...["Ardèche", "Ardennes", "Ariège", "Aube", "Aude", "Aveyron", "Bouches-du-Rhône"],
  ...["Calvados", "Cantal", "Charente", "Charente-Maritime", "Cher", "Corrèze", "Corse"],
  ...["Côte-d’Or", "Côtes-d’Armor", "Creuse", "Dordogne", "Doubs", "Drôme", "Eure"],
  ...["Eure-et-Loir", "Finistère", "Gard", "Haute-Garonne", "Gers", "Gironde", "Hérault"],
  ...["Ille-et-Vilaine", "Indre", "Indre-et-Loire", "Isère", "Jura", "Landes", "Loir-et-Cher"],
  ...["Loire", "Haute-Loire", "Loire-Atlantique", "Loiret", "Lot", "Lot-et-Garonne", "Lozère"],
  ...["Maine-et-Loire", "Manche", "Marne", "Haute-Marne", "Mayenne", "Meurthe-et-Moselle"],
  ...["Meuse", "Morbihan", "Moselle", "Nièvre", "Nord", "Oise", "Orne", "Pas-de-Calais"],
  ...["Puy-de-Dôme", "Pyrénées-Atlantiques", "Hautes-Pyrénées", "Pyrénées-Orientales"],
  ...["Bas-Rhin", "Haut-Rhin", "Rhône", "Haute-Saône", "Saône-et-Loire", "Sarthe", "Savoie"],
  ...["Haute-Savoie", "Paris", "Seine-Maritime", "Seine-et-Marne", "Yvelines", "Deux-Sèvres"],
  ...["Somme", "Tarn", "Tarn-et-Garonne", "Var", "Vaucluse", "Vendée", "Vienne"],
  ...["Haute-Vienne", "Vosges", "Yonne", "Territoire de Belfort", "Essonne", "Hauts-de-Seine"],
  ...["Seine-Saint-Denis", "Val-de-Marne", "Val-d’Oise"],
];
const OVERSEAS: Readonly<Record<string, string>> = {
  971: "Guadeloupe",
  972: "Martinique",
  973: "Guyane",
  974: "La Réunion",
  975: "Saint-Pierre-et-Miquelon",
  976: "Mayotte",
  977: "Saint-Barthélemy",
  978: "Saint-Martin",
  986: "Wallis-et-Futuna",
  987: "Polynésie française",
  988: "Nouvelle-Calédonie",
};

/** 'Rhône (69)'; the number alone where no département has it. */
export function departmentName(number: string): string {
  const name = OVERSEAS[number] ?? METROPOLITAN[Number(number) - 1];
  return name ? `${name} (${number})` : number;
}
