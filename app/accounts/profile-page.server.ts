import type { AccountType, AuthorityNature, PrivateRole, VatRegime } from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { formatDay, parisDayOf } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { mayLackRna } from "~/rules/registry-number";
import type { Address, Identity } from "./profile-rules";
import { ADDRESS_FIELDS, IDENTITY_FIELDS, versionOfFields } from "./profile-version.server";
import { isVatUnconfirmed, vatText } from "./vat-text";

/** An account as its holder sees it on the profile. */
export interface ProfilePage {
  fullName: string;
  email: string;
  avatarId: string | null;
  isAdmin: boolean;
  /** Absent for administrators. */
  type: AccountType | null;
  /** 'Entreprise', 'Commune'…; null for administrators. */
  status: PrivateRole | AuthorityNature | AccountType | null;
  /** Its regime of VAT is absent, too, while it is to be confirmed. */
  identity: Identity;
  /** The regime that is recorded, and was never said by its holder. */
  unsaidVat: VatRegime | null;
  /** 'Assujetti à la TVA'; null of whom has no regime. */
  vat: string | null;
  address: Partial<Address>;
  /** Of both, as their forms send them back: `versionOfFields`. */
  versions: { identity: string; address: string };
  /** Whether an association at this address may have no RNA. */
  mayLackRna: boolean;
  /** DD/MM/YYYY. */
  since: string;
}

/** The profile of an account. @throws Refusal("not_found") */
export async function profilePage(userId: string): Promise<ProfilePage> {
  const fields = [
    ...IDENTITY_FIELDS,
    ...ADDRESS_FIELDS,
    "vatRegimeAt email avatar isAdmin type createdAt",
  ];
  const user = await UserModel.findById(userId, fields.join(" ")).lean();
  if (!user) throw new Refusal("not_found");
  const isUnsaid = isVatUnconfirmed(user);
  return {
    fullName: `${user.name} ${user.lastname}`,
    email: user.email,
    avatarId: user.avatar?.toString() ?? null,
    isAdmin: user.isAdmin,
    type: user.type ?? null,
    status: user.role ?? user.natureOfCollectivity ?? user.type ?? null,
    // Else whoever changes their telephone would say it.
    identity: { ...picked(user, IDENTITY_FIELDS), ...(isUnsaid && { vatRegime: undefined }) },
    unsaidVat: isUnsaid ? (user.vatRegime ?? null) : null,
    vat: vatText(user),
    address: picked(user, ADDRESS_FIELDS),
    versions: {
      identity: versionOfFields(user, IDENTITY_FIELDS),
      address: versionOfFields(user, ADDRESS_FIELDS),
    },
    mayLackRna: mayLackRna(user.postalCode ?? ""),
    since: formatDay(parisDayOf(user.createdAt)),
  };
}

function picked<Name extends keyof User>(user: User, names: readonly Name[]): Pick<User, Name> {
  return Object.fromEntries(names.map((name) => [name, user[name]])) as Pick<User, Name>;
}
