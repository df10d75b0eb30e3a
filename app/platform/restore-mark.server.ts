import mongoose from "mongoose";

/** A collection that is there as long as a restore fills the database, and stays when it did not come to its end. */
const MARK = "restoreunderway";

/** Written before the first document, so that what a killed restore left is never taken for the whole. */
export async function markRestore(): Promise<void> {
  await mongoose.connection.collection<{ at: Date }>(MARK).insertOne({ at: new Date() });
}

export async function unmarkRestore(): Promise<void> {
  await mongoose.connection.dropCollection(MARK);
}

/** Whether the connected database holds part of a backup only. */
export async function isHalfRestored(): Promise<boolean> {
  return (await mongoose.connection.collection(MARK).findOne()) !== null;
}
