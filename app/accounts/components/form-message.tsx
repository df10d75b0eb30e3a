import { Icon } from "~/ui/icon";

/**
 * The first message of a refused form, in red under its button, where the eye is after pressing it.
 * The error summary above the form is what assistive technology is told.
 */
export function FormMessage({ errors }: { errors: Readonly<Record<string, string>> }) {
  const [first] = Object.values(errors);
  return first ? (
    <p className="field-error">
      <Icon name="alerte" size={20} />
      <span>{first}</span>
    </p>
  ) : null;
}
