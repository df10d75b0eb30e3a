import { CASES_OF_A_KIND, isCut, urgencyOf, type FoundCase } from "../cases/case-file";
import { deadlineText } from "~/rules/deadline-words";
import { CASE_KINDS, type CaseKind } from "../words/case-kinds";
import { casesOfMenu } from "../cases/cases-of-menu.server";
import { ContactMessageModel } from "@models/contact-message";
import { ReviewModel } from "@models/review";

/** How much waits, by the menu's entry; absent: nothing. */
export type Waiting = Readonly<Partial<Record<"cases" | "contacts" | "reviews", number>>>;

/** What the queue has that cannot wait. */
export interface Pressing {
  /** Cases past their deadline. */
  late: number;
  /** The one whose deadline comes first. */
  first: { kind: CaseKind; title: string; href: string; deadline: string };
}

interface Queue {
  waiting: Waiting;
  pressing: Pressing | null;
  /** There may be more cases than are counted, of one kind at least. */
  isCut: boolean;
  /** Those of a kind at least could not be read. */
  isUnread: boolean;
}

/** What waits for somebody, as the menu shows it on every page, and the case that presses most. */
export async function readWaiting(now: Date): Promise<Queue> {
  const [{ cases, unread }, contacts, reviews] = await Promise.all([
    casesOfMenu(),
    ContactMessageModel.countDocuments({ status: false }),
    ReviewModel.countDocuments({ state: "pending" }),
  ]);
  return {
    waiting: { cases: cases.length, contacts, reviews },
    pressing: pressingOf(cases, now),
    isCut: CASE_KINDS.some((kind) =>
      isCut(cases.filter((one) => one.kind === kind).length, CASES_OF_A_KIND),
    ),
    isUnread: unread.length > 0,
  };
}

/** @returns null where no case has a deadline */
function pressingOf(cases: readonly FoundCase[], now: Date): Pressing | null {
  const due = cases.flatMap(({ deadline, ...one }) => (deadline ? { ...one, deadline } : []));
  const [first] = due.sort((a, b) => a.deadline.getTime() - b.deadline.getTime());
  if (!first) return null;
  const { kind, title, href, deadline } = first;
  return {
    late: due.filter((one) => urgencyOf(one.deadline, now) === "late").length,
    first: { kind, title, href, deadline: deadlineText(deadline, now) },
  };
}
