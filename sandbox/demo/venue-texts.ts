import type { VenueType } from "@models/enumerations";

/** What venues of a kind are called and how their descriptions begin. */
export interface VenueTexts {
  /** Each is used once. */
  titles: readonly string[];
  openings: readonly [string, ...string[]];
  /** Which of the titles name the second place of the kind, and what is said of it alone. */
  secondPlace?: {
    titles: readonly string[];
    alsoListedAs: readonly VenueType[];
    openings: readonly [string, ...string[]];
  };
}

export const VENUE_TEXTS: Record<VenueType, VenueTexts> = {
  Expérience: {
    titles: [
      "Le Potager du Chef",
      "L’Atelier des Vignerons",
      "La Table Buissonnière",
      "L’Atelier du Verger",
      "Les Cuisines du Marché",
      "La Cuisine des Senteurs",
    ],
    openings: [
      "Cuisiner ensemble autour du grand îlot, puis passer à table\u00a0: une journée que l’on raconte.",
      "Dégustation, atelier et repas partagé dans un lieu tenu par des gens du métier.",
      "Un lieu pour faire quelque chose de ses mains, loin des bureaux et des écrans.",
    ],
  },
  "Salle de réunion": {
    titles: [
      "La Salle des Négociants",
      "La Baie Vitrée",
      "Salle Ampère",
      "Le Cabinet des Cartes",
      "La Salle du Belvédère",
      "Le Salon Descartes",
      "Salle Marie-Curie",
      "Le Carré des Halles",
    ],
    openings: [
      "Une salle claire pour réunir une équipe autour d’une grande table, avec vue sur les toits.",
      "Grande table, écran et tableau\u00a0: tout est prêt pour un comité ou une formation.",
      "Salle calme et bien isolée, idéale pour un conseil d’administration ou un entretien.",
      "Une pièce lumineuse au dernier étage, à l’écart du bruit, pour des séances longues.",
    ],
  },
  "Salles de conférence": {
    titles: [
      "Le Forum des Quais",
      "Conférences Saint-Paul",
      "Salle Jules-Verne",
      "Le Centre Pasteur",
      "L’Hémicycle",
      "Salle des Congrès",
    ],
    openings: [
      "Une salle de plain-pied pour colloques et assemblées, avec estrade, régie et grand écran.",
      "Pensée pour les conférences\u00a0: bonne acoustique, grand écran et accueil du public au même niveau.",
      "Assemblée générale, séminaire ou journée d’étude\u00a0: l’équipe technique vous accompagne.",
    ],
  },
  "Salles de réception": {
    titles: [
      "La Grande Salle des Tilleuls",
      "Les Salons de l’Horloge",
      "La Galerie des Lustres",
      "Le Pavillon Joséphine",
      "Les Salons du Parc",
      "La Salle des Miroirs",
      "L’Orangerie des Carmes",
      "Le Salon des Arcades",
    ],
    openings: [
      "Parquet ancien, lustres et hautes fenêtres\u00a0: un cadre élégant pour mariages et dîners.",
      "Des salons en enfilade que l’on ouvre ou que l’on ferme selon le nombre d’invités.",
      "Une salle de réception baignée de lumière, avec office traiteur et terrasse.",
      "Pour un mariage, un anniversaire ou un dîner d’entreprise, dans un décor soigné.",
    ],
  },
  "Salles polyvalentes": {
    titles: [
      "Salle Jean-Moulin",
      "Espace Simone-Veil",
      "Le Foyer des Marronniers",
      "Salle de la Libération",
      "Espace Georges-Brassens",
      "La Maison pour Tous",
      "Salle Louis-Aragon",
    ],
    openings: [
      "Salle modulable pour repas, lotos, réunions ou cours de danse, de plain-pied.",
      "Une grande salle simple et bien équipée, à deux pas des transports.",
      "Associations, familles, comités\u00a0: la salle se prête à tout et se range vite.",
    ],
  },
  Jardins: {
    titles: [
      "Le Jardin des Glycines",
      "Le Clos des Tilleuls",
      "Le Jardin Clos",
      "La Roseraie",
      "Le Parc aux Cèdres",
      "Le Jardin d’Émilie",
      "La Terrasse des Oliviers",
    ],
    openings: [
      "Un jardin à l’abri des regards, sa pergola fleurie et ses guirlandes pour les soirées d’été.",
      "Grands arbres, pelouse et longue table\u00a0: un jardin pour célébrer en plein air.",
      "Un havre de verdure, fleuri d’avril à octobre, avec un abri en cas de pluie.",
    ],
  },
  "Espaces extérieurs": {
    titles: [
      "La Prairie des Quais",
      "Le Toit des Docks",
      "L’Esplanade du Lac",
      "Le Champ de Foire",
      "La Terrasse des Berges",
      "Le Théâtre de Verdure",
    ],
    openings: [
      "Une vaste pelouse plate et accessible, avec arrivées d’eau et d’électricité.",
      "Marché, kermesse ou pique-nique d’entreprise\u00a0: l’espace accueille tous les formats.",
      "Un site ouvert, facile d’accès pour les camions et les prestataires.",
    ],
    secondPlace: {
      titles: ["Le Toit des Docks", "La Terrasse des Berges"],
      alsoListedAs: [],
      openings: [
        "Un toit-terrasse face à la ville, canapés et guirlandes pour les soirées d’été.",
        "Cocktail, anniversaire ou tournage\u00a0: la terrasse domine les toits.",
        "Une terrasse en bois au dernier étage, avec vue sur le soleil couchant.",
      ],
    },
  },
  "Salles de spectacle": {
    titles: [
      "La Péniche-Théâtre",
      "Le Petit Apollo",
      "La Scène du Canal",
      "Le Rideau Rouge",
      "Le Théâtre de l’Écluse",
      "La Comédie du Port",
    ],
    openings: [
      "Un théâtre de poche dans la cale d’une péniche, velours et plateau de cinq mètres.",
      "Plateau équipé, loges et régie à bord\u00a0: la péniche reçoit troupes, galas et captations.",
      "Une salle de spectacle amarrée à quai, proche du public jusqu’au dernier rang.",
    ],
    secondPlace: {
      titles: [
        "Le Petit Apollo",
        "Le Rideau Rouge",
        "Le Théâtre de l’Écluse",
        "La Comédie du Port",
      ],
      alsoListedAs: ["Salles de concert", "Auditoriums"],
      openings: [
        "Un théâtre de quartier, ses fauteuils en gradins et sa scène proche du dernier rang.",
        "Scène équipée, loges et régie\u00a0: la salle reçoit troupes, galas et captations.",
        "Une salle de spectacle en gradins, pour le théâtre, la danse et les concerts assis.",
      ],
    },
  },
  Chapiteaux: {
    titles: [
      "Le Chapiteau des Étoiles",
      "Le Grand Cirque Forain",
      "La Toile du Faubourg",
      "Le Chapiteau du Lac",
      "Sous la Toile",
      "Le Bal Forain",
    ],
    openings: [
      "Un vrai chapiteau de cirque, plancher, chauffage et guirlandes, monté toute l’année.",
      "Sous la toile, une piste ronde et des gradins pour fêtes et spectacles.",
      "Mariage champêtre ou soirée d’entreprise\u00a0: le chapiteau change tout.",
    ],
  },
  "Salles de fête": {
    titles: [
      "Salle des Fêtes du Canal",
      "La Grange aux Lampions",
      "Le Dancing des Halles",
      "La Salle du Bal",
      "Le Cercle de l’Union",
      "La Vieille Grange",
      "Salle Joséphine-Baker",
    ],
    openings: [
      "Une salle des fêtes avec cuisine, bar et piste de danse, sans voisin immédiat.",
      "On y danse depuis 1932\u00a0: piste en damier, boule à facettes et beaucoup de souvenirs.",
      "Pour les anniversaires, les baptêmes et les soirées qui durent un peu.",
    ],
    secondPlace: {
      titles: ["La Grange aux Lampions", "La Vieille Grange"],
      alsoListedAs: ["Salles de banquet", "Salles de réception"],
      openings: [
        "Une grange ancienne à la charpente apparente, ouverte sur les champs.",
        "Mariage champêtre, cousinade ou bal\u00a0: la grange se loue avec ses guirlandes.",
        "Bottes de paille, bois brut et longue table pour une fête à la campagne.",
      ],
    },
  },
  Bureaux: {
    titles: [
      "Les Bureaux du Port",
      "Le Plateau Gutenberg",
      "Bureau Vauban",
      "L’Étude du Palais",
      "Les Bureaux Lumière",
      "La Verrière Nord",
    ],
    openings: [
      "Un bureau prêt à l’emploi, à louer le temps d’un projet ou d’un rendez-vous.",
      "Des postes de travail confortables, une salle d’appel et une vraie cuisine.",
      "Un plateau lumineux et silencieux, pour travailler à plusieurs sans s’engager.",
    ],
  },
  "Salles municipales": {
    titles: [
      "Salle des Mariages",
      "Salle du Conseil",
      "Maison du Quartier Nord",
      "Salle Voltaire",
      "Maison des Associations",
      "Salle du Marché",
      "Salle Jean-Jaurès",
      "L’Ancienne École",
    ],
    openings: [
      "Salle communale ouverte aux habitants, aux associations et aux entreprises.",
      "Une salle au cœur du bourg, avec parvis arboré et stationnement gratuit.",
      "L’ancienne école rénovée\u00a0: grande salle, cuisine et cour fermée.",
    ],
  },
  "Salles de banquet": {
    titles: [
      "Le Banquet des Ducs",
      "Les Grandes Tablées",
      "La Salle du Chapitre",
      "Le Réfectoire",
      "Les Celliers",
      "La Halle aux Grains",
    ],
    openings: [
      "Poutres, cheminée et longues tables\u00a0: la salle est faite pour les repas de fête.",
      "Banquets, cousinades et repas de gala, avec une cuisine aux normes pour le traiteur.",
      "Un ancien réfectoire rénové, frais l’été, chauffé l’hiver, pour de grandes tablées.",
    ],
  },
  Auditoriums: {
    titles: [
      "Auditorium Berlioz",
      "L’Auditorium du Musée",
      "Auditorium des Sciences",
      "Auditorium Olympe",
      "Le Grand Auditorium",
      "Auditorium Ravel",
    ],
    openings: [
      "Un auditorium à l’acoustique précise, pour concerts, projections et conférences.",
      "Fauteuils larges, projection en 4K et interprétation possible en deux langues.",
      "Gradins, loges et foyer\u00a0: un équipement complet pour recevoir le public.",
    ],
  },
  "Espaces coworking": {
    titles: [
      "La Ruche du Faubourg",
      "Le Comptoir Commun",
      "L’Atelier Partagé",
      "La Filature",
      "Le Nid d’Idées",
      "La Manufacture Ouverte",
    ],
    openings: [
      "Une ancienne filature devenue espace de travail\u00a0: verrières, brique et plantes.",
      "Tables partagées, cabines d’appel et café à volonté, à louer en entier ou en partie.",
      "Un espace commun chaleureux pour ateliers, journées d’équipe et hackathons.",
    ],
  },
  "Salles d'exposition": {
    titles: [
      "La Galerie des Forges",
      "L’Entrepôt",
      "Les Cimaises",
      "La Chapelle aux Images",
      "Galerie du Vieux-Port",
      "Le Garage aux Arts",
    ],
    openings: [
      "Murs blancs, cimaises et éclairage réglable\u00a0: l’espace reçoit expositions et ventes.",
      "Une ancienne halle aux beaux volumes, pour montrer, lancer ou vendre.",
      "Vernissage ou boutique éphémère\u00a0: la verrière et les projecteurs font le reste.",
    ],
  },
  "Salles de concert": {
    titles: [
      "Le Hangar 9",
      "La Cave à Musique",
      "L’Ampli",
      "Le Bateau-Phare",
      "La Sirène des Docks",
      "Le Labo Sonore",
    ],
    openings: [
      "Scène de huit mètres, son et lumière installés, ingénieur du son sur demande.",
      "Une salle de concert indépendante, bar ouvert et loges pour six artistes.",
      "Concerts, festivals et soirées\u00a0: la salle est isolée et équipée pour le volume.",
    ],
  },
  Châteaux: {
    titles: [
      "Château de Valombre",
      "Château des Aubépines",
      "Château de Montclair",
      "Château de la Rochefière",
      "Château d’Ambreville",
      "Château des Trois-Tours",
    ],
    openings: [
      "Un château du XVIIe siècle, ses salons d’apparat et son parc à la française.",
      "Parterres, canal et jet d’eau\u00a0: un décor rare pour un jour qui compte.",
      "Le domaine vous est réservé en entier, salons, chapelle et jardins compris.",
    ],
  },
  Manoirs: {
    titles: [
      "Manoir de Kerlann",
      "Le Manoir des Embruns",
      "Manoir du Bois-Joli",
      "Manoir de la Source",
      "Le Manoir aux Hortensias",
      "Manoir de Beauval",
    ],
    openings: [
      "Un manoir de famille, cheminées et boiseries, pour des réceptions intimes.",
      "Au bout d’une allée de hêtres, un manoir et son parc à l’abri des regards.",
      "Mariage ou séminaire au vert\u00a0: le manoir se loue avec ses jardins.",
    ],
  },
  Villas: {
    titles: [
      "Villa des Cyprès",
      "Villa Bella Vista",
      "La Villa du Cap",
      "Villa Mimosa",
      "La Bastide Bleue",
      "Villa Les Embruns",
      "Villa Garance",
    ],
    openings: [
      "Une villa aux volets de bois, piscine et terrasse face à la mer, pour vos événements.",
      "Jardin méditerranéen, cuisine d’été et grande piscine\u00a0: l’endroit invite à la fête.",
      "Une maison de caractère et son jardin, pour tournages, anniversaires et séminaires.",
    ],
  },
};
