import { findCases } from "../cases/find-cases.server";
import { ContactMessageModel } from "@models/contact-message";

/** How much waits, by the menu's entry; absent: nothing. */
export type Waiting = Readonly<Partial<Record<"cases" | "contacts", number>>>;

/** What waits for somebody, as the menu shows it on every page. */
export async function readWaiting(): Promise<Waiting> {
  const [cases, contacts] = await Promise.all([
    findCases(),
    ContactMessageModel.countDocuments({ status: false }),
  ]);
  return { cases: cases.length, contacts };
}
