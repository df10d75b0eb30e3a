import type { FormState } from "~/platform/web/form-state";
import { INCOMPLETE } from "../signup-rules";

/** What to write in the fields whose absence is told in one sentence for all. */
const MISSING: Readonly<Record<string, string>> = {
  name: "Saisissez votre prénom.",
  lastname: "Saisissez votre nom.",
  email: "Saisissez votre adresse e-mail.",
  password: "Saisissez un mot de passe.",
  passwordConfirmation: "Saisissez le mot de passe une seconde fois.",
  street: "Saisissez le numéro et la rue.",
  postalCode: "Saisissez le code postal.",
  city: "Saisissez la ville.",
  country: "Saisissez le pays.",
  entityName: "Saisissez le nom de la collectivité.",
  INSEE: "Saisissez le numéro INSEE.",
};

type Errors = FormState["errors"];

/**
 * A refused signup as it is told: the sentence about all that is missing once, above the summary, and at each field,
 * as in its link, what to write there.
 */
export function toldErrors(errors: Errors): { lead: string | undefined; errors: Errors } {
  const told = Object.entries(errors).map(([field, message]): [string, string] => [
    field,
    INCOMPLETE.includes(message) ? (MISSING[field] ?? message) : message,
  ]);
  const [first] = Object.values(errors);
  return { lead: first === told[0]?.[1] ? undefined : first, errors: Object.fromEntries(told) };
}
