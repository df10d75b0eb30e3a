import type { FieldIssue } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

/** The fields that share the message 'Veuillez remplir tous les champs obligatoires.'. */
const LABELS: Readonly<Record<string, string>> = {
  name: "Prénom",
  lastname: "Nom",
  email: "Adresse e-mail",
  password: "Mot de passe",
  passwordConfirmation: "Confirmation du mot de passe",
  street: "Numéro et rue",
  postalCode: "Code postal",
  city: "Ville",
  country: "Pays",
  entityName: "Nom de la collectivité",
  INSEE: "Numéro INSEE",
};

/** The summary of a refused signup: where one message concerns several fields, each is named. */
export function signupIssues(errors: Readonly<Record<string, string>>): FieldIssue[] {
  const issues = summaryOf(errors);
  const isShared = (message: string) =>
    issues.filter((issue) => issue.message === message).length > 1;
  return issues.map(({ field, message }) => {
    const label = field && LABELS[field];
    return label && isShared(message)
      ? { field, message: `${message} (${label})` }
      : { field, message };
  });
}
