import { trusted } from "mongoose";
import { CaseChargeModel } from "@models/case-charge";
import { formatInstant } from "~/platform/days";
import { pageOf } from "~/platform/paging";
import { officersIn } from "../audit/actor.server";
import { fullName } from "../words/person";
import {
  ageText,
  holds,
  isCut,
  SHOWN_OF_A_KIND,
  URGENCIES,
  urgencyOf,
  type CaseFilters,
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
  /** Of one page; `count`: on all of them. */
  groups: { urgency: Urgency; count: number; cases: CaseLine[] }[];
  /** From 1. */
  page: number;
  pages: number;
  /** How many of each kind, whatever the filters. */
  counts: Record<CaseKind, number>;
  total: number;
  /** There may be more than that, of one kind at least. */
  isCut: boolean;
  /** The kinds that could not be read, and are left out. */
  unread: CaseKind[];
  late: number;
  mine: number;
}

const PER_PAGE = 50;

/**
 * A page of the queue: what is due first comes first, then what waits longest.
 *
 * @param page from 1; what lies outside is led to its nearest page
 */
export async function listCases(
  adminId: string,
  { page: asked, ...filters }: CaseFilters & { page: number },
  now: Date,
): Promise<CaseQueue> {
  const { cases: found, unread } = await findCases(SHOWN_OF_A_KIND);
  const lines = await linesOf(found.toSorted(byUrgency), adminId, now);
  const shown = lines.filter((line) => isUnder(line, filters));
  const { items, page, pages } = pageOf(shown, asked, PER_PAGE);
  const ofUrgency = (all: readonly CaseLine[], urgency: Urgency) =>
    all.filter((line) => line.urgency === urgency);
  const counts = Object.fromEntries(
    CASE_KINDS.map((one) => [one, lines.filter((line) => line.kind === one).length]),
  ) as Record<CaseKind, number>;
  return {
    groups: URGENCIES.map((urgency) => ({
      urgency,
      count: ofUrgency(shown, urgency).length,
      cases: ofUrgency(items, urgency),
    })).filter(({ cases }) => cases.length > 0),
    page,
    pages,
    counts,
    total: lines.length,
    isCut: unread.length > 0 || Object.values(counts).some((one) => isCut(one, SHOWN_OF_A_KIND)),
    unread,
    late: ofUrgency(lines, "late").length,
    mine: lines.filter(({ charge }) => charge?.isMine).length,
  };
}

/** Cases as the queue shows them, with who sees to each. */
export async function linesOf(
  found: readonly FoundCase[],
  adminId: string,
  now: Date,
): Promise<CaseLine[]> {
  const charges = await chargesOf(found.map(({ key }) => key));
  return found.map((one) => toLine(one, charges, adminId, now));
}

/** Whether the queue shows a case under its filters. */
export function isUnder(line: CaseLine, { nature, charge }: CaseFilters): boolean {
  return (nature === "" || line.kind === nature) && (charge === "" || chargeOf(line) === charge);
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

/** What those see to who are in the office still. */
async function chargesOf(keys: readonly string[]): Promise<ReadonlyMap<string, Charge>> {
  const charges = await CaseChargeModel.find({ _id: trusted({ $in: keys }) }).lean();
  if (charges.length === 0) return new Map();
  const officers = await officersIn(null);
  const names = new Map(officers.map((officer) => [officer._id.toString(), fullName(officer)]));
  return new Map(
    charges.flatMap(({ _id, admin, since }) => {
      const adminId = admin.toString();
      const name = names.get(adminId);
      return name === undefined ? [] : [[_id, { adminId, name, since }] as const];
    }),
  );
}

function toLine(
  one: FoundCase,
  charges: ReadonlyMap<string, Charge>,
  adminId: string,
  now: Date,
): CaseLine {
  const { since, deadline, ...found } = one;
  const known = charges.get(found.key);
  const charge = known && holds(known, one) ? known : null;
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
