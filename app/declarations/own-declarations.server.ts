import { Types } from "mongoose";
import { TaxFactsModel, type TaxFacts } from "@models/tax-facts";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { formatDay, parisDayOf } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { declaredOwner, mayBeSoleTrader, type DeclaredOwner } from "~/rules/declared-owner";
import { missingFacts, type MissingFact, type Declaration } from "./declaration";
import { declaredYears, readDeclarations } from "./read-declarations.server";

/** What an owner is asked, and what is declared of them. */
export interface OwnDeclarations {
  /** A public body that is known as one is asked nothing. */
  isPublic: boolean;
  /** Asked whether they are one. */
  mayBeSoleTrader: boolean;
  owner: DeclaredOwner;
  missing: MissingFact[];
  /** DD/MM/YYYY; null: never. */
  confirmedOn: string | null;
  venues: { id: string; title: string; city: string; cadastralReference: string }[];
  /** The years in which they were paid or let days, the latest first. */
  years: string[];
}

/** @throws Refusal("not_found") */
export async function ownDeclarations(userId: string, now: Date): Promise<OwnDeclarations> {
  const id = new Types.ObjectId(userId);
  const [account, venues, years] = await Promise.all([
    withTaxFacts(id),
    VenueModel.find({ userId: id }, "title city cadastralReference").sort({ createdAt: -1 }).lean(),
    declaredYears(userId, now),
  ]);
  if (!account) throw new Refusal("not_found");
  const { user, facts } = account;
  const owner = declaredOwner(user, facts);
  return {
    isPublic: owner.isPublicBody,
    mayBeSoleTrader: mayBeSoleTrader(user),
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

/** An account with what it said to the tax authority, if it did, in one question. */
async function withTaxFacts(
  id: Types.ObjectId,
): Promise<{ user: User; facts: TaxFacts | undefined } | null> {
  const [found] = await UserModel.aggregate<{ user: User; facts: TaxFacts[] }>([
    { $match: { _id: id } },
    { $project: { passwordHash: 0, verification: 0, reset: 0 } },
    { $project: { _id: 0, user: "$$ROOT" } },
    {
      $lookup: {
        ...{ from: TaxFactsModel.collection.name, localField: "user._id", foreignField: "_id" },
        as: "facts",
      },
    },
  ]);
  return found ? { user: found.user, facts: found.facts[0] } : null;
}

/** What is declared of one owner's year. @throws Refusal("not_found") when they were not paid in it, nor let days */
export async function ownDeclaration(
  userId: string,
  year: string,
  now: Date,
): Promise<Declaration> {
  const [years, [declaration]] = await Promise.all([
    declaredYears(userId, now),
    readDeclarations([new Types.ObjectId(userId)], year, now),
  ]);
  if (!declaration || !years.includes(year)) throw new Refusal("not_found");
  return declaration;
}
