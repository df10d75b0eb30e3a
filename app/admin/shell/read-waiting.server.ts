import { findCases } from "../cases/find-cases.server";
import { ContactMessageModel } from "@models/contact-message";
import { ReviewModel } from "@models/review";

/** How much waits, by the menu's entry; absent: nothing. */
export type Waiting = Readonly<Partial<Record<"cases" | "contacts" | "reviews", number>>>;

/** What waits for somebody, as the menu shows it on every page. */
export async function readWaiting(): Promise<Waiting> {
  const [cases, contacts, reviews] = await Promise.all([
    findCases(),
    ContactMessageModel.countDocuments({ status: false }),
    ReviewModel.countDocuments({ state: "pending" }),
  ]);
  return { cases: cases.length, contacts, reviews };
}
