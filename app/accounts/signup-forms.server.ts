import { todayInParis } from "~/platform/days";
import { orderedSchema, type Checked } from "~/platform/web/ordered-schema";
import { isCommonPassword } from "./common-passwords.server";
import { SIGNUP_FIELDS, type Signup, type SignupFields, type SignupKind } from "./signup-fields";
import { checkSignup } from "./signup-rules";

function check(kind: SignupKind, fields: SignupFields): Checked<Signup> {
  return checkSignup(kind, fields, { today: todayInParis(new Date()), isCommonPassword });
}

/** The form of one of the four signup pages. */
export function signupForm(kind: SignupKind) {
  return orderedSchema(SIGNUP_FIELDS, (fields) => check(kind, fields));
}

/**
 * The payload of /api/auth/signup and signup-master, whose `type` says which form it is. It has no
 * confirmation of the password: whoever calls has asked for it.
 */
export function signupPayload(account: "plain" | "master") {
  return orderedSchema([...SIGNUP_FIELDS, "type"], ({ type, ...fields }): Checked<Signup> => {
    const prefix = account === "master" ? "master-" : "";
    const entity =
      type === "Entités privés" ? "private" : type === "Collectivité" ? "authority" : null;
    if (!entity) {
      return {
        issues: [{ field: "type", message: "Choisissez Entités privées ou Collectivité." }],
      };
    }
    return check(`${prefix}${entity}`, {
      ...fields,
      passwordConfirmation: fields.passwordConfirmation ?? fields.password,
    });
  });
}
