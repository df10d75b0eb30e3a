import { useFormState } from "./form-state";
import { useSite } from "./use-site";
import { WHOSE } from "./whose";

/**
 * What a form says of what its page showed. It stays over a refusal, until the one who sends it was told that it is true
 * no more.
 */
export function ShownField({ name, value }: { name: string; value: string | null | undefined }) {
  const { errors, values } = useFormState(null);
  const shown = (errors[name] === undefined ? values[name] : undefined) ?? value;
  return shown ? <input type="hidden" name={name} value={shown} /> : null;
}

/** Whose page a form about oneself stands on (`mine` of its description). */
export function WhoseField() {
  return <ShownField name={WHOSE} value={useSite().viewerId} />;
}
