import { AUTHORITY_NATURES, PRIVATE_ROLES, shownAs } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { CheckboxField, RadioGroup } from "~/ui/choices";
import { TextField } from "~/ui/inputs";

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** What plain and master forms say of the numbers; a master may leave each of them empty. */
const NUMBERS = {
  plain: {
    siret: "14 chiffres. Obligatoire pour une entreprise, facultatif pour une association.",
    RNA: "Pour une association\u00a0: W suivi de 9 caractères.",
  },
  master: {
    siret: "14 chiffres.",
    RNA: "Pour une association\u00a0: 9 caractères, sans compter le W s’il y en a un.",
  },
} as const;

interface OwnershipProps {
  /** Whether who fills them in is who they are about: a browser then offers what it knows of them. */
  isOwn?: boolean;
}

/** What a browser may fill in: of whoever uses it, nothing of anybody else. */
const filledWith = (token: string, isOwn: boolean) => (isOwn ? token : "off");

/**
 * What each role of a private entity is asked. A number that one role must give and another may not
 * have is marked neither way: its hint says whose it is. Every group says who it is for; where the browser
 * can, those of the other roles step aside (`.by-role`).
 */
export function PrivateFields({
  state: { errors, field, values },
  isMaster,
  roleLabel = "Vous êtes",
  isOwn = true,
}: OwnershipProps & {
  state: FormState;
  isMaster: boolean;
  roleLabel?: string;
}) {
  const hints = NUMBERS[isMaster ? "master" : "plain"];
  const mark = isMaster ? { optional: true } : { optional: false, required: false };
  return (
    <>
      <RadioGroup
        label={roleLabel}
        name="role"
        error={errors.role}
        value={one(values.role) ?? "Particulier"}
        options={PRIVATE_ROLES.map((role) => ({ value: role, label: role }))}
      />
      <fieldset className="stack for-individuals">
        <legend className="sr-only">Particulier</legend>
        <TextField
          {...field("dateOfBirth")}
          label="Date de naissance"
          hint="Pour un particulier, au format JJ/MM/AAAA."
          autoComplete={filledWith("bday", isOwn)}
        />
      </fieldset>
      <fieldset className="stack for-organisations">
        <legend className="sr-only">Entreprise ou association</legend>
        <TextField
          {...field("entityName")}
          label="Nom de la structure"
          hint="Pour une entreprise ou une association."
          autoComplete={filledWith("organization", isOwn)}
        />
        <TextField
          {...field("siret")}
          label="Numéro SIRET"
          hint={hints.siret}
          inputMode="numeric"
          autoComplete="off"
          {...mark}
        />
        <TextField
          {...field("INSEE")}
          label="Numéro INSEE"
          hint="9 chiffres&nbsp;: le SIREN de la structure."
          inputMode="numeric"
          autoComplete="off"
        />
      </fieldset>
      <PhoneField field={field} isOwn={isOwn} />
      <fieldset className="stack for-associations">
        <legend className="sr-only">Association</legend>
        <TextField
          {...field("RNA")}
          label="Numéro RNA"
          hint={hints.RNA}
          autoComplete="off"
          {...mark}
        />
        {isMaster ? null : (
          <CheckboxField
            name="withoutRna"
            label="Sans RNA&nbsp;: association d’Alsace-Moselle (57, 67, 68)"
            defaultChecked={values.withoutRna !== undefined}
            optional
          />
        )}
      </fieldset>
    </>
  );
}

/** What public bodies are asked. */
export function AuthorityFields({
  state: { errors, field, values },
  isOwn = true,
}: OwnershipProps & { state: FormState }) {
  return (
    <>
      <TextField
        {...field("entityName")}
        label="Nom de la collectivité"
        autoComplete={filledWith("organization", isOwn)}
      />
      <TextField
        {...field("siret")}
        label="Numéro SIRET"
        hint="14 chiffres."
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...field("INSEE")}
        label="Numéro INSEE"
        hint="9 chiffres&nbsp;: le SIREN de la collectivité."
        inputMode="numeric"
        autoComplete="off"
      />
      <PhoneField field={field} isOwn={isOwn} />
      <RadioGroup
        label="Nature de la collectivité"
        name="natureOfCollectivity"
        error={errors.natureOfCollectivity}
        value={one(values.natureOfCollectivity) ?? "Commune"}
        options={AUTHORITY_NATURES.map((nature) => ({
          value: nature,
          label: shownAs(nature),
        }))}
      />
    </>
  );
}

function PhoneField({ field, isOwn }: { field: FormState["field"]; isOwn: boolean }) {
  return (
    <TextField
      {...field("phone")}
      label="Téléphone"
      type="tel"
      autoComplete={filledWith("tel", isOwn)}
    />
  );
}
