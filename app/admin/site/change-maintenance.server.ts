import { inTransaction } from "~/platform/database.server";
import { formatInstant } from "~/platform/days";
import { publishState, storedState, storeState } from "~/platform/site-state.server";
import type { Maintenance } from "~/platform/site-state";
import { Refusal } from "~/platform/refusal";
import { CONSOLE, confirmActor, mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

interface Decision {
  actor: Actor;
  /** Kept in the log. */
  why: string;
  /** The administrator's own; not needed for a while once given. */
  password: string | undefined;
  now: Date;
}

/**
 * Closes the site to the public, now or later, until it is opened again or an end that is said beforehand.
 *
 * @throws Refusal("end_past" | "password_required" | "wrong_password" | "too_many" | "forbidden")
 */
export async function closeSite(maintenance: Maintenance, decision: Decision): Promise<void> {
  const { until } = maintenance;
  if (until && until <= decision.now) throw new Refusal("end_past", { field: "until" });
  await decide(maintenance, decision);
}

/** Opens it again. @throws Refusal("password_required" | "wrong_password" | "too_many" | "forbidden") */
export async function openSite(decision: Decision): Promise<void> {
  await decide(null, decision);
}

async function decide(maintenance: Maintenance | null, decision: Decision): Promise<void> {
  const { actor, why, password, now } = decision;
  await confirmActor(actor, password, now);
  await store(maintenance, { actor, why, now, mayDo: true });
}

/** The same from the terminal, for when the back-office cannot be reached. @param maintenance null: opens the site */
export async function decideFromConsole(maintenance: Maintenance | null, now: Date): Promise<void> {
  await store(maintenance, { actor: CONSOLE, now, mayDo: false });
}

async function store(
  maintenance: Maintenance | null,
  {
    actor,
    why,
    now,
    mayDo,
  }: { actor: Pick<Actor, "id" | "requestId" | "ip">; why?: string; now: Date; mayDo: boolean },
): Promise<void> {
  await inTransaction(async (transaction) => {
    const state = await storedState(transaction);
    const act = maintenance ? "maintenance.start" : "maintenance.end";
    const after = maintenance ? described(maintenance) : "ouvert";
    await recordAct(
      { actor, act, target: "maintenance", ...(why !== undefined && { why }), after, at: now },
      transaction,
    );
    if (mayDo) await mayAct(actor, "site.maintenance", transaction);
    await storeState({ ...state, maintenance }, transaction);
  });
  await publishState();
}

function described({ message, from, until }: Maintenance): string {
  const end = until ? ` jusqu’au ${formatInstant(until)}` : "";
  return `fermé dès le ${formatInstant(from)}${end}\u00a0: ${message}`;
}
