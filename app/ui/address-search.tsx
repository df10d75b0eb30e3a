import type { ReactNode } from "react";
import { Combobox, type ComboboxProps } from "./combobox";
import { Island } from "./island";

export interface AddressSearchProps {
  /** The maps provider's public key, and whether this visitor accepts it; null without a key. */
  maps: { key: string; accepted: boolean } | null;
  /** The fields it fills, by their names: street, postalCode, city, country. They work alone. */
  children: ReactNode;
}

/** The search field's id: a page has one address to fill in at most. */
const ID = "recherche-adresse";

/**
 * A search above the plain fields of an address, which fills them. Its code comes when someone
 * reaches for the search or one of the fields.
 */
export function AddressSearch({ maps, children }: AddressSearchProps) {
  return (
    <Island
      name="address-search"
      props={{ id: ID, maps }}
      load="focus"
      control={<AddressCombobox id={ID} options={[]} active={-1} status="" />}
      className="stack stack-wide"
    >
      {children}
    </Island>
  );
}

type AddressComboboxProps = Omit<ComboboxProps, "label" | "hint" | "listLabel">;

/** The search field itself: the island renders this very HTML first, so that it can take it over. */
export function AddressCombobox(props: AddressComboboxProps) {
  return (
    <Combobox
      label="Rechercher une adresse"
      hint="Numéro et rue, ou code postal. Les champs suivants se remplissent."
      listLabel="Adresses proposées"
      {...props}
    />
  );
}
