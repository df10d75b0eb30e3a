import { UserModel, type User } from "@models/user";
import { Refusal } from "~/platform/web/refusal";

/** Everything about an account that its own holder may read; no hash, no code, no token. */
const FIELDS =
  "tag name lastname email type role natureOfCollectivity dateOfBirth entityName siret RNA INSEE phone avatar street postalCode city country isAdmin isVerified cookiesSet accountId stripeStats spondorshipCode link_id createdAt lastLogin";

export type OwnUser = Omit<
  User,
  | "_id"
  | "avatar"
  | "link_id"
  | "createdAt"
  | "lastLogin"
  | "passwordHash"
  | "stripeCustomerId"
  | "verification"
  | "reset"
  | "masterStatus"
  | "masterRefusal"
  | "termsAcceptedAt"
  | "bannedAt"
  | "deletedAt"
  | "lock"
> & {
  _id: string;
  /** Address of the picture; null shows the default one. */
  avatar: string | null;
  link_id: string | null;
  createdAt: string;
  lastLogin: string | null;
};

/**
 * An account as its holder has it back from the /api paths.
 *
 * @throws Refusal("not_found")
 */
export async function ownUser(userId: string): Promise<OwnUser> {
  const user = await UserModel.findById(userId, FIELDS).lean();
  if (!user) throw new Refusal("not_found");
  const { _id, avatar, link_id: linkId, createdAt, lastLogin, ...rest } = user;
  return {
    ...rest,
    _id: _id.toString(),
    avatar: avatar ? `/images/${avatar.toString()}/320.webp` : null,
    link_id: linkId?.toString() ?? null,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}
