import type { ContactMessage } from "@models/contact-message";
import type { ContactType } from "@models/enumerations";
import { addMinutes } from "~/platform/days";
import { phoneFor } from "./identifiers";
import { idFor } from "./random";

interface Letter {
  type: ContactType;
  name: string;
  lastname: string;
  description: string;
  hoursAgo: number;
  /** Someone has dealt with it. */
  done?: boolean;
}

const LETTERS: readonly Letter[] = [
  {
    type: "Réservation et disponibilités",
    name: "Lucie",
    lastname: "Ferrand",
    description:
      "Bonjour, la salle des Tilleuls est-elle libre le premier week-end de juin\u00a0? Merci.",
    hoursAgo: 3,
  },
  {
    type: "Tarification et devis",
    name: "Patrick",
    lastname: "Morel",
    description:
      "Nous cherchons un auditorium pour 180 personnes sur deux jours. Pouvez-vous nous adresser un devis\u00a0?",
    hoursAgo: 20,
  },
  {
    type: "Support technique",
    name: "Awa",
    lastname: "Sarr",
    description: "Je ne reçois pas le code de vérification sur mon adresse professionnelle.",
    hoursAgo: 44,
  },
  {
    type: "Visites du lieu",
    name: "Julie",
    lastname: "Carpentier",
    description: "Est-il possible de visiter le manoir de Kerlann un samedi matin\u00a0?",
    hoursAgo: 75,
  },
  {
    type: "Problèmes de paiement",
    name: "Damien",
    lastname: "Roche",
    description:
      "Ma banque a refusé le paiement alors que mon plafond est suffisant. Que puis-je faire\u00a0?",
    hoursAgo: 130,
    done: true,
  },
  {
    type: "Partenariats ou collaborations",
    name: "Estelle",
    lastname: "Giraud",
    description:
      "Traiteur à Lyon, je souhaite être proposée aux clients qui réservent une salle de réception.",
    hoursAgo: 210,
  },
  {
    type: "Conditions de location",
    name: "Benoît",
    lastname: "Lacroix",
    description:
      "Jusqu’à quelle heure la musique est-elle permise dans les salles municipales\u00a0?",
    hoursAgo: 300,
    done: true,
  },
  {
    type: "Feedback ou plaintes",
    name: "Martine",
    lastname: "Joly",
    description: "Très contente de notre location, mais l’éclairage du parking était en panne.",
    hoursAgo: 420,
    done: true,
  },
  {
    type: "Demandes spéciales",
    name: "Adrien",
    lastname: "Poulain",
    description: "Nous aimerions arriver la veille au soir pour installer une exposition.",
    hoursAgo: 560,
  },
  {
    type: "Demande d'information",
    name: "Sylvie",
    lastname: "Maillard",
    description: "Une petite commune peut-elle proposer sa salle des fêtes sur votre site\u00a0?",
    hoursAgo: 800,
    done: true,
  },
  {
    type: "Autre",
    name: "Théo",
    lastname: "Brun",
    description:
      "Journaliste, je prépare un article sur les lieux événementiels des villes moyennes.",
    hoursAgo: 1000,
  },
];

/** What visitors wrote on the contact page. */
export function makeContacts(now: Date): ContactMessage[] {
  return LETTERS.map(({ hoursAgo, done = false, ...letter }, index) => ({
    _id: idFor(`contact:${index}`),
    ...letter,
    email: `contact-${index + 1}@exemple.fr`,
    phone: phoneFor(letter.lastname),
    status: done,
    createdAt: addMinutes(now, -hoursAgo * 60),
  }));
}
