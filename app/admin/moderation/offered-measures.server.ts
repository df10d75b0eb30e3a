import type { Measure } from "@models/enumerations";
import { UserModel } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { mayShutOut, type Actor } from "../audit/actor.server";
import { leavesOwnReport } from "./own-report.server";
import type { Reported } from "./reported.server";

/** The measures that whoever looks may take of what is reported, and why not the others that are still to be taken. */
export interface OfferedMeasures {
  offered: Measure[];
  withheld: { measure: Measure; why: string }[];
}

/** What the page of a measure would refuse whatever one types there is not offered. */
export async function offeredMeasures(
  by: Pick<Actor, "id">,
  reported: Reported,
): Promise<OfferedMeasures> {
  const choice: OfferedMeasures = { offered: [], withheld: [] };
  for (const measure of reported.measures) {
    const why = await refusedWith(by, reported, measure);
    if (why === null) choice.offered.push(measure);
    else choice.withheld.push({ measure, why });
  }
  return choice;
}

/** @returns null: it may be taken */
async function refusedWith(
  by: Pick<Actor, "id">,
  reported: Reported,
  measure: Measure,
): Promise<string | null> {
  try {
    await leavesOwnReport(by, reported, measure, null);
    if (measure === "bannir" && reported.person) {
      const user = await UserModel.findById(reported.person.id, "isAdmin").lean();
      if (user) await mayShutOut(by, user, "people.ban", null);
    }
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
