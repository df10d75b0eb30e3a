import { Types } from "mongoose";
import { UserModel, type User } from "@models/user";
import { TaxFactsModel } from "@models/tax-facts";
import { VenueModel } from "@models/venue";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import {
  isPersons,
  mayBeSoleTrader,
  mayLackTaxId,
  numberOf,
  sirenIn,
} from "~/rules/declared-owner";
import { taxFactsInput, type TaxFactsGiven } from "./forms";
import { readTaxId } from "./tax-id";

/** The form, which knows today. */
export const taxFactsForm = taxFactsInput(() => todayInParis(new Date()));

/**
 * Keeps what an owner confirms for the tax authority, with the numbers that their account has now. An account that is
 * closed meanwhile gets none: what it kept for this is all that there will be.
 *
 * @throws Refusal("not_found" | "profile_incomplete" | "tax_id_invalid" | "tax_id_persons" | "tax_id_anothers" | "forbidden")
 */
export async function saveTaxFacts(userId: string, given: TaxFactsGiven, now: Date): Promise<void> {
  const _id = new Types.ObjectId(userId);
  await inTransaction(async (session) => {
    await keepAccountOpen(_id, session);
    // Read here: what an account becomes meanwhile would be told with the other taxpayer's facts.
    const user = await UserModel.findById(_id, "type role postalCode siret INSEE RNA vatNumber", {
      session,
    }).lean();
    if (!user) throw new Refusal("not_found");
    const kept = keptOf(user, given);
    const present = Object.entries(kept).filter(([, value]) => value !== undefined);
    const absent = Object.entries(kept).filter(([, value]) => value === undefined);
    await TaxFactsModel.updateOne(
      { _id },
      {
        $set: { confirmedAt: now, ...Object.fromEntries(present) },
        $unset: {
          ...{ reminders: 1, reminderYears: 1 },
          ...Object.fromEntries(absent.map(([name]) => [name, 1])),
        },
      },
      { upsert: true, session },
    );
  });
}

/** What is kept of what somebody confirms, by what their account is. */
function keptOf(
  user: Pick<User, "type" | "role" | "postalCode" | "siret" | "INSEE" | "RNA" | "vatNumber">,
  { soleTrader, birthDate, taxId, accountHolder, ...given }: TaxFactsGiven,
) {
  const isSoleTrader = soleTrader === true && mayBeSoleTrader(user);
  const isPerson = isSoleTrader || isPersons(user);
  if (isPerson && !birthDate) throw new Refusal("profile_incomplete", { field: "birthDate" });
  const registration = numberOf(user);
  const { role, postalCode = given.postalCode } = user;
  const isOptional = given.taxCountry === "FR" && mayLackTaxId({ role, postalCode }, registration);
  if (!taxId && !isOptional) throw new Refusal("profile_incomplete", { field: "taxId" });
  const number = taxId ? readTaxId(taxId, given.taxCountry, isPerson) : undefined;
  // They may leave the SIREN there that the form had for the company.
  const invalid = isSoleTrader && given.taxCountry === "FR" ? "tax_id_persons" : "tax_id_invalid";
  if (number === null) throw new Refusal(invalid, { field: "taxId" });
  const siren = given.taxCountry === "FR" && !isPerson ? sirenIn(registration) : null;
  if (number && siren && number !== siren) throw new Refusal("tax_id_anothers", { field: "taxId" });
  return {
    ...given,
    soleTrader: isSoleTrader || undefined,
    birthDate: isPerson ? birthDate : undefined,
    taxId: number,
    registration: registration ?? undefined,
    vatNumber: user.vatNumber,
    accountHolder,
  };
}

/** Keeps the cadastral reference of one's own property; none takes it away. @throws Refusal("not_found" | "forbidden") */
export async function saveCadastralReference(
  userId: string,
  { venueId, cadastralReference }: { venueId: string; cadastralReference?: string },
): Promise<void> {
  const update = cadastralReference
    ? { $set: { cadastralReference } }
    : { $unset: { cadastralReference: 1 } };
  await inTransaction(async (session) => {
    await keepAccountOpen(new Types.ObjectId(userId), session);
    const { matchedCount } = await VenueModel.updateOne({ _id: venueId, userId }, update, {
      session,
    });
    if (matchedCount === 0) throw new Refusal("not_found");
  });
}
