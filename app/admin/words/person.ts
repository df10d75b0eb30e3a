/** An account as the lists of the back-office show it. */
import type { User } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";

/** Who an account is for; each leads to its own filter. */
export const USER_STATES = ["actif", "non-verifie", "banni", "ferme", "admin"] as const;
export type UserState = (typeof USER_STATES)[number];

export const USER_STATE_LABELS: Record<UserState, string> = {
  actif: "Actif",
  "non-verifie": "E-mail non vérifié",
  banni: "Banni",
  ferme: "Fermé",
  admin: "Administration",
};

export const MASTER_STATE_LABELS = {
  pending: "À valider",
  validated: "Validé",
  refused: "Refusé",
} as const;

export const PERSON_FIELDS =
  "tag name lastname email type role natureOfCollectivity entityName city isAdmin isVerified masterStatus bannedAt deletedAt createdAt linkedAt link_id";
export type StoredPerson = Pick<
  User,
  | "_id"
  | "tag"
  | "name"
  | "lastname"
  | "email"
  | "type"
  | "role"
  | "natureOfCollectivity"
  | "entityName"
  | "city"
  | "isAdmin"
  | "isVerified"
  | "masterStatus"
  | "bannedAt"
  | "deletedAt"
  | "createdAt"
  | "linkedAt"
  | "link_id"
>;

/** The columns of these lists as CSV. */
export const PERSON_COLUMNS = {
  Prénom: ({ name }: StoredPerson) => name,
  Nom: ({ lastname }: StoredPerson) => lastname,
  Structure: ({ entityName }: StoredPerson) => entityName,
  "E-mail": ({ email }: StoredPerson) => email,
  Tag: ({ tag }: StoredPerson) => tag,
  Type: (user: StoredPerson) => kindOf(user),
  Ville: ({ city }: StoredPerson) => city,
  État: (user: StoredPerson) => stateOf(user).label,
  Inscription: ({ createdAt }: StoredPerson) => formatDay(parisDayOf(createdAt)),
  "Lié le": ({ linkedAt }: StoredPerson) => linkedAt && formatDay(parisDayOf(linkedAt)),
} as const;

export interface Person {
  id: string;
  /** 'Marie Durand' */
  name: string;
  entityName: string | null;
  email: string;
  tag: string;
  /** 'Entreprise', 'Commune', 'Administration'. */
  kind: string;
  city: string | null;
  state: PersonState;
  /** DD/MM/YYYY. */
  createdAt: string;
}

export interface PersonState {
  label: string;
  tone: "success" | "waiting" | "danger" | "past";
}

export function toPerson(user: StoredPerson): Person {
  return {
    id: user._id.toString(),
    name: fullName(user),
    entityName: user.entityName ?? null,
    email: user.email,
    tag: user.tag,
    kind: kindOf(user),
    city: user.city ?? null,
    state: stateOf(user),
    createdAt: formatDay(parisDayOf(user.createdAt)),
  };
}

export function fullName({ name, lastname }: Pick<User, "name" | "lastname">): string {
  return `${name} ${lastname}`.trim();
}

/** What kind of account it is, in a word. */
export function kindOf(
  user: Pick<User, "isAdmin" | "role" | "natureOfCollectivity" | "type">,
): string {
  if (user.isAdmin) return "Administration";
  return user.role ?? user.natureOfCollectivity ?? (user.type === "Collectivité" ? user.type : "—");
}

/**
 * What Stripe has heard of a ban, or of its end: whether it pays out.
 *
 * @returns null: it pays out what is on the account as ever, or there is none */
export function payoutsOf({
  accountId,
  bannedAt,
  payoutHold,
}: Pick<User, "accountId" | "bannedAt" | "payoutHold">): PersonState | null {
  if (!accountId) return null;
  if (!bannedAt)
    return payoutHold ? { label: "Versements pas encore rétablis", tone: "danger" } : null;
  return payoutHold === "held"
    ? { label: "Versements retenus", tone: "waiting" }
    : { label: "Versements pas encore retenus", tone: "danger" };
}

/** Where an account stands: what keeps its holder out comes first. */
export function stateOf(
  user: Pick<User, "deletedAt" | "bannedAt" | "isVerified" | "masterStatus">,
): PersonState {
  if (user.deletedAt) return { label: USER_STATE_LABELS.ferme, tone: "past" };
  if (user.bannedAt) return { label: USER_STATE_LABELS.banni, tone: "danger" };
  if (user.masterStatus === "refused") return { label: "Refusé", tone: "danger" };
  if (!user.isVerified) return { label: USER_STATE_LABELS["non-verifie"], tone: "waiting" };
  if (user.masterStatus === "pending") return { label: "À valider", tone: "waiting" };
  return { label: USER_STATE_LABELS.actif, tone: "success" };
}
