import { STRENGTH_CHECKS } from "~/accounts/password-strength";
import { AddressSearch } from "~/ui/address-search";
import { CodeField, TextField } from "~/ui/inputs";
import { PasswordMeter } from "~/ui/password-meter";
import type { Component } from "./example";

/** What scripts add to single fields. */
export const helpExamples: Component = {
  props: {
    "PasswordMeter.field": "id of the new password’s input, and its confirmation’s beside it",
    "PasswordMeter.checks": "what is ticked while it is typed",
    CodeField: "as a field; six boxes that send the form after the last digit",
    "AddressSearch.maps":
      "the maps provider’s key, and whether it is accepted, or null for the national addresses",
    "AddressSearch.children": "the fields that it fills: street, postalCode, city, country",
  },
  examples: [
    {
      name: "password-meter",
      show: () => (
        <>
          <TextField
            label="New password"
            name="newPassword"
            type="password"
            autoComplete="new-password"
            describedBy="newPassword-criteres"
          />
          <PasswordMeter
            field="newPassword"
            confirmation="newPasswordAgain"
            checks={STRENGTH_CHECKS.map(({ id, label }) => ({ id, label }))}
          />
          <TextField
            label="The same again"
            name="newPasswordAgain"
            type="password"
            autoComplete="new-password"
          />
        </>
      ),
    },
    {
      name: "code-boxes",
      show: () => (
        <CodeField label="Code" name="code" hint="Six digits; the last one sends the form." />
      ),
    },
    {
      name: "address-search",
      show: () => (
        <AddressSearch maps={null}>
          <TextField label="Street" name="street" />
          <TextField label="Postal code" name="postalCode" />
          <TextField label="Town" name="city" id="town" />
        </AddressSearch>
      ),
    },
  ],
};
