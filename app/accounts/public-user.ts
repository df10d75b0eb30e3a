import type { User } from "@models/user";

/** What an account shows to others on the /api paths, and nothing more. */
export interface PublicUser {
  _id: string;
  name: string;
  /** First letter of the last name. */
  lastname: string;
  /** Address of the picture; null shows the default one. */
  avatar: string | null;
  createdAt: string;
}

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
