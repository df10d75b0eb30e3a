import { useFormState } from "~/platform/web/form-state";
import { useSite } from "~/platform/web/use-site";
import { ShownField, WhoseField } from "~/platform/web/shown-field";
import { AddressSearch } from "~/ui/address-search";
import { Button, LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { TextField } from "~/ui/inputs";
import { addressInput, type Address } from "../profile-rules";

const EDIT = "/profil?modifier=coordonnees";

interface AddressSectionProps {
  address: Partial<Address>;
  /** What the form sends back of it: `versionOfFields`. */
  version: string;
  isEdited: boolean;
}

/** Where someone lives, to read or to change; '/profil#coordonnees' leads here. */
export function AddressSection({ isEdited, ...shown }: AddressSectionProps) {
  const { errors } = useFormState(addressInput, "address");
  return (
    <FormSection id="coordonnees" title="Mes coordonnées">
      {!isEdited || errors.version ? <AddressFacts address={shown.address} /> : null}
      {isEdited ? <AddressForm {...shown} /> : null}
    </FormSection>
  );
}

function AddressFacts({ address }: { address: Partial<Address> }) {
  return (
    <>
      <Facts
        facts={[
          { label: "Rue", value: address.street ?? "—" },
          { label: "Code postal", value: address.postalCode ?? "—" },
          { label: "Ville", value: address.city ?? "—" },
          { label: "Pays", value: address.country ?? "—" },
        ]}
      />
      <p>
        <LinkButton variant="secondary" icon="crayon" href={`${EDIT}#coordonnees`}>
          Modifier<span className="sr-only"> mes coordonnées</span>
        </LinkButton>
      </p>
    </>
  );
}

function AddressForm({ address, version }: Omit<AddressSectionProps, "isEdited">) {
  const { field } = useFormState(addressInput, "address");
  return (
    <Form className="max-w-formulaire" action={EDIT}>
      <WhoseField />
      <ShownField name="version" value={version} />
      <AddressSearch maps={useSite().maps}>
        <TextField {...field("street", address.street)} label="Rue" autoComplete="address-line1" />
        <div className="field-pair">
          <TextField
            {...field("postalCode", address.postalCode)}
            label="Code postal"
            autoComplete="postal-code"
          />
          <TextField {...field("city", address.city)} label="Ville" autoComplete="address-level2" />
        </div>
        <TextField
          {...field("country", address.country ?? "France")}
          label="Pays"
          autoComplete="country-name"
        />
      </AddressSearch>
      <div className="row">
        <Button name="intent" value="address">
          Sauvegarder
        </Button>
        <LinkButton variant="secondary" href="/profil#coordonnees">
          Annuler
        </LinkButton>
      </div>
    </Form>
  );
}
