import { AuthorityFields, PrivateFields } from "~/accounts/components/organisation-fields";
import { ROLE_OPTIONS } from "~/admin/words/roles";
import { OwnPassword } from "~/admin/records/components/decision";
import { Breadcrumb } from "~/admin/records/components/record";
import { useFormState, type FormState } from "~/platform/web/form-state";
import { useSite } from "~/platform/web/use-site";
import { AddressSearch } from "~/ui/address-search";
import { Button, LinkButton } from "~/ui/button";
import { RadioGroup } from "~/ui/choices";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import { accountPage, adminPage, neededByType } from "../forms";

const HUB = "/admin/create-account";

interface AccountFormPageProps {
  title: string;
  /** A private entity or a public body. */
  type: "Entités privés" | "Collectivité";
}

/** The page that makes an account for somebody. Checked by the server alone, in the order of its messages. */
export function AccountFormPage({ title, type }: AccountFormPageProps) {
  const state = asking(useFormState(accountPage), neededByType(type));
  const { field } = state;
  return (
    <FormPage title={title} state={state}>
      <input type="hidden" name="type" value={type} />
      <NameFields state={state} />
      <AddressSearch maps={useSite().maps}>
        <TextField {...field("street")} label="Numéro et rue" autoComplete="off" />
        <div className="field-pair">
          <TextField
            {...field("postalCode")}
            label="Code postal"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextField {...field("city")} label="Ville" autoComplete="off" />
        </div>
        <TextField {...field("country", "France")} label="Pays" autoComplete="off" />
      </AddressSearch>
      {type === "Collectivité" ? (
        <AuthorityFields state={state} isOwn={false} />
      ) : (
        <PrivateFields
          state={state}
          isMaster={false}
          roleLabel="Ce compte est celui de"
          isOwn={false}
        />
      )}
    </FormPage>
  );
}

/**
 * The form with some fields not marked optional, as on a signup they are: here the server wants them. Nor are they
 * required of the browser, which cannot tell which role wants which.
 */
function asking(state: FormState, needed: ReadonlySet<string>): FormState {
  return {
    ...state,
    field: (name, fallback) => ({
      ...state.field(name, fallback),
      ...(needed.has(name) && { optional: false, required: false }),
    }),
  };
}

/** The page that makes an administrator. */
export function AdminFormPage() {
  const state = useFormState(adminPage);
  return (
    <FormPage title="Créer un compte d’administration" state={state}>
      <NameFields state={state} />
      <RadioGroup
        label="Rôle"
        name="adminRole"
        value={state.field("adminRole", "lecture").defaultValue}
        error={state.errors.adminRole}
        options={ROLE_OPTIONS}
      />
      <OwnPassword state={state} />
    </FormPage>
  );
}

interface FormPageProps {
  title: string;
  state: FormState;
  children: React.ReactNode;
}

function FormPage({ title, state, children }: FormPageProps) {
  return (
    <>
      <ErrorSummary lead={state.lead} issues={summaryOf(state.errors)} />
      <div className="stack">
        <Breadcrumb href={HUB} list="Créer un compte" name={title} />
        <h1>{title}</h1>
        <p className="muted">
          La personne reçoit par e-mail un lien, valable sept jours, pour choisir son mot de passe.
        </p>
      </div>
      <Form className="by-role max-w-formulaire">
        {children}
        <div className="row">
          <Button>Créer le compte</Button>
          <LinkButton variant="secondary" href={HUB}>
            Retour
          </LinkButton>
        </div>
      </Form>
    </>
  );
}

function NameFields({ state: { field } }: { state: FormState }) {
  return (
    <>
      <div className="field-pair">
        <TextField {...field("name")} label="Prénom" autoComplete="off" />
        <TextField {...field("lastname")} label="Nom" autoComplete="off" />
      </div>
      <TextField {...field("email")} label="Adresse e-mail" type="email" autoComplete="off" />
    </>
  );
}
