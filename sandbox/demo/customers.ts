import type { AuthorityNature, PrivateRole } from "@models/enumerations";
import type { Commune } from "./communes";

/** A person with an account, or an organisation and who writes for it. */
export interface DemoPerson {
  name: string;
  lastname: string;
  /** `name.lastname@exemple.fr` when absent. */
  email?: string;
  kind: PrivateRole | AuthorityNature;
  entityName?: string;
  /** YYYY-MM-DD, for people. */
  dateOfBirth?: string;
  commune: Commune;
}

export interface DemoCustomer extends DemoPerson {
  /** Has reserved nothing yet. */
  newcomer?: boolean;
}

export const CUSTOMERS: readonly DemoCustomer[] = [
  {
    name: "Marie",
    lastname: "Durand",
    email: "cliente@exemple.fr",
    kind: "Particulier",
    dateOfBirth: "1988-05-21",
    commune: "Lyon",
  },
  {
    name: "Hugo",
    lastname: "Lambert",
    email: "nouveau@exemple.fr",
    kind: "Particulier",
    dateOfBirth: "1996-08-09",
    commune: "Nantes",
    newcomer: true,
  },
  {
    name: "Karim",
    lastname: "Haddad",
    kind: "Particulier",
    dateOfBirth: "1982-03-02",
    commune: "Marseille",
  },
  {
    name: "Chloé",
    lastname: "Perrin",
    kind: "Particulier",
    dateOfBirth: "1993-12-11",
    commune: "Dijon",
  },
  {
    name: "Jean",
    lastname: "Marchand",
    kind: "Particulier",
    dateOfBirth: "1957-07-19",
    commune: "Rouen",
  },
  {
    name: "Aïcha",
    lastname: "Diallo",
    kind: "Particulier",
    dateOfBirth: "1990-10-05",
    commune: "Paris",
  },
  {
    name: "Louis",
    lastname: "Gauthier",
    kind: "Particulier",
    dateOfBirth: "1985-01-30",
    commune: "Bordeaux",
  },
  {
    name: "Manon",
    lastname: "Colin",
    kind: "Particulier",
    dateOfBirth: "1998-04-17",
    commune: "Rennes",
  },
  {
    name: "Olivier",
    lastname: "Baron",
    kind: "Entreprise",
    entityName: "Baron & Associés",
    commune: "Paris",
  },
  {
    name: "Fanny",
    lastname: "Lopez",
    kind: "Entreprise",
    entityName: "Studio Lopez",
    commune: "Toulouse",
  },
  {
    name: "Mathieu",
    lastname: "Klein",
    kind: "Entreprise",
    entityName: "Klein Formation",
    commune: "Strasbourg",
  },
  {
    name: "Odile",
    lastname: "Texier",
    kind: "Association",
    entityName: "Chorale du Belvédère",
    commune: "La Rochelle",
  },
  {
    name: "Samuel",
    lastname: "Nguyen",
    kind: "Association",
    entityName: "Club d’échecs de la Loire",
    commune: "Tours",
  },
  {
    name: "Pauline",
    lastname: "Vidal",
    kind: "Association",
    entityName: "Danse en Ville",
    commune: "Montpellier",
  },
  {
    name: "Rachid",
    lastname: "Amrani",
    kind: "Commune",
    entityName: "Ville d’Amboise",
    commune: "Amboise",
  },
];

/** Validated: others link themselves to it with its code. */
export const MASTER: DemoPerson = {
  name: "Françoise",
  lastname: "Aubry",
  email: "master@exemple.fr",
  kind: "Association",
  entityName: "Fédération des Lieux Associatifs",
  commune: "Paris",
};

/** Waits for an administrator. */
export const PENDING_MASTER: DemoPerson = {
  name: "Denis",
  lastname: "Lefort",
  kind: "Région",
  entityName: "Région Normandie",
  commune: "Rouen",
};

/** A second submission, which has waited too long. */
export const LATE_MASTER: DemoPerson = {
  name: "Colette",
  lastname: "Marchal",
  kind: "Association",
  entityName: "Union des Foyers Ruraux",
  commune: "Strasbourg",
};

/** Told no, with a reason. */
export const REFUSED_MASTER: DemoPerson = {
  name: "Gilles",
  lastname: "Pottier",
  kind: "Entreprise",
  entityName: "Pottier Événements",
  commune: "Nantes",
};

/** Shut out by an administrator. */
export const BANNED: DemoPerson = {
  name: "Kevin",
  lastname: "Rossi",
  kind: "Particulier",
  dateOfBirth: "1992-11-02",
  commune: "Lyon",
};

/** Has signed up and not entered the code yet. */
export const UNVERIFIED: DemoPerson = {
  name: "Inès",
  lastname: "Maréchal",
  kind: "Particulier",
  dateOfBirth: "2001-01-17",
  commune: "Toulouse",
};
