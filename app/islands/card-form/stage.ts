/**
 * - `start`: nothing shown yet, the hosted page is the way to pay
 * - `loading`: Stripe's script and fields are on their way
 * - `ready`: the fields are there
 * - `failed`: they did not come, and shall not: nothing changes any more under who is paying elsewhere
 */
export type Stage = "start" | "loading" | "ready" | "failed";

export type StageEvent = "started" | "ready" | "late" | "failed";

/** What follows on what happens to the form. */
export function stageAfter(stage: Stage, event: StageEvent): Stage {
  if (stage === "failed" || event === "failed") return "failed";
  if (stage === "ready") return "ready";
  if (event === "late") return "failed";
  return event === "ready" ? "ready" : "loading";
}
