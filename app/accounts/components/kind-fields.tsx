import {
  AUTHORITY_NATURES,
  shownAs,
  VAT_REGIME_LABELS,
  VAT_REGIMES,
  type AccountType,
  type PrivateRole,
  type VatRegime,
} from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { vatRegimeOf } from "~/rules/vat";
import { CheckboxField } from "~/ui/choices";
import { SelectField, TextField } from "~/ui/inputs";
import { hasField, kindFields } from "../identity-fields";
import { isOptional, type Identity } from "../profile-rules";

const FIELDS = {
  entityName: { label: "Nom de la structure", autoComplete: "organization" },
  siret: { label: "SIRET", hint: "14 chiffres", inputMode: "numeric" },
  INSEE: { label: "INSEE", hint: "Numéro SIREN, 9 chiffres", inputMode: "numeric" },
  RNA: { label: "RNA", hint: "W suivi de 9 caractères" },
  dateOfBirth: { label: "Date de naissance", type: "date", autoComplete: "bday" },
  phone: { label: "Téléphone", type: "tel", autoComplete: "tel" },
} as const;

interface KindFieldsProps {
  type: AccountType | undefined;
  role: PrivateRole | undefined;
  identity: Partial<Identity>;
  /** The regime of VAT that is recorded, and was never said; default: none is. */
  unsaidVat?: VatRegime | null;
  /** Offers associations of Alsace-Moselle to have no RNA. */
  mayLackRna: boolean;
  state: FormState;
}

/** The fields of an identity that only some kinds of account have. */
export function KindFields(props: KindFieldsProps) {
  const { type, role, identity, unsaidVat, mayLackRna, state } = props;
  const fields = kindFields(type, role);
  const begun = begunWith(identity, role);
  const offersNoRna = mayLackRna && fields.includes("RNA");
  return (
    <>
      {type === "Collectivité" ? (
        <SelectField
          {...state.field("natureOfCollectivity", identity.natureOfCollectivity)}
          label="Nature de la collectivité"
          placeholder="Choisissez…"
          optional={false}
          options={AUTHORITY_NATURES.map((nature) => ({ value: nature, label: shownAs(nature) }))}
        />
      ) : null}
      {fields.map((field) => (
        <TextField
          key={field}
          {...state.field(field, begun[field])}
          {...FIELDS[field]}
          optional={isOptional(type, role, field) || (field === "RNA" && mayLackRna)}
        />
      ))}
      {offersNoRna ? (
        <CheckboxField
          name="withoutRna"
          label="Mon association, d’Alsace ou de Moselle, n’a pas de RNA"
          defaultChecked={state.step ? state.values.withoutRna !== undefined : !identity.RNA}
          optional
        />
      ) : null}
      {hasField(type, role, "vatRegime") ? (
        <>
          <SelectField
            {...state.field("vatRegime", begun.vatRegime)}
            label="Régime de TVA"
            hint="Il est écrit sur les reçus de vos prochaines locations. Si vous êtes assujetti, la TVA du loyer est de 20&nbsp;%, ou de 8,5&nbsp;% en Guadeloupe, en Martinique et à La Réunion&nbsp;; il n’y en a pas en Guyane ni à Mayotte."
            optional={false}
            {...(begun.vatRegime ? {} : undecided(type, identity.role === role && unsaidVat))}
            options={VAT_REGIMES.map((regime) => ({
              value: regime,
              label: VAT_REGIME_LABELS[regime],
            }))}
          />
          <TextField
            {...state.field("vatNumber", begun.vatNumber)}
            label="Numéro de TVA"
            hint="Si vous êtes assujetti&nbsp;: FR et 11 caractères."
            autoComplete="off"
            optional={false}
            required={false}
          />
        </>
      ) : null}
    </>
  );
}

/** What a role's form begins with: of another role than the recorded one without the numbers, which are the former organisation's. */
function begunWith(identity: Partial<Identity>, role: PrivateRole | undefined): Partial<Identity> {
  if (identity.role === role) return identity;
  const former = { siret: undefined, INSEE: undefined, RNA: undefined, vatRegime: undefined };
  return { ...identity, ...former, vatNumber: undefined };
}

/** A regime that nobody said stays unsaid until one is chosen: the first save of a name would say what is assumed. */
function undecided(type: AccountType | undefined, recorded: VatRegime | null | false = null) {
  const [how, regime] = recorded ? ["enregistré", recorded] : ["supposé", vatRegimeOf({ type })];
  const label = VAT_REGIME_LABELS[regime];
  return { placeholder: `Je ne sais pas encore (${how}\u00a0: ${label})`, required: false };
}
