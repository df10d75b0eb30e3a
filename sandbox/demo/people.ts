import {
  AUTHORITY_NATURES,
  PRIVATE_ROLES,
  type AdminRole,
  type AuthorityNature,
  type PrivateRole,
} from "@models/enumerations";
import type { User } from "@models/user";
import { DAY_MINUTES, addMinutes, daysAgo } from "~/platform/days";
import { foldText } from "~/platform/fold-text";
import { COMMUNES } from "./communes";
import {
  BANNED,
  CUSTOMERS,
  LATE_MASTER,
  MASTER,
  PENDING_MASTER,
  REFUSED_MASTER,
  UNVERIFIED,
  type DemoPerson,
} from "./customers";
import { vatKey } from "~/accounts/identifiers";
import { UNAMBIGUOUS } from "~/accounts/unambiguous";
import { phoneFor, rnaFor, sirenFor, siretFor } from "./identifiers";
import { OWNERS, type DemoOwner } from "./owners";
import { chanceOf, codeFor, idFor } from "./random";

const TAG_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
const STRIPE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** An owner's account beside what the demo knows of them. */
export interface OwnerAccount {
  owner: DemoOwner;
  user: User;
}

export interface People {
  owners: OwnerAccount[];
  customers: User[];
  /** Neither owners nor customers: the administrators, the masters, and whom the office has to do with. */
  others: User[];
}

/** Everyone with an account. All share one password, hashed once. */
export function makePeople(passwordHash: string, now: Date): People {
  const make = (person: DemoPerson) => makeUser(person, passwordHash, now);
  const master: User = {
    ...make(MASTER),
    masterStatus: "validated",
    spondorshipCode: codeFor("master", 8, UNAMBIGUOUS),
  };
  const owners = OWNERS.map((owner): OwnerAccount => {
    const user = make({ ...owner, commune: owner.communes[0] });
    const linkedAt = addMinutes(user.createdAt, 3 * DAY_MINUTES);
    const link = owner.linked ? { link_id: master._id, linkedAt } : {};
    return { owner, user: { ...user, ...link, ...paymentAccountOf(owner, user, now) } };
  });
  const customers = CUSTOMERS.map(({ newcomer, ...person }) => {
    const user = make(person);
    return newcomer ? user : { ...user, stripeCustomerId: stripeId("cus", user.email, 14) };
  });
  const others = [...makeAdmins(passwordHash, now), master, ...makeCases(make, now)];
  return { owners, customers, others };
}

/** The accounts that the back-office has something to do with. */
function makeCases(make: (person: DemoPerson) => User, now: Date): User[] {
  const ago = (days: number) => addMinutes(now, -days * DAY_MINUTES);
  const newcomer = (person: DemoPerson, days: number): User => {
    const { lastLogin: _never, ...user } = make(person);
    return { ...user, createdAt: ago(days), termsAcceptedAt: ago(days) };
  };
  return [
    { ...newcomer(PENDING_MASTER, 2), masterStatus: "pending" },
    { ...newcomer(LATE_MASTER, 6), masterStatus: "pending" },
    {
      ...newcomer(REFUSED_MASTER, 20),
      masterStatus: "refused",
      masterRefusal: "Une entreprise ne peut pas représenter d’autres structures.",
    },
    {
      ...make(BANNED),
      bannedAt: ago(12),
      banReason: "Annonces reçues d’autres sites et paiements contestés.",
    },
    { ...newcomer(UNVERIFIED, 1), isVerified: false },
  ];
}

/** An id in Stripe's shape that is the same on every machine. */
function stripeId(prefix: string, name: string, length = 24): string {
  return `${prefix}_${codeFor(`${prefix}:${name}`, length, STRIPE_LETTERS)}`;
}

function paymentAccountOf({ payments }: DemoOwner, { email, createdAt }: User, now: Date) {
  if (payments === "none") return {};
  const stripeStatsAt = payments === "restricted" ? addMinutes(now, -6 * DAY_MINUTES) : createdAt;
  return { accountId: stripeId("acct", email, 16), stripeStats: payments, stripeStatsAt };
}

/** One administrator of each role. */
const ADMINS: readonly [name: string, lastname: string, email: string, adminRole: AdminRole][] = [
  ["Alix", "Bernard", "admin@exemple.fr", "super-admin"],
  ["Inès", "Carpentier", "support@exemple.fr", "support"],
  ["Malik", "Diarra", "finance@exemple.fr", "finance"],
  ["Jeanne", "Vasseur", "lecture@exemple.fr", "lecture"],
];

function makeAdmins(passwordHash: string, now: Date): User[] {
  return ADMINS.map(([name, lastname, email, adminRole]) =>
    baseUser(name, lastname, email, passwordHash, now, { isAdmin: true, adminRole }),
  );
}

function makeUser(person: DemoPerson, passwordHash: string, now: Date): User {
  const { name, lastname, commune } = person;
  const email = person.email ?? `${slug(name)}.${slug(lastname)}@exemple.fr`;
  const chance = chanceOf(`person:${email}`);
  const district = chance.pick(COMMUNES[commune]);
  return baseUser(name, lastname, email, passwordHash, now, {
    ...organisationOf(person, district.postalCode.slice(0, 2)),
    phone: phoneFor(email),
    street: `${chance.between(1, 120)} ${chance.pick(district.streets)}`,
    postalCode: district.postalCode,
    city: commune,
    country: "France",
  });
}

/** The fields that the kind of account asks for, and no others. */
function organisationOf(person: DemoPerson, department: string): Partial<User> {
  const { kind, entityName, dateOfBirth } = person;
  const name = entityName ?? `${person.name} ${person.lastname}`;
  if (isNature(kind)) {
    return {
      type: "Collectivité",
      natureOfCollectivity: kind,
      entityName,
      INSEE: sirenFor(name, "public"),
      siret: siretFor(name, "public"),
      vatRegime: "hors champ",
    };
  }
  const common = { type: "Entités privés", role: kind } as const;
  switch (kind) {
    case "Entreprise":
      return { ...common, entityName, siret: siretFor(name, "private"), ...liableToVat(name) };
    case "Association":
      return { ...common, entityName, RNA: rnaFor(name, department) };
    case "Particulier":
      return { ...common, dateOfBirth };
  }
}

function liableToVat(name: string): Partial<User> {
  const siren = sirenFor(name, "private");
  return { vatRegime: "assujetti", vatNumber: `FR${vatKey(siren)}${siren}` };
}

function isNature(kind: PrivateRole | AuthorityNature): kind is AuthorityNature {
  return !PRIVATE_ROLES.some((role) => role === kind) && AUTHORITY_NATURES.some((n) => n === kind);
}

function baseUser(
  name: string,
  lastname: string,
  email: string,
  passwordHash: string,
  now: Date,
  rest: Partial<User>,
): User {
  const chance = chanceOf(`account:${email}`);
  // Before anything that they published: see `makeVenues`.
  const age = chance.between(410, 800);
  const createdAt = addMinutes(daysAgo(now, age), chance.between(8 * 60, 21 * 60));
  return {
    _id: idFor(`user:${email}`),
    tag: `${slug(name)}-${slug(lastname)}-${codeFor(`tag:${email}`, 4, TAG_LETTERS)}`,
    name,
    lastname,
    email,
    passwordHash,
    isAdmin: false,
    isVerified: true,
    termsAcceptedAt: createdAt,
    lastLogin: addMinutes(now, -chance.between(60, 20 * DAY_MINUTES)),
    createdAt,
    ...rest,
  };
}

function slug(text: string): string {
  return foldText(text).replaceAll(" ", "-");
}
