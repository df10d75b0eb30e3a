import { z } from "zod";
import type { User } from "@models/user";
import { objectId } from "~/platform/web/fields";
import { firstLetter } from "./display-name";

/** What an account shows to others on the /api paths, and nothing more. */
export const publicUserShape = z
  .object({
    _id: objectId,
    name: z.string().describe("The first name; of an organisation its own."),
    lastname: z.string().describe("First letter of the last name; nothing of an organisation."),
    avatar: z.string().nullable().describe("Address of the picture; null shows the default one."),
    createdAt: z.string().datetime(),
  })
  .strict();
export type PublicUser = z.infer<typeof publicUserShape>;

/** What is read of an account for that. */
export const PUBLIC_FIELDS = [
  "_id",
  "name",
  "lastname",
  "entityName",
  "avatar",
  "createdAt",
] as const;

export type ShownAccount = Pick<User, (typeof PUBLIC_FIELDS)[number]>;

export function publicUser(user: ShownAccount): PublicUser {
  return {
    _id: user._id.toString(),
    name: user.entityName ?? user.name,
    // Who an organisation's contact person is stays its own.
    lastname: user.entityName === undefined ? firstLetter(user.lastname) : "",
    avatar: user.avatar ? `/images/${user.avatar.toString()}/320.webp` : null,
    createdAt: user.createdAt.toISOString(),
  };
}
