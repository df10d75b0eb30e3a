import type { FormState } from "~/platform/web/form-state";
import { CheckboxField } from "~/ui/choices";

/** The box by which somebody accepts the conditions. */
export function TermsField({ state: { errors, values } }: { state: FormState }) {
  return (
    <CheckboxField
      name="CGU"
      error={errors.CGU}
      defaultChecked={values.CGU !== undefined}
      label={
        <>
          J’accepte les <a href="/CGU">C.G.U.</a> et j’ai 18&nbsp;ans ou plus
        </>
      }
    />
  );
}
