/** The signups as calls: the same for pages and /api but for what is answered. */
import { targetParam } from "~/platform/web/fields";
import { pageForm } from "~/platform/web/page-action.server";
import { safePath } from "~/platform/web/safe-path";
import { signUp } from "./sign-up.server";
import { isMaster, type SignupKind } from "./signup-fields";
import { signupFrom, signupInput, signupPayload } from "./signup-rules";
import { surroundings } from "./surroundings.server";

/** The form of one of the four signup pages. `vers`: the page that was wanted, where the code leads on to. */
export function signupForm(kind: SignupKind) {
  return pageForm({
    access: "public",
    params: targetParam,
    limit: "signup",
    failure: "signup",
    input: signupInput(kind, surroundings),
    async run({ input, params: { vers }, session, now }) {
      await signUp(signupFrom(kind, input), { session, target: safePath(vers), now });
      return { to: "/verification-email", ...(isMaster(kind) && { toast: SUBMITTED }) };
    },
  });
}

const SUBMITTED =
  "Votre soumission est enregistrée. Une fois votre e-mail vérifié, un administrateur l’examine.";

export const plainSignupInput = signupPayload("plain", surroundings);
export const masterSignupInput = signupPayload("master", surroundings);
