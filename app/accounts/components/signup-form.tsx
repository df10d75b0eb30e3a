import type { FormState } from "~/platform/web/form-state";
import { useSite } from "~/platform/web/use-site";
import { AddressSearch } from "~/ui/address-search";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { PolicyLine } from "~/ui/policy-line";
import { summaryOf } from "~/ui/summary-of";
import { Toast, ToastRegion } from "~/ui/toast";
import { isAuthority, isMaster, type SignupKind } from "../signup-fields";
import { FormMessage } from "./form-message";
import { NewPasswordFields } from "./new-password-fields";
import { AuthorityFields, PrivateFields } from "./organisation-fields";
import { TermsField } from "./terms-field";

/**
 * The signup form of each kind: the same fields in the same order. Checked by the server alone, so
 * that people read the product's own sentences, in its order.
 */
export function SignupForm({ kind, state }: { kind: SignupKind; state: FormState }) {
  const { first, lead, errors, field } = state;
  return (
    <>
      <ErrorSummary lead={lead} issues={summaryOf(errors)} />
      {first ? (
        <div className="with-script">
          <ToastRegion>
            <Toast type="error" mustBeRead>
              {first}
            </Toast>
          </ToastRegion>
        </div>
      ) : null}
      <Form className="by-role">
        <div className="field-pair">
          <TextField {...field("name")} label="Prénom" autoComplete="given-name" />
          <TextField {...field("lastname")} label="Nom" autoComplete="family-name" />
        </div>
        <TextField {...field("email")} label="Adresse e-mail" type="email" autoComplete="email" />
        <NewPasswordFields field={field} />
        <AddressSearch maps={useSite().maps}>
          <TextField {...field("street")} label="Numéro et rue" autoComplete="address-line1" />
          <div className="field-pair">
            <TextField
              {...field("postalCode")}
              label="Code postal"
              inputMode="numeric"
              autoComplete="postal-code"
            />
            <TextField {...field("city")} label="Ville" autoComplete="address-level2" />
          </div>
          <TextField {...field("country", "France")} label="Pays" autoComplete="country-name" />
        </AddressSearch>
        {isAuthority(kind) ? (
          <AuthorityFields state={state} />
        ) : (
          <PrivateFields state={state} isMaster={isMaster(kind)} />
        )}
        <TermsField state={state} />
        <PolicyLine />
        <Button wide>{isMaster(kind) ? "Soumettre" : "S’inscrire"}</Button>
        <FormMessage message={first} />
      </Form>
    </>
  );
}
