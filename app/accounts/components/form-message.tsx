import { Icon } from "~/ui/icon";

/**
 * What a refused form says first, in red at its button, where the eye is after pressing it.
 * The error summary above the form is what assistive technology is told.
 */
export function FormMessage({ message }: { message: string | undefined }) {
  return message ? (
    <p className="field-error">
      <Icon name="alerte" size={20} />
      <span>{message}</span>
    </p>
  ) : null;
}
