import { useFormState } from "~/platform/web/form-state";
import { WhoseField } from "~/platform/web/shown-field";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { CheckboxField } from "~/ui/choices";
import { FormSection } from "~/ui/form-section";
import { SelectField, TextField } from "~/ui/inputs";
import { PolicyLine } from "~/ui/policy-line";
import { formatDay } from "~/platform/days";
import { ofName } from "~/platform/of-name";
import { cadastreInput, taxFactsPage } from "../forms";
import type { OwnDeclarations } from "../own-declarations.server";
import { countryName, TAX_COUNTRIES } from "../tax-id";

const PATH = "/mes-parametres/revenus";
const COUNTRIES = TAX_COUNTRIES.map((code) => ({ value: code, label: countryName(code) }));

/** Who the owner is to the tax authority. */
export function TaxFactsSection({ page }: { page: OwnDeclarations }) {
  const { owner, confirmedOn } = page;
  const { field, step, values } = useFormState(taxFactsPage, "facts");
  const words = wordsFor(page);
  const { street = "", postalCode = "", city = "", country = "France" } = owner.address ?? {};
  return (
    <FormSection id="identite" title={owner.isPerson ? "Votre identité" : "Votre structure"}>
      <p>
        {confirmedOn === null
          ? "Vérifiez ces informations, complétez-les et confirmez-les."
          : `Confirmé le ${confirmedOn}. Confirmez de nouveau si quelque chose a changé.`}
      </p>
      <Form action={PATH}>
        <WhoseField />
        {page.mayBeSoleTrader ? (
          <CheckboxField
            name="soleTrader"
            label="Je suis entrepreneur individuel (micro-entreprise comprise)"
            hint="La loi vous déclare alors comme une personne."
            defaultChecked={step ? values.soleTrader !== undefined : owner.isSoleTrader}
            optional
          />
        ) : null}
        <TextField
          {...field("legalName", owner.lacksName ? undefined : owner.legalName)}
          {...words.legalName}
        />
        {owner.isPerson || page.mayBeSoleTrader ? (
          <TextField
            {...field("birthDate", owner.birthDate ? formatDay(owner.birthDate) : undefined)}
            label="Date de naissance"
            autoComplete="bday"
            {...words.birthDate}
          />
        ) : null}
        <TextField {...field("street", street)} label="Rue" autoComplete="address-line1" />
        <TextField
          {...field("postalCode", postalCode)}
          label="Code postal"
          autoComplete="postal-code"
        />
        <TextField {...field("city", city)} label="Ville" autoComplete="address-level2" />
        <TextField {...field("country", country)} label="Pays" autoComplete="country-name" />
        <SelectField
          {...field("taxCountry", owner.taxCountry ?? "FR")}
          label="Pays qui donne le numéro fiscal"
          options={COUNTRIES}
        />
        <TextField
          {...field("taxId", owner.taxId ?? undefined)}
          label="Numéro fiscal"
          hint={words.taxId}
          autoComplete="off"
          optional={owner.mayLackTaxId}
        />
        <TextField
          {...field("accountHolder", owner.accountHolder ?? undefined)}
          label="Titulaire du compte bancaire"
          hint="S’il n’est pas à votre nom."
          autoComplete="off"
        />
        <PolicyLine />
        <p>
          <Button name="intent" value="facts">
            Confirmer
          </Button>
        </p>
      </Form>
    </FormSection>
  );
}

/** What the fields say that depend on who is asked: a form without script asks of companies what it asks of persons, too. */
function wordsFor({ owner, mayBeSoleTrader }: OwnDeclarations) {
  const organisation = { label: "Raison sociale", autoComplete: "organization" };
  if (mayBeSoleTrader) {
    return {
      legalName: { ...organisation, hint: "D’un entrepreneur individuel, ses prénoms et son nom." },
      birthDate: {
        hint: "Si vous êtes entrepreneur individuel, au format JJ/MM/AAAA.",
        optional: true,
      },
      taxId:
        "En France, les 9 chiffres du SIREN ou, d’un entrepreneur individuel, les 13 chiffres de son avis d’impôt.",
    };
  }
  const birthDate = { hint: "Au format JJ/MM/AAAA.", optional: false };
  if (owner.isPerson) {
    return {
      legalName: { label: "Prénoms et nom", autoComplete: "name" },
      birthDate,
      taxId: "En France, les 13 chiffres de votre avis d’impôt.",
    };
  }
  return {
    legalName: organisation,
    birthDate,
    taxId: `En France, les 9 chiffres du SIREN${owner.mayLackTaxId ? ", si votre association en a un" : ""}.`,
  };
}

/** The cadastral reference of each property, which only its owner may know. */
export function CadastreSection({ venues }: Pick<OwnDeclarations, "venues">) {
  const { errors, values, field } = useFormState(cadastreInput, "cadastre");
  if (venues.length === 0) return null;
  return (
    <FormSection id="cadastre" title="Références cadastrales">
      <p>La loi les demande quand vous les connaissez. Elles sont sur votre taxe foncière.</p>
      {venues.map(({ id, title, city, cadastralReference }) => {
        const isTyped = values.venueId === id;
        const name = `cadastre-${id}`;
        return (
          <Form key={id} action={PATH} aria-label={title}>
            <input type="hidden" name="venueId" value={id} />
            <TextField
              {...field("cadastralReference", cadastralReference)}
              {...(isTyped ? {} : { defaultValue: cadastralReference, error: undefined })}
              id={isTyped && errors.cadastralReference ? "cadastralReference" : name}
              label={`${title}, ${city}`}
              autoComplete="off"
              optional
            />
            <p>
              <Button variant="secondary" name="intent" value="cadastre">
                Enregistrer<span className="sr-only">{` la référence ${ofName(title)}`}</span>
              </Button>
            </p>
          </Form>
        );
      })}
    </FormSection>
  );
}
