import { Refusal, type RefusalCode } from "./refusal";

/** Runs `work`, whose outage is told in the words of what was being done. */
export async function orRefuse<T>(code: RefusalCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "unavailable") throw error;
    throw new Refusal(code, { cause: error });
  }
}
