/** A year's declarations as a file: a line for each property and quarter. Pure; amounts are euros. */
import { decimalEuros, type Cents } from "~/platform/money";
import {
  EXCLUSION_LABELS,
  MISSING_LABELS,
  type Declaration,
  type PropertyYear,
  type Quarter,
} from "./declaration";
import { formatDay } from "~/platform/days";
import { natureOf } from "./owner-facts";

export interface DeclarationRow {
  declaration: Declaration;
  property: PropertyYear;
  /** From 1. */
  number: number;
  quarter: Quarter;
  /** Of the quarter, since it was filed. */
  takenBack: Cents;
  /** Those that the quarter was paid to; of one in which nothing was, those of the year. */
  accounts: readonly string[];
}

export async function* declarationRows(
  declarations: AsyncIterable<Declaration>,
): AsyncGenerator<DeclarationRow> {
  for await (const declaration of declarations) {
    for (const property of declaration.properties) {
      for (const [index, quarter] of property.quarters.entries()) {
        const takenBack = property.takenBack[index] ?? 0;
        const paidTo = property.accounts[index] ?? [];
        const accounts = paidTo.length > 0 ? paidTo : declaration.accounts;
        yield { declaration, property, number: index + 1, quarter, takenBack, accounts };
      }
    }
  }
}

const ofOwner =
  (read: (declaration: Declaration) => string | null | undefined) =>
  ({ declaration }: DeclarationRow) =>
    read(declaration);

export const DECLARATION_COLUMNS = {
  Année: ofOwner(({ year }) => year),
  Compte: ofOwner(({ owner }) => owner.id),
  Nature: ofOwner(({ owner }) => natureOf(owner)),
  "Nom ou raison sociale": ofOwner(({ owner }) => owner.legalName),
  "Date de naissance": ofOwner(({ owner }) => owner.birthDate && formatDay(owner.birthDate)),
  Rue: ofOwner(({ owner }) => owner.address?.street),
  "Code postal": ofOwner(({ owner }) => owner.address?.postalCode),
  Ville: ofOwner(({ owner }) => owner.address?.city),
  Pays: ofOwner(({ owner }) => owner.address?.country),
  NIF: ofOwner(({ owner }) => owner.taxId),
  "Pays du NIF": ofOwner(({ owner }) => owner.taxCountry),
  "SIRET, SIREN ou RNA": ofOwner(({ owner }) => owner.registration),
  "Numéro de TVA": ofOwner(({ owner }) => owner.vatNumber),
  "Compte financier": ({ accounts }: DeclarationRow) =>
    `tenu par Stripe (${accounts.join(", ") || "inconnu"})`,
  "Titulaire du compte": ofOwner(({ owner }) => owner.accountHolder ?? owner.legalName),
  Lieu: ({ property }: DeclarationRow) => property.title,
  "Adresse du lieu": ({ property }: DeclarationRow) => property.address,
  "Référence cadastrale": ({ property }: DeclarationRow) => property.cadastralReference,
  Trimestre: ({ number }: DeclarationRow) => number,
  "Jours loués": ({ quarter }: DeclarationRow) => quarter.days,
  Activités: ({ quarter }: DeclarationRow) => quarter.activities,
  "Versé (€)": ({ quarter }: DeclarationRow) => decimalEuros(quarter.paid),
  "Frais de service et commissions retenus (€)": ({ quarter }: DeclarationRow) =>
    decimalEuros(quarter.fees),
  "Repris depuis le 31 janvier suivant (€)": ({ takenBack }: DeclarationRow) =>
    decimalEuros(takenBack),
  "À déclarer": ofOwner(({ exclusion }) => (exclusion ? EXCLUSION_LABELS[exclusion] : "oui")),
  "Il manque": ofOwner(({ missing }) => missing.map((fact) => MISSING_LABELS[fact]).join(", ")),
} as const;
