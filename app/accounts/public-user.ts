import { z } from "zod";
import type { User } from "@models/user";
import { objectId } from "~/platform/web/fields";

/** What an account shows to others on the /api paths, and nothing more. */
export const publicUserShape = z
  .object({
    _id: objectId,
    name: z.string(),
    /** First letter of the last name. */
    lastname: z.string(),
    /** Address of the picture; null shows the default one. */
    avatar: z.string().nullable(),
    createdAt: z.string().datetime(),
  })
  .strict();
export type PublicUser = z.infer<typeof publicUserShape>;

export function publicUser(
  user: Pick<User, "_id" | "name" | "lastname" | "avatar" | "createdAt">,
): PublicUser {
  return {
    _id: user._id.toString(),
    name: user.name,
    lastname: user.lastname.slice(0, 1),
    avatar: user.avatar ? `/images/${user.avatar.toString()}/320.webp` : null,
    createdAt: user.createdAt.toISOString(),
  };
}
