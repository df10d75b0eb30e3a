import { trusted } from "mongoose";
import { CaseChargeModel } from "@models/case-charge";
import { UserModel } from "@models/user";
import { formatInstant } from "~/platform/days";
import { fullName } from "../words/person";
import {
  ageText,
  isCut,
  URGENCIES,
  urgencyOf,
  type ChargeFilter,
  type FoundCase,
  type Urgency,
} from "./case-file";
import { deadlineText } from "~/rules/deadline-words";
import { CASE_KINDS, type CaseKind } from "../words/case-kinds";
import { findCases } from "./find-cases.server";

/** A case as the queue shows it. */
export interface CaseLine extends Omit<FoundCase, "since" | "deadline"> {
  urgency: Urgency;
  age: string | null;
  deadline: string;
  /** Who sees to it; null: nobody. */
  charge: { adminId: string; name: string; isMine: boolean; since: string } | null;
}

export interface CaseQueue {
  groups: { urgency: Urgency; cases: CaseLine[] }[];
  /** How many of each kind, whatever the filters. */
  counts: Record<CaseKind, number>;
  total: number;
  /** There are more than that, of one kind at least. */
  isCut: boolean;
  late: number;
  mine: number;
}

/** What the queue is narrowed to; empty: all of them. */
export interface CaseFilters {
  nature: CaseKind | "";
  charge: ChargeFilter | "";
}

/** The queue: what is due first comes first, then what waits longest. */
export async function listCases(
  adminId: string,
  { nature, charge }: CaseFilters,
  now: Date,
): Promise<CaseQueue> {
  const found = (await findCases()).toSorted(byUrgency);
  const charges = await chargesOf(found.map(({ key }) => key));
  const lines = found.map((one) => toLine(one, charges, adminId, now));
  const shown = lines.filter(
    (line) =>
      (nature === "" || line.kind === nature) && (charge === "" || chargeOf(line) === charge),
  );
  const counts = Object.fromEntries(
    CASE_KINDS.map((one) => [one, lines.filter((line) => line.kind === one).length]),
  ) as Record<CaseKind, number>;
  return {
    groups: URGENCIES.map((urgency) => ({
      urgency,
      cases: shown.filter((line) => line.urgency === urgency),
    })).filter(({ cases }) => cases.length > 0),
    counts,
    total: lines.length,
    isCut: Object.values(counts).some(isCut),
    late: lines.filter(({ urgency }) => urgency === "late").length,
    mine: lines.filter(({ charge }) => charge?.isMine).length,
  };
}

/** Of two cases that are due at no time, or at the same, the older one comes first. */
function byUrgency(a: FoundCase, b: FoundCase): number {
  const never = Number.POSITIVE_INFINITY;
  const [due, dueToo] = [a, b].map(({ deadline }) => deadline?.getTime() ?? never) as [
    number,
    number,
  ];
  const [since, sinceToo] = [a, b].map((one) => one.since?.getTime() ?? never) as [number, number];
  return due === dueToo ? Math.sign(since - sinceToo) || 0 : due - dueToo;
}

function chargeOf({ charge }: CaseLine): ChargeFilter {
  if (!charge) return "personne";
  return charge.isMine ? "moi" : "collegue";
}

interface Charge {
  adminId: string;
  name: string;
  since: Date;
}

async function chargesOf(keys: readonly string[]): Promise<ReadonlyMap<string, Charge>> {
  const charges = await CaseChargeModel.find({ _id: trusted({ $in: keys }) }).lean();
  const admins = await UserModel.find(
    { _id: trusted({ $in: charges.map(({ admin }) => admin) }) },
    "name lastname",
  ).lean();
  const names = new Map(admins.map((admin) => [admin._id.toString(), fullName(admin)]));
  return new Map(
    charges.map(({ _id, admin, since }) => {
      const adminId = admin.toString();
      return [_id, { adminId, name: names.get(adminId) ?? "un ancien compte", since }];
    }),
  );
}

function toLine(
  { since, deadline, ...found }: FoundCase,
  charges: ReadonlyMap<string, Charge>,
  adminId: string,
  now: Date,
): CaseLine {
  const charge = charges.get(found.key);
  return {
    ...found,
    urgency: urgencyOf(deadline, now),
    age: since && ageText(since, now),
    deadline: deadlineText(deadline, now),
    charge: charge
      ? {
          adminId: charge.adminId,
          name: charge.name,
          isMine: charge.adminId === adminId,
          since: formatInstant(charge.since),
        }
      : null,
  };
}
