import { UserModel } from "@models/user";
import { trusted, type Types } from "mongoose";

/** What is said, in French, of a database that has people of its own: `npm start` is no way to run it. */
export class StrangersError extends Error {
  override name = "StrangersError";
}

const REFUSED =
  "Cette base de données a des comptes qui ne sont pas de la démonstration\u00a0: rien n’y a été changé. " +
  "Donnez-en une autre (MONGODB_URI, DATA_DIR).";

/** Whether there are users at all; who they are is asked only where it decides. */
export const hasUsers = async (): Promise<boolean> => (await UserModel.exists({})) !== null;

/**
 * Makes sure that a database which has users is the demo's. One that is done has those of the demo among those who
 * signed up since; while it is being written nobody can sign up, and what is written anew is emptied first.
 *
 * @throws StrangersError
 */
export async function refuseStrangers(
  demo: readonly Types.ObjectId[],
  isUnderWay: boolean,
): Promise<void> {
  const isOurs = isUnderWay
    ? (await UserModel.exists({ _id: trusted({ $nin: demo }) })) === null
    : (await UserModel.exists({ _id: trusted({ $in: demo }) })) !== null;
  if (!isOurs) throw new StrangersError(REFUSED);
}
