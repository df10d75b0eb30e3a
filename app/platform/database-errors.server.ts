/** What errors of the database mean. */
import mongoose from "mongoose";
import { isUnavailable } from "./refusal";

/** The labels of errors after which nobody knows what was done. */
const UNCERTAIN = [
  mongoose.mongo.MongoErrorLabel.TransientTransactionError,
  mongoose.mongo.MongoErrorLabel.UnknownTransactionCommitResult,
  mongoose.mongo.MongoErrorLabel.RetryableWriteError,
];

/**
 * What a member says that is no primary (any more) or is shutting down: the driver asks again once, and passes on what it is
 * told then without a label. ShutdownInProgress, PrimarySteppedDown, NotWritablePrimary, InterruptedAtShutdown,
 * InterruptedDueToReplStateChange, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary.
 */
const NO_PRIMARY: readonly unknown[] = [91, 189, 10_107, 11_600, 11_602, 13_435, 13_436];

/** Whether an error means that the database did not answer, rather than what it answered. */
export function isDatabaseOutage(error: unknown): boolean {
  const { MongoError, MongoNetworkError, MongoServerSelectionError } = mongoose.mongo;
  const { MongoBulkWriteError, MongoNotConnectedError, MongoTopologyClosedError } = mongoose.mongo;
  if (error instanceof MongoBulkWriteError && isDatabaseOutage(error.errorResponse)) return true;
  // A connection that ends under a write: the driver passes the socket's own error on.
  if (error instanceof Error && "code" in error && error.code === "EPIPE") return true;
  if (!(error instanceof MongoError)) return false;
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNotConnectedError ||
    error instanceof MongoTopologyClosedError ||
    NO_PRIMARY.includes(error.code) ||
    UNCERTAIN.some((label) => error.hasErrorLabel(label))
  );
}

/** Whether an error means that the database, Stripe or another service was away, rather than what it answered. */
export function isAway(error: unknown): boolean {
  return isUnavailable(error) || isDatabaseOutage(error);
}

/** Whether an error is a duplicate key (a unique index said no). */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11_000;
}
