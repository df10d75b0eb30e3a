import { UserModel } from "@models/user";
import { trusted, type Types } from "mongoose";
import { env } from "~/platform/env.server";

const TIMEOUT_MS = 15_000;

/** What is said, in French, of a database that `npm start` is no way to run: nothing in it was changed. */
export class RefusedDatabaseError extends Error {
  override name = "RefusedDatabaseError";
}

const REFUSED =
  "Cette base de données a des comptes qui ne sont pas de la démonstration\u00a0: rien n’y a été changé. " +
  "Donnez-en une autre (MONGODB_URI, DATA_DIR).";

const SEPARATED =
  "La démonstration est dans la base de données, mais le bac à sable Stripe ne la connaît pas\u00a0: aucun paiement n’y " +
  "réussirait. Ils vont ensemble\u00a0: mettez de côté les deux (la base, et stripe sous DATA_DIR), puis relancez.";

/** Whether there are users at all; who they are is asked only where it decides. */
export const hasUsers = async (): Promise<boolean> => (await UserModel.exists({})) !== null;

/**
 * Makes sure that a database which has users is the demo's. One that is done has those of the demo among those who
 * signed up since; while it is being written nobody can sign up, and what is written anew is emptied first.
 *
 * @throws RefusedDatabaseError
 */
export async function refuseStrangers(
  demo: readonly Types.ObjectId[],
  isUnderWay: boolean,
): Promise<void> {
  const isOurs = isUnderWay
    ? (await UserModel.exists({ _id: trusted({ $nin: demo }) })) === null
    : (await UserModel.exists({ _id: trusted({ $in: demo }) })) !== null;
  if (!isOurs) throw new RefusedDatabaseError(REFUSED);
}

/**
 * Makes sure that the sandbox knows at least one of the demo's payment accounts: its books and the database are made
 * and put away together. One that does not answer is another matter.
 *
 * @throws RefusedDatabaseError
 */
export async function refuseSeparated(
  accounts: readonly string[],
  sandboxUrl: string,
): Promise<void> {
  for (const id of accounts) {
    const answer = await fetch(new URL(`/v1/accounts/${id}`, sandboxUrl), {
      headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY ?? ""}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.status !== 404) return;
  }
  throw new RefusedDatabaseError(SEPARATED);
}
