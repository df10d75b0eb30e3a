import { ADMIN_ROLES, type AdminRole } from "@models/enumerations";

/**
 * What administrators may do, and which roles may do it: the one table. The description of each page,
 * form and call of the back-office names its permission as its access; guards, buttons and the menu ask
 * here.
 */
export const PERMISSIONS = {
  /** Every list, record and figure, and the queue. */
  "office.read": ADMIN_ROLES,
  "cases.take": ["support", "finance", "super-admin"],
  /** Put a case away that nothing else ends, send a dead mail again, run a job that stopped. */
  "cases.settle": ["support", "finance", "super-admin"],
  "contacts.treat": ["support", "super-admin"],
  /** Requests of persons about their data: record, answer, give more time. */
  "privacy.treat": ["support", "super-admin"],
  "masters.decide": ["support", "super-admin"],
  "reviews.decide": ["support", "super-admin"],
  /** Decide of reports, and of appeals against what others decided. */
  "reports.decide": ["support", "super-admin"],
  "gallery.change": ["support", "super-admin"],
  "site.notices": ["support", "super-admin"],
  /** Close the site to the public. */
  "site.maintenance": ["super-admin"],
  "people.create": ["support", "super-admin"],
  /** Change for somebody what they may change themselves. */
  "people.act-for": ["support", "super-admin"],
  "people.ban": ["support", "super-admin"],
  "people.delete": ["super-admin"],
  /** Look at the site as somebody does, changing nothing. */
  "people.view-as": ["support", "super-admin"],
  "sessions.end": ["support", "super-admin"],
  /** Call reservations off, with all that was paid for them given back. */
  "reservations.cancel": ["support", "finance", "super-admin"],
  /** The books: sums of the ledger, receipts, what is declared to the tax authority. */
  "finance.read": ["finance", "super-admin"],
  /** Read Stripe again, send a mail again, give an owner more time to answer. */
  "reservations.follow": ["support", "finance", "super-admin"],
  /** Give back more than the policy does. */
  "reservations.refund": ["finance", "super-admin"],
  /** Whole lists as files. */
  "lists.export": ["finance", "super-admin"],
  /** Who is an administrator, in which role; also to ban or delete one, or end their sessions. */
  "admins.manage": ["super-admin"],
} as const satisfies Record<string, readonly AdminRole[]>;

export type Permission = keyof typeof PERMISSIONS;

/** What decides whether a person has a permission. */
export interface Officer {
  isVerified: boolean;
  adminRole: AdminRole | undefined;
  /** When the session passed the second step; without it an administrator is a member like others. */
  secondFactorAt: Date | undefined;
}

export function roleMay(role: AdminRole, permission: Permission): boolean {
  const roles: readonly AdminRole[] = PERMISSIONS[permission];
  return roles.includes(role);
}

/** Whether somebody may do what a permission stands for; whoever is no administrator may nothing. */
export function viewerMay(
  { isVerified, adminRole, secondFactorAt }: Officer,
  permission: Permission,
): boolean {
  if (!isVerified || !adminRole || !secondFactorAt) return false;
  return roleMay(adminRole, permission);
}

const either = new Intl.ListFormat("fr", { type: "disjunction" });

/** The roles that have a permission: 'finance ou super-admin'. */
export function rolesText(permission: Permission): string {
  return either.format(PERMISSIONS[permission]);
}

/** Everything that a person may do, for what is shown to them. */
export function permissionsOf(viewer: Officer): Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((one) => viewerMay(viewer, one));
}
