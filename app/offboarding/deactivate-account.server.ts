import { confirmPassword } from "~/accounts/confirm-password.server";
import { Refusal } from "~/platform/refusal";
import type { RequestSession } from "~/platform/session.server";
import type { Viewer } from "~/platform/viewer.server";
import { closeAccount } from "./close-account.server";

/**
 * Closes someone's own account ('Désactiver mon compte') once they have given their password again,
 * and logs them out. Administrators stay: the back-office must not be left without one.
 *
 * @throws Refusal("admin_stays" | "wrong_password" | "too_many"), and those of `closeAccount`
 */
export async function deactivateAccount(
  viewer: Pick<Viewer, "id" | "isAdmin">,
  password: string,
  { session, now }: { session: RequestSession; now: Date },
): Promise<void> {
  if (viewer.isAdmin) throw new Refusal("admin_stays");
  await confirmPassword(viewer.id, password, session);
  await closeAccount(viewer.id, now);
  await session.end();
}
