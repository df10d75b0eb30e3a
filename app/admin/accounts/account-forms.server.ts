/** The creation of accounts as calls: the same for pages and /api but for what is answered. */
import { surroundings } from "~/accounts/surroundings.server";
import type { InputData } from "~/platform/web/input";
import { pageForm } from "~/platform/web/page-action.server";
import { actorOf } from "../audit/actor.server";
import { createAccount } from "./create-account.server";
import { accountInput, adminInput } from "./forms";

export const newAccountInput = accountInput(surroundings);
export const newAdminInput = adminInput(surroundings);

const DONE = {
  user: "Compte utilisateur réalisé avec succès\u00a0!",
  master: "Compte master réalisé avec succès\u00a0!",
} as const;

/** The form of one of the four pages. */
export function accountForm(as: "user" | "master") {
  return pageForm({
    access: "people.create",
    input: newAccountInput,
    failure: "creation",
    async run(call) {
      await createAccount({ actor: actorOf(call), account: call.input, as, now: call.now });
      return { to: "/admin", toast: DONE[as] };
    },
  });
}

/** The administrator that a call says, of the page or of /api. */
export function adminCreationOf(
  call: Parameters<typeof actorOf>[0] & { input: InputData<typeof newAdminInput> },
) {
  const { currentPassword, ...account } = call.input;
  return { actor: actorOf(call), account, as: "admin" as const, currentPassword };
}

/** The form of an administrator's account. */
export const adminForm = pageForm({
  access: "admins.manage",
  input: newAdminInput,
  failure: "creation",
  async run(call) {
    await createAccount({ ...adminCreationOf(call), now: call.now });
    return { to: "/admin", toast: "Compte administrateur réalisé avec succès\u00a0!" };
  },
});
