import { inTransaction } from "~/platform/database.server";
import { formatInstant } from "~/platform/days";
import { publishState, storedState, storeState } from "~/platform/site-state.server";
import type { Maintenance } from "~/platform/site-state";
import { Refusal } from "~/platform/refusal";
import { CONSOLE, confirmActor, mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { siteSeen, standing } from "./site-seen.server";

interface Decision {
  actor: Actor;
  /** Kept in the log. */
  why: string;
  /** The administrator's own; not needed for a while once given. */
  password: string | undefined;
  /** What the page said of it (`siteSeen`), which alone is changed; absent: whatever there is. */
  seen?: string;
  now: Date;
}

/** Between two presses of one form. */
const TWICE_MS = 60_000;

/**
 * Closes the site to the public, now or later, until it is opened again or an end that is said beforehand.
 *
 * @throws Refusal("end_past" | "maintenance_changed" | "password_required" | "wrong_password" | "too_many" | "forbidden")
 */
export async function closeSite(maintenance: Maintenance, decision: Decision): Promise<void> {
  const { until } = maintenance;
  if (until && until <= decision.now) throw new Refusal("end_past", { field: "until" });
  await decide(maintenance, decision);
}

/**
 * Opens it again; of one that is open, nothing changes.
 *
 * @throws Refusal("maintenance_changed" | "password_required" | "wrong_password" | "too_many" | "forbidden")
 */
export async function openSite(decision: Decision): Promise<void> {
  await decide(null, decision);
}

async function decide(maintenance: Maintenance | null, decision: Decision): Promise<void> {
  const { password, ...said } = decision;
  await confirmActor(said.actor, password, said.now);
  await store(maintenance, { ...said, checksRole: true });
}

/** The same from the terminal, for when the back-office cannot be reached. @param maintenance null: opens the site */
export async function decideFromConsole(maintenance: Maintenance | null, now: Date): Promise<void> {
  await store(maintenance, { actor: CONSOLE, now, checksRole: false });
}

async function store(
  maintenance: Maintenance | null,
  {
    actor,
    why,
    seen,
    now,
    checksRole,
  }: Pick<Decision, "seen" | "now"> & {
    actor: Pick<Actor, "id" | "requestId" | "ip">;
    why?: string;
    checksRole: boolean;
  },
): Promise<void> {
  await inTransaction(async (transaction) => {
    const state = await storedState(transaction);
    const former = standing(state.maintenance, now);
    if (!maintenance && !former) return;
    if (seen !== undefined && seen !== siteSeen(former)) {
      // The same form sent twice: it is done already.
      if (maintenance && former && isSame(maintenance, former)) return;
      throw new Refusal("maintenance_changed");
    }
    const act = maintenance ? "maintenance.start" : "maintenance.end";
    const [before, after] = [described(former), described(maintenance)];
    await recordAct(
      {
        actor,
        act,
        target: "maintenance",
        ...(why !== undefined && { why }),
        before,
        after,
        at: now,
      },
      transaction,
    );
    if (checksRole) await mayAct(actor, "site.maintenance", transaction);
    await storeState({ ...state, maintenance }, transaction);
  });
  await publishState();
}

/** Whether a form says what is stored already. What begins at once begins a moment later with each press. */
function isSame(one: Maintenance, other: Maintenance): boolean {
  const apart = Math.abs(one.from.getTime() - other.from.getTime());
  return (
    one.message === other.message &&
    one.until?.getTime() === other.until?.getTime() &&
    apart < TWICE_MS
  );
}

/** As the log of acts has it. @param maintenance null: there is none */
function described(maintenance: Maintenance | null): string {
  if (!maintenance) return "ouvert";
  const { message, from, until } = maintenance;
  const end = until ? ` jusqu’au ${formatInstant(until)}` : "";
  return `fermé dès le ${formatInstant(from)}${end}\u00a0: ${message}`;
}
