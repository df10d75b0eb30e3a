/**
 * Preloaded (`node --import`) into a web process that is to be measured without its database: what a
 * read answered once, it answers again from memory.
 */
import mongoose from "mongoose";

/** @type {Map<string, Promise<unknown>>} */
const answers = new Map();
const READS = new Set(["find", "findOne", "countDocuments"]);
/**
 * A session is asked for by the time it is now; that is the same question each time.
 * @this {Record<string, unknown>}
 * @param {string} name
 * @param {unknown} value
 */
function withoutInstants(name, value) {
  return this[name] instanceof Date ? "now" : value;
}

/**
 * @template T
 * @param {unknown[]} question
 * @param {() => Promise<T>} read
 * @returns {Promise<T>}
 */
function once(question, read) {
  const key = JSON.stringify(question, withoutInstants);
  const known = /** @type {Promise<T> | undefined} */ (answers.get(key));
  if (known) return known;
  const answer = read();
  answers.set(key, answer);
  return answer;
}

const { exec } = mongoose.Query.prototype;

/**
 * @this {import("mongoose").Query<unknown, unknown> & { op: string }}
 * @param {[]} args
 */
mongoose.Query.prototype.exec = function execOnce(...args) {
  const read = () => exec.apply(this, args);
  if (!READS.has(this.op)) return read();
  const about = [this.getFilter(), this.projection(), this.getOptions()];
  return once([this.model.modelName, this.op, ...about], read);
};

const { exec: aggregate } = mongoose.Aggregate.prototype;

/** @this {import("mongoose").Aggregate<unknown[]>} */
mongoose.Aggregate.prototype.exec = function aggregateOnce() {
  return once([this.model().modelName, this.pipeline()], () => aggregate.call(this));
};
