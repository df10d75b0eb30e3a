/**
 * The closed lists of the domain, as stored. Where they are French, people read them too: most as
 * they are, the few in `SHOWN_AS` in another spelling.
 */

export const ACCOUNT_TYPES = ["Entités privés", "Collectivité"] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const PRIVATE_ROLES = ["Entreprise", "Association", "Particulier"] as const;
export type PrivateRole = (typeof PRIVATE_ROLES)[number];

export const AUTHORITY_NATURES = ["Commune", "Département", "Région", "Métropole"] as const;
export type AuthorityNature = (typeof AUTHORITY_NATURES)[number];

/** What an owner is called by; a local authority that is no commune by its broader word. */
export const OWNER_KINDS = [...PRIVATE_ROLES, "Commune", "Collectivité"] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** How an owner stands with VAT; where nothing is said, what `vatRegimeOf` assumes. */
export const VAT_REGIMES = ["franchise", "assujetti", "exonéré", "hors champ"] as const;
export type VatRegime = (typeof VAT_REGIMES)[number];

/** What people read for a regime. */
export const VAT_REGIME_LABELS: Readonly<Record<VatRegime, string>> = {
  franchise: "Franchise en base, sans TVA",
  assujetti: "Assujetti à la TVA",
  exonéré: "Exonéré de TVA",
  "hors champ": "Hors du champ de la TVA",
};

/** Why a rent has no VAT: the words of each are those of receipts (rules/receipt-words.ts). */
export const UNTAXED_REASONS = [
  ...(["person", "franchise", "public body", "out of scope"] as const),
  ...(["association", "bare premises", "untaxed department", "abroad"] as const),
] as const;
export type UntaxedReason = (typeof UNTAXED_REASONS)[number];

/** What stands for money on paper: one was paid, some was given back. */
export const RECEIPT_KINDS = ["receipt", "credit_note"] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

export const STRIPE_STATUSES = ["pending", "active", "restricted"] as const;
export type StripeStatus = (typeof STRIPE_STATUSES)[number];

export const PAYOUT_HOLDS = ["asked", "held"] as const;
export type PayoutHold = (typeof PAYOUT_HOLDS)[number];

export const MASTER_STATUSES = ["pending", "validated", "refused"] as const;
export type MasterStatus = (typeof MASTER_STATUSES)[number];

export const VENUE_TYPES = [
  "Expérience",
  "Salle de réunion",
  "Salles de conférence",
  "Salles de réception",
  "Salles polyvalentes",
  "Jardins",
  "Espaces extérieurs",
  "Salles de spectacle",
  "Chapiteaux",
  "Salles de fête",
  "Bureaux",
  "Salles municipales",
  "Salles de banquet",
  "Auditoriums",
  "Espaces coworking",
  "Salles d'exposition",
  "Salles de concert",
  "Châteaux",
  "Manoirs",
  "Villas",
] as const;
export type VenueType = (typeof VENUE_TYPES)[number];

/** How people who do not climb steps get in. */
export const STEP_FREE_ACCESS = ["De plain-pied", "Rampe ou ascenseur", "Marches"] as const;
export type StepFreeAccess = (typeof STEP_FREE_ACCESS)[number];

export const EQUIPMENT = [
  "Parking",
  "Vestiaire",
  "Climatisation",
  "Scène",
  "Chaises",
  "Tables",
  "Bar",
  "Internet",
  "Podium",
  "Sonorisation",
  "Vidéo-surveillance",
  "Bureaux",
  "Espace de travail",
] as const;
export type Equipment = (typeof EQUIPMENT)[number];

/** Capacity codes, exactly as the product stores them, with what people read. */
export const CAPACITIES = {
  ">11": "1 - 10",
  ">51": "10 - 50",
  ">101": "50 - 100",
  "<100": "Plus de 100",
} as const;
export type Capacity = keyof typeof CAPACITIES;
export const CAPACITY_CODES = Object.keys(CAPACITIES) as [Capacity, ...Capacity[]];

/** How many people a venue of each capacity has room for, at most. */
export const ROOM_FOR: Readonly<Record<Capacity, number>> = {
  ">11": 10,
  ">51": 50,
  ">101": 100,
  "<100": Infinity,
};

/** What people read for a capacity code; an unknown one is 'Inconnu'. */
export function capacityLabel(code: string): string {
  return (CAPACITIES as Record<string, string>)[code] ?? "Inconnu";
}

/** `Day` rents whole days, `Half` half days. */
export const PERIODS = ["Day", "Half"] as const;
export type Period = (typeof PERIODS)[number];

export const SLOTS = ["AM", "PM"] as const;
export type Slot = (typeof SLOTS)[number];

/** From Monday on. */
export const WEEKDAYS = [
  "lundi",
  "mardi",
  "mercredi",
  "jeudi",
  "vendredi",
  "samedi",
  "dimanche",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export const VENUE_STATUSES = ["available", "unavailable"] as const;
export type VenueStatus = (typeof VENUE_STATUSES)[number];

export const POLICIES = ["souple", "modérée", "stricte"] as const;
export type Policy = (typeof POLICIES)[number];

/** Every state of a reservation; capturing, cancelling, dead and joined are internal (app/rules/reservation-states.ts). */
export const RESERVATION_STATES = [
  "hold",
  "dead",
  "pending",
  "capturing",
  "confirmed",
  "cancelling",
  "cancelled",
  "ended",
  "joined",
] as const;
export type ReservationState = (typeof RESERVATION_STATES)[number];

/** A review waits to be read, is shown, or was refused. */
export const REVIEW_STATES = ["pending", "published", "refused"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What somebody asks about their own personal data, by the rights that the law gives them. */
export const PRIVACY_KINDS = [
  "access",
  "portability",
  "rectification",
  "erasure",
  "objection",
  "limitation",
  "consent",
  "afterlife",
] as const;
export type PrivacyKind = (typeof PRIVACY_KINDS)[number];

/** How such a request reached the team. */
export const PRIVACY_CHANNELS = ["contact", "mail", "letter", "other"] as const;
export type PrivacyChannel = (typeof PRIVACY_CHANNELS)[number];

/** How it was made sure that a request comes from the person whose data it is about. */
export const IDENTITY_PROOFS = ["address", "account", "document", "known"] as const;
export type IdentityProof = (typeof IDENTITY_PROOFS)[number];

/** What became of a request; `moot`: its account was closed meanwhile. */
export const PRIVACY_OUTCOMES = ["fulfilled", "refused", "moot"] as const;
export type PrivacyOutcome = (typeof PRIVACY_OUTCOMES)[number];

/** What is reported: a venue, or what somebody wrote of one. */
export const REPORT_KINDS = ["venue", "review"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** What is decided of: what is reported, or an account that nobody has reported. */
export const DECIDED_KINDS = [...REPORT_KINDS, "account"] as const;
export type DecidedKind = (typeof DECIDED_KINDS)[number];

/** Why something is reported, as people choose it. */
export const REPORT_REASONS = {
  trompeur: "Trompeur\u00a0: photos, prix ou capacité qui ne sont pas vrais",
  introuvable: "Le lieu n’existe pas, ou n’est pas à louer",
  injurieux: "Injurieux, haineux ou discriminatoire",
  "vie-privee": "Donne des informations personnelles",
  illicite: "Contenu ou activité illicite",
  autre: "Autre chose",
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REPORT_REASON_CODES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

/** What is decided of it. */
export const MEASURES = ["classer", "masquer", "retirer", "suspendre", "bannir"] as const;
export type Measure = (typeof MEASURES)[number];

/** What becomes of a decision that was appealed against. */
export const APPEAL_OUTCOMES = ["maintenir", "revenir"] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

/** The parts of the home page that are made of published venues. */
export const RENEWED_SECTIONS = ["rooms", "news"] as const;
export type RenewedSection = (typeof RENEWED_SECTIONS)[number];

export const RUN_OUTCOMES = ["renewed", "unchanged", "failed"] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

export const ACTORS = ["buyer", "owner", "admin", "system"] as const;
export type Actor = (typeof ACTORS)[number];

/** Of a wish on a waiting list: what it waits for, or how it ended. */
export const WISH_STATES = ["waiting", "offered", "taken", "lapsed", "withdrawn"] as const;
export type WishState = (typeof WISH_STATES)[number];

/** What may happen when a buyer wants other dates: asked of the owner, done, or come to nothing. */
export const DATES_STEPS = [
  ...(["asked", "changed", "refused", "unanswered", "withdrawn"] as const),
  // Dearer dates that the owner said yes to: to be paid, not paid in time; of no use to what the reservation is by then, or
  // beyond a yes because of what became of its money; not to be paid, for their owner could not be.
  ...(["agreed", "unpaid", "outdated", "unpayable"] as const),
] as const;
export type DatesStep = (typeof DATES_STEPS)[number];

export const CONTACT_TYPES = [
  "Demande d'information",
  "Support technique",
  "Réservation et disponibilités",
  "Tarification et devis",
  "Visites du lieu",
  "Conditions de location",
  "Partenariats ou collaborations",
  "Feedback ou plaintes",
  "Demandes spéciales",
  "Problèmes de paiement",
  "Autre",
] as const;
export type ContactType = (typeof CONTACT_TYPES)[number];

/** What an administrator is there for; app/platform/permissions.ts says what each may do. */
export const ADMIN_ROLES = ["lecture", "support", "finance", "super-admin"] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** What a personal API token allows: to read, or to change things too. */
export const TOKEN_SCOPES = ["read", "write"] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Stored and transmitted to the letter, but not what people read. */
const SHOWN_AS = new Map<string, string>([
  ["Entités privés", "Entités privées"],
  ["Commune", "Communale"],
  ["Département", "Départementale"],
  ["Région", "Régionale"],
  ["Métropole", "Métropolitaine"],
  ["Salles d'exposition", "Salles d’exposition"],
  ["Demande d'information", "Demande d’information"],
] satisfies [AccountType | AuthorityNature | VenueType | ContactType, string][]);

/** What people read for a stored value. */
export function shownAs(value: string): string {
  return SHOWN_AS.get(value) ?? value;
}

/** Why a calendar elsewhere could not be read. */
export const CALENDAR_PROBLEMS = [
  // Asking for it
  ...(["bad_address", "no_public_server", "unreachable", "bad_status"] as const),
  ...(["server_failing", "too_many_redirects", "too_slow", "too_large"] as const),
  // Reading it
  ...(["not_a_calendar", "events_unreadable", "too_many_events", "unreadable"] as const),
] as const;
export type CalendarProblem = (typeof CALENDAR_PROBLEMS)[number];

/** How many time zones that nobody knows are kept of a calendar elsewhere, whoever wrote it. */
export const MOST_UNKNOWN_ZONES = 20;
/** How many characters of a zone's name are kept. */
export const LONGEST_ZONE = 100;
