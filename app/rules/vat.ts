/** VAT: how an owner stands with it, at which rates a document has it, and why its rent has none. Pure. */
import type { UntaxedReason, VatRegime } from "@models/enumerations";
import type { Receipt } from "@models/receipt";
import type { User } from "@models/user";
import { proportion, type Cents } from "~/platform/money";
import { isPersons } from "./declared-owner";

/** Rates are in hundredths, with one decimal at most: those of documents to come. Each keeps its own. */
export const FEE_VAT_PERCENT = 20;
const RENT_VAT_PERCENT = 20;

/** Where a rent has another rate (CGI, articles 294 and 296), by how postal codes begin; the first that fits. */
const TERRITORIES: readonly { codes: RegExp; percent: number; untaxed?: UntaxedReason }[] = [
  // Saint-Barthélemy, Saint-Martin, Saint-Pierre-et-Miquelon and the Pacific. 98000 is Monaco, which has France's VAT.
  { codes: /^(?:97133|97150|97[578]|98[4-9])/, percent: 0, untaxed: "abroad" },
  // Guyane, Mayotte.
  { codes: /^97[36]/, percent: 0, untaxed: "untaxed department" },
  // Guadeloupe, Martinique, La Réunion.
  { codes: /^97[124]/, percent: 8.5 },
];

type Taxpayer = Pick<User, "type" | "role" | "vatRegime">;

/**
 * How somebody stands with VAT: what they said or, until then, what is assumed of their kind. Private persons have no regime,
 * and `franchise` stands for that.
 */
export function vatRegimeOf({ type, vatRegime }: Taxpayer): VatRegime {
  return vatRegime ?? (type === "Collectivité" ? "hors champ" : "franchise");
}

/**
 * What a document keeps of the VAT on its rent.
 *
 * @param owner undefined: gone, and nobody knows which they were
 * @param postalCode of the place that is let, which decides the rate; undefined: gone
 */
export function rentTax(
  owner: Taxpayer | undefined,
  postalCode = "",
): Pick<Receipt, "vatRegime" | "rentVatPercent" | "untaxed"> {
  const vatRegime = vatRegimeOf(owner ?? {});
  const { percent = RENT_VAT_PERCENT, untaxed: byPlace } =
    TERRITORIES.find(({ codes }) => codes.test(postalCode)) ?? {};
  const isTaxed = vatRegime === "assujetti";
  const ofOwner = (regime: Untaxed) => (owner ? untaxedBy(regime, owner) : "franchise");
  const untaxed = isTaxed ? byPlace : ofOwner(vatRegime);
  return { vatRegime, rentVatPercent: isTaxed ? percent : 0, ...(untaxed && { untaxed }) };
}

/**
 * Why who is not liable charges no VAT. 256 B is the article of public bodies alone; of the exemptions, that of their
 * services is taken for associations (261, 7-1°) and that of bare premises for all others (261 D, 2°).
 */
function untaxedBy(regime: Untaxed, owner: Taxpayer): UntaxedReason {
  switch (regime) {
    case "hors champ":
      return owner.type === "Collectivité" ? "public body" : "out of scope";
    case "exonéré":
      return owner.role === "Association" ? "association" : "bare premises";
    case "franchise":
      return isPersons(owner) ? "person" : "franchise";
  }
}

type Untaxed = Exclude<VatRegime, "assujetti">;

/** What a document has kept of its rates. */
export type KeptVat = Pick<
  Receipt,
  "vatRegime" | "rentVatPercent" | "feeVatPercent" | "vatPercent"
>;

/** The rates that a document was made with. Those from before any was kept have 20, whatever the rate is today. */
export function vatPercentsOf({
  vatRegime,
  vatPercent = 20,
  feeVatPercent = vatPercent,
  rentVatPercent = vatRegime === "assujetti" ? vatPercent : 0,
}: KeptVat): { rent: number; fee: number } {
  return { rent: rentVatPercent, fee: feeVatPercent };
}

/** The VAT contained in an amount. @param percent with one decimal at most */
export function vatIn(amount: Cents, percent: number): Cents {
  const thousandths = Math.round(percent * 10);
  return proportion(amount, thousandths, 1000 + thousandths);
}
