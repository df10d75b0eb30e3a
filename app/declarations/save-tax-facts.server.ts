import { Types } from "mongoose";
import { UserModel } from "@models/user";
import { TaxFactsModel } from "@models/tax-facts";
import { VenueModel } from "@models/venue";
import { keepAccountOpen } from "~/accounts/keep-account-open.server";
import { inTransaction } from "~/platform/database.server";
import { todayInParis } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { isPersons, mayLackTaxId, numberOf } from "~/rules/declared-owner";
import { taxFactsInput, type TaxFactsGiven } from "./forms";
import { readTaxId } from "./tax-id";

/** The form, which knows today. */
export const taxFactsForm = taxFactsInput(() => todayInParis(new Date()));

/**
 * Keeps what an owner confirms for the tax authority, with the numbers that their account has now. An account that is
 * closed meanwhile gets none: what it kept for this is all that there will be.
 *
 * @throws Refusal("not_found" | "profile_incomplete" | "tax_id_invalid" | "forbidden")
 */
export async function saveTaxFacts(
  userId: string,
  { birthDate, taxId, accountHolder, ...given }: TaxFactsGiven,
  now: Date,
): Promise<void> {
  const user = await UserModel.findById(userId, "type role siret RNA vatNumber").lean();
  if (!user) throw new Refusal("not_found");
  const isPerson = isPersons(user);
  if (isPerson && !birthDate) throw new Refusal("profile_incomplete", { field: "birthDate" });
  const registration = numberOf(user);
  const isOptional = given.taxCountry === "FR" && mayLackTaxId(user, registration);
  if (!taxId && !isOptional) throw new Refusal("profile_incomplete", { field: "taxId" });
  const number = taxId ? readTaxId(taxId, given.taxCountry, isPerson) : undefined;
  if (number === null) throw new Refusal("tax_id_invalid", { field: "taxId" });
  const kept = {
    birthDate: isPerson ? birthDate : undefined,
    taxId: number,
    registration: registration ?? undefined,
    vatNumber: user.vatNumber,
    accountHolder,
  };
  const present = Object.entries(kept).filter(([, value]) => value !== undefined);
  const absent = Object.entries(kept).filter(([, value]) => value === undefined);
  await inTransaction(async (session) => {
    await keepAccountOpen(user._id, session);
    await TaxFactsModel.updateOne(
      { _id: user._id },
      {
        $set: { ...given, confirmedAt: now, ...Object.fromEntries(present) },
        $unset: { reminders: 1, ...Object.fromEntries(absent.map(([name]) => [name, 1])) },
      },
      { upsert: true, session },
    );
  });
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
