import { UserModel } from "@models/user";
import type { Viewer } from "~/platform/viewer.server";

/** What the contact form need not ask of somebody with an account. */
export interface KnownSender {
  email: string;
  name: string;
  lastname: string;
  phone: string | undefined;
}

/** Who writes to us, as their account knows them; null for who is not logged in. */
export async function knownSender(viewer: Viewer | null): Promise<KnownSender | null> {
  if (!viewer) return null;
  const { id, email, name, lastname } = viewer;
  const account = await UserModel.findById(id, "phone").lean();
  return { email, name, lastname, phone: account?.phone };
}
