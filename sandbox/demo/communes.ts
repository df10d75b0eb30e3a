/** A part of a commune: a real postal code, real streets, where it lies. */
export interface District {
  postalCode: string;
  lat: number;
  lng: number;
  streets: readonly [string, ...string[]];
}

const communes = {
  Paris: [
    {
      postalCode: "75003",
      lat: 48.8637,
      lng: 2.3615,
      streets: ["rue de Turenne", "rue de Bretagne", "rue des Archives"],
    },
    {
      postalCode: "75011",
      lat: 48.859,
      lng: 2.38,
      streets: ["rue Oberkampf", "rue de Charonne", "boulevard Voltaire"],
    },
    {
      postalCode: "75019",
      lat: 48.8871,
      lng: 2.3847,
      streets: ["quai de la Loire", "avenue Jean-Jaurès", "rue de Flandre"],
    },
  ],
  Lyon: [
    {
      postalCode: "69002",
      lat: 45.7535,
      lng: 4.829,
      streets: ["rue Victor-Hugo", "rue de la Charité", "cours Charlemagne"],
    },
    {
      postalCode: "69007",
      lat: 45.7431,
      lng: 4.8423,
      streets: ["avenue Jean-Jaurès", "rue de Gerland", "avenue Berthelot"],
    },
  ],
  Marseille: [
    {
      postalCode: "13002",
      lat: 43.3045,
      lng: 5.3665,
      streets: ["rue de la République", "quai de la Joliette", "rue du Panier"],
    },
    {
      postalCode: "13008",
      lat: 43.265,
      lng: 5.385,
      streets: ["avenue du Prado", "rue Paradis", "boulevard Périer"],
    },
  ],
  Toulouse: [
    {
      postalCode: "31000",
      lat: 43.6045,
      lng: 1.444,
      streets: ["rue d’Alsace-Lorraine", "allées Jean-Jaurès", "rue de Metz", "quai de la Daurade"],
    },
  ],
  Nice: [
    {
      postalCode: "06000",
      lat: 43.7009,
      lng: 7.2684,
      streets: ["avenue Jean-Médecin", "boulevard Victor-Hugo", "rue de France"],
    },
    {
      postalCode: "06300",
      lat: 43.6987,
      lng: 7.2826,
      streets: ["rue Bonaparte", "rue Cassini", "boulevard Risso"],
    },
  ],
  Nantes: [
    {
      postalCode: "44000",
      lat: 47.2181,
      lng: -1.5528,
      streets: [
        "rue Crébillon",
        "quai de la Fosse",
        "cours des Cinquante-Otages",
        "rue de Strasbourg",
      ],
    },
    {
      postalCode: "44200",
      lat: 47.2063,
      lng: -1.562,
      streets: ["boulevard de la Prairie-au-Duc", "rue La Noue-Bras-de-Fer", "quai des Antilles"],
    },
  ],
  Montpellier: [
    {
      postalCode: "34000",
      lat: 43.6112,
      lng: 3.8767,
      streets: [
        "rue Foch",
        "boulevard du Jeu-de-Paume",
        "rue de l’Aiguillerie",
        "avenue de Lodève",
      ],
    },
  ],
  Strasbourg: [
    {
      postalCode: "67000",
      lat: 48.5834,
      lng: 7.7521,
      streets: [
        "rue du Faubourg-de-Pierre",
        "quai des Bateliers",
        "avenue des Vosges",
        "rue de la Krutenau",
      ],
    },
  ],
  Bordeaux: [
    {
      postalCode: "33000",
      lat: 44.8412,
      lng: -0.58,
      streets: ["cours de l’Intendance", "rue Sainte-Catherine", "cours Victor-Hugo"],
    },
    {
      postalCode: "33300",
      lat: 44.8608,
      lng: -0.5531,
      streets: ["quai de Bacalan", "rue Lucien-Faure", "cours du Médoc"],
    },
  ],
  Lille: [
    {
      postalCode: "59000",
      lat: 50.6371,
      lng: 3.063,
      streets: ["rue Esquermoise", "rue de Béthune", "boulevard de la Liberté"],
    },
    {
      postalCode: "59800",
      lat: 50.6365,
      lng: 3.0703,
      streets: ["rue de Tournai", "avenue Willy-Brandt", "rue de la Monnaie"],
    },
  ],
  Rennes: [
    {
      postalCode: "35000",
      lat: 48.1113,
      lng: -1.68,
      streets: ["rue Saint-Malo", "boulevard de la Liberté", "rue d’Antrain", "quai Lamennais"],
    },
  ],
  Reims: [
    {
      postalCode: "51100",
      lat: 49.2578,
      lng: 4.0319,
      streets: ["rue de Vesle", "boulevard Lundy", "avenue de Laon", "rue de Mars"],
    },
  ],
  "Saint-Étienne": [
    {
      postalCode: "42000",
      lat: 45.4397,
      lng: 4.3873,
      streets: ["rue de la République", "cours Fauriel", "rue Michelet", "rue Bergson"],
    },
  ],
  Grenoble: [
    {
      postalCode: "38000",
      lat: 45.1885,
      lng: 5.7245,
      streets: [
        "cours Jean-Jaurès",
        "rue Félix-Poulat",
        "boulevard Gambetta",
        "rue Nicolas-Chorier",
      ],
    },
  ],
  Dijon: [
    {
      postalCode: "21000",
      lat: 47.322,
      lng: 5.0415,
      streets: [
        "rue de la Liberté",
        "rue Jean-Jacques-Rousseau",
        "boulevard de Brosses",
        "rue Berbisey",
      ],
    },
  ],
  Angers: [
    {
      postalCode: "49000",
      lat: 47.4736,
      lng: -0.5542,
      streets: ["boulevard du Maréchal-Foch", "rue Bressigny", "rue Toussaint"],
    },
  ],
  "Clermont-Ferrand": [
    {
      postalCode: "63000",
      lat: 45.7772,
      lng: 3.087,
      streets: ["boulevard Trudaine", "rue Blatin", "avenue des États-Unis"],
    },
  ],
  "Aix-en-Provence": [
    {
      postalCode: "13100",
      lat: 43.5263,
      lng: 5.4454,
      streets: ["cours Sextius", "rue d’Italie", "avenue Victor-Hugo", "route de Galice"],
    },
  ],
  Brest: [
    {
      postalCode: "29200",
      lat: 48.3904,
      lng: -4.4861,
      streets: ["rue de Siam", "rue Jean-Jaurès", "rue de Lyon"],
    },
  ],
  Tours: [
    {
      postalCode: "37000",
      lat: 47.3936,
      lng: 0.6892,
      streets: ["rue Nationale", "rue Colbert", "boulevard Béranger"],
    },
  ],
  Amboise: [
    {
      postalCode: "37400",
      lat: 47.4115,
      lng: 0.982,
      streets: ["rue Victor-Hugo", "avenue des Martyrs-de-la-Résistance", "route de Chenonceaux"],
    },
  ],
  Annecy: [
    {
      postalCode: "74000",
      lat: 45.8992,
      lng: 6.1254,
      streets: ["rue Royale", "avenue d’Albigny", "rue Carnot"],
    },
  ],
  Metz: [
    {
      postalCode: "57000",
      lat: 49.1166,
      lng: 6.1764,
      streets: ["rue Serpenoise", "avenue Foch", "rue des Allemands"],
    },
  ],
  Rouen: [
    {
      postalCode: "76000",
      lat: 49.4424,
      lng: 1.0939,
      streets: ["rue Jeanne-d’Arc", "rue Beauvoisine", "rue du Gros-Horloge"],
    },
  ],
  "Mont-Saint-Aignan": [
    {
      postalCode: "76130",
      lat: 49.4635,
      lng: 1.0853,
      streets: [
        "rue Louis-Pasteur",
        "avenue du Mont-aux-Malades",
        "place Colbert",
        "chemin de Clères",
      ],
    },
  ],
  "La Rochelle": [
    {
      postalCode: "17000",
      lat: 46.1611,
      lng: -1.1492,
      streets: ["quai Valin", "rue du Palais", "avenue Jean-Guiton", "rue Saint-Sauveur"],
    },
  ],
  Avignon: [
    {
      postalCode: "84000",
      lat: 43.9463,
      lng: 4.808,
      streets: ["rue de la République", "rue des Teinturiers", "rue Carreterie"],
    },
  ],
  Beaune: [
    {
      postalCode: "21200",
      lat: 47.024,
      lng: 4.8389,
      streets: ["rue de Lorraine", "rue Maufoux", "route de Pommard"],
    },
  ],
  Honfleur: [
    {
      postalCode: "14600",
      lat: 49.4173,
      lng: 0.2333,
      streets: ["rue Haute", "cours Albert-Manuel", "route de Trouville"],
    },
  ],
  "Saint-Malo": [
    {
      postalCode: "35400",
      lat: 48.6443,
      lng: -2.0087,
      streets: ["boulevard de Rochebonne", "rue Ville-Pépin", "avenue Pasteur"],
    },
  ],
} as const satisfies Record<string, readonly [District, ...District[]]>;

export type Commune = keyof typeof communes;

/** Thirty communes of France with their real postal codes and coordinates. */
export const COMMUNES: Record<Commune, readonly [District, ...District[]]> = communes;

/** Where boats lie that are let, in the communes that have such a quay. */
export const QUAYS: Partial<Record<Commune, string>> = {
  Dijon: "quai Nicolas-Rolin",
  Strasbourg: "quai des Bateliers",
};

/** The streets along the sea of the communes whose villas face it; they lie a little inland of them. */
export const SHORES: Partial<Record<Commune, District>> = {
  Marseille: { postalCode: "13007", lat: 43.2815, lng: 5.357, streets: ["corniche Kennedy"] },
  Nice: { postalCode: "06000", lat: 43.699, lng: 7.26, streets: ["promenade des Anglais"] },
};
