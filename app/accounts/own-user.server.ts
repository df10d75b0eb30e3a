import { z } from "zod";
import {
  ACCOUNT_TYPES,
  AUTHORITY_NATURES,
  PRIVATE_ROLES,
  STRIPE_STATUSES,
  VAT_REGIMES,
} from "@models/enumerations";
import { UserModel, type User } from "@models/user";
import { standingChoice } from "~/platform/cookie-choice";
import { cookieProvider } from "~/platform/cookie-provider.server";
import { todayInParis } from "~/platform/days";
import { objectId } from "~/platform/web/fields";
import { Refusal } from "~/platform/refusal";

/** Everything about an account that its own holder may read; no hash, no code, no token. */
export const ownUserShape = z
  .object({
    _id: objectId,
    tag: z.string(),
    name: z.string(),
    lastname: z.string(),
    email: z.string(),
    type: z.enum(ACCOUNT_TYPES).optional(),
    role: z.enum(PRIVATE_ROLES).optional(),
    natureOfCollectivity: z.enum(AUTHORITY_NATURES).optional(),
    dateOfBirth: z.string().date().optional(),
    entityName: z.string().optional(),
    siret: z.string().optional(),
    RNA: z.string().optional(),
    INSEE: z.string().optional(),
    vatRegime: z.enum(VAT_REGIMES).optional(),
    vatNumber: z.string().optional(),
    phone: z.string().optional(),
    avatar: z.string().nullable().describe("Address of the picture; null shows the default one."),
    street: z.string().optional(),
    postalCode: z.string().optional(),
    city: z.string().optional(),
    country: z.string().optional(),
    isAdmin: z.boolean(),
    isVerified: z.boolean(),
    cookiesSet: z
      .boolean()
      .optional()
      .describe(
        "Whether third parties' cookies are accepted; absent while there is no choice that holds.",
      ),
    accountId: z.string().optional(),
    stripeStats: z
      .enum(STRIPE_STATUSES)
      .optional()
      .describe(
        "Of the payment account: `active` can be paid, `pending` is not done at Stripe, `restricted` is held up there.",
      ),
    spondorshipCode: z.string().optional(),
    link_id: objectId.nullable(),
    createdAt: z.string().datetime(),
    lastLogin: z.string().datetime().nullable(),
  })
  .strict();
export type OwnUser = z.infer<typeof ownUserShape>;

/** What /api answers of the caller's own account. */
export const ownUserOutput = z.object({ user: ownUserShape });

/** What `toOwnUser` needs. */
export const OWN_USER_FIELDS = [...Object.keys(ownUserShape.shape), "cookiesSetOn", "cookiesOf"];

/**
 * An account as its holder has it back from the /api paths.
 *
 * @throws Refusal("not_found")
 */
export async function ownUser(userId: string, now: Date): Promise<OwnUser> {
  const user = await UserModel.findById(userId, OWN_USER_FIELDS).lean();
  if (!user) throw new Refusal("not_found");
  return toOwnUser(user, now);
}

/** A stored account as JSON. @param user read with `OWN_USER_FIELDS` and no others */
export function toOwnUser(user: User, now: Date): OwnUser {
  const { _id, avatar, link_id: linkId, createdAt, lastLogin, ...others } = user;
  const { cookiesSet: _set, cookiesSetOn: _setOn, cookiesOf: _of, ...rest } = others;
  const cookiesSet = standingChoice(user, todayInParis(now), cookieProvider());
  return {
    ...rest,
    ...(cookiesSet !== undefined && { cookiesSet }),
    _id: _id.toString(),
    avatar: avatar ? `/images/${avatar.toString()}/320.webp` : null,
    link_id: linkId?.toString() ?? null,
    createdAt: createdAt.toISOString(),
    lastLogin: lastLogin?.toISOString() ?? null,
  };
}
