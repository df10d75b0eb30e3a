import { lackingOnReceipt, type Lacking } from "~/accounts/require-identity";
import { partyOf, type ReceiptPerson } from "~/rules/receipt";
import { partyWords } from "~/rules/receipt-words";

/** In whose name the receipt of a payment is made. */
export interface ReceiptHolder {
  name: string;
  /** What stands below it: address, SIRET… */
  lines: string[];
  /** What an organisation's profile has to say before its receipt does; null: nothing, or it is a person's. */
  lacking: Lacking | null;
}

/** A buyer as a receipt of this moment would have them, that they may see it before they pay: nothing rewrites one. */
export function receiptHolder(buyer: ReceiptPerson): ReceiptHolder {
  const party = partyOf(buyer);
  const { name, lines } = partyWords(party);
  const isWithoutAddress = party.isPerson && !party.street && !party.town;
  return {
    name,
    lines: isWithoutAddress ? [...lines, "Sans adresse"] : lines,
    lacking: lackingOnReceipt(buyer),
  };
}
