export const WEBHOOK_MODES = ["normal", "twice", "late", "lost", "reversed"] as const;
/**
 * How events travel: `twice` sends each two times at once, `late` holds them until they are pushed
 * out, `reversed` does the same and pushes the newest first, `lost` never sends them.
 */
export type WebhookMode = (typeof WEBHOOK_MODES)[number];

export const ANSWER_FAULTS = [
  "normal",
  "lost-after-deed",
  "500",
  "500-after-deed",
  "500-before-deed",
  "refused",
  "forbidden",
] as const;
/**
 * How the next API calls end: `lost-after-deed` does what was asked and cuts the connection instead
 * of answering, `500` answers with an error and does nothing, `500-after-deed` answers so and has done it, `500-before-deed`
 * answers so and does it when told to (`POST finish`), `refused` does nothing and says that the call makes no sense, `forbidden` that the key may not make it. These are the answer under the call's key from then on.
 */
export type AnswerFault = (typeof ANSWER_FAULTS)[number];

export interface AnswerPlan {
  fault: AnswerFault;
  /** Only calls whose path starts so; all when null. */
  path: string | null;
  /** Only calls by this method; by any when null. */
  method: "GET" | "POST" | null;
  /** How many calls are still to be hit. The SDK repeats a cut call once by itself. */
  times: number;
}

const NO_PLAN: AnswerPlan = { fault: "normal", path: null, method: null, times: 0 };

/** What tests want to go wrong. Nothing does by default, nor after a restart. */
export class Faults {
  webhooks: WebhookMode = "normal";
  #plan: AnswerPlan = NO_PLAN;

  get plan(): AnswerPlan {
    return this.#plan;
  }

  planAnswers(plan: AnswerPlan): void {
    this.#plan = plan.fault === "normal" ? NO_PLAN : plan;
  }

  /** The fault that hits this call, used up by asking. */
  next(call: { method: string; path: string }): AnswerFault {
    const { fault, path, method, times } = this.#plan;
    if (times < 1 || (path !== null && !call.path.startsWith(path))) return "normal";
    if (method !== null && call.method !== method) return "normal";
    this.#plan = times === 1 ? NO_PLAN : { ...this.#plan, times: times - 1 };
    return fault;
  }

  reset(): void {
    this.webhooks = "normal";
    this.#plan = NO_PLAN;
  }
}
