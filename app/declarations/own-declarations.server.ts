import { Types } from "mongoose";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { declaredOwner, missingFacts, type DeclaredOwner, type MissingFact } from "./declaration";
import { paidYears, readDeclarations } from "./read-declarations.server";
import type { Declaration } from "./declaration";

/** What an owner is asked, and what is declared of them. */
export interface OwnDeclarations {
  /** A public body is asked nothing. */
  isPublic: boolean;
  owner: DeclaredOwner;
  missing: MissingFact[];
  /** DD/MM/YYYY; null: never. */
  confirmedOn: string | null;
  venues: { id: string; title: string; city: string; cadastralReference: string }[];
  /** The years in which they were paid, the latest first. */
  years: string[];
}

/** @throws Refusal("not_found") */
export async function ownDeclarations(userId: string): Promise<OwnDeclarations> {
  const id = new Types.ObjectId(userId);
  const [user, facts, venues, years] = await Promise.all([
    UserModel.findById(id, "-passwordHash -verification -reset").lean(),
    TaxFactsModel.findById(id).lean(),
    VenueModel.find({ userId: id }, "title city cadastralReference").sort({ createdAt: -1 }).lean(),
    paidYears(userId),
  ]);
  if (!user) throw new Refusal("not_found");
  const owner = declaredOwner(user, facts ?? undefined);
  return {
    isPublic: user.type === "Collectivité",
    owner,
    missing: missingFacts(owner),
    confirmedOn: facts?.confirmedAt ? formatDay(parisDayOf(facts.confirmedAt)) : null,
    venues: venues.map(({ _id, title, city, cadastralReference = "" }) => ({
      id: _id.toString(),
      title,
      city,
      cadastralReference,
    })),
    years,
  };
}

/** What is declared of one owner's year. @throws Refusal("not_found") when they were not paid in it */
export async function ownDeclaration(
  userId: string,
  year: string,
  now: Date,
): Promise<Declaration> {
  const [years, [declaration]] = await Promise.all([
    paidYears(userId),
    readDeclarations([new Types.ObjectId(userId)], year, now),
  ]);
  if (!declaration || !years.includes(year)) throw new Refusal("not_found");
  return declaration;
}
