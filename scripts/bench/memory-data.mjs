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

const { exec } = mongoose.Query.prototype;

/** @this {import("mongoose").Query<unknown, unknown> & { op: string }} */
mongoose.Query.prototype.exec = function execOnce(...args) {
  const read = () => exec.apply(this, args);
  if (!READS.has(this.op)) return read();
  const key = JSON.stringify(
    [this.model.modelName, this.op, this.getFilter(), this.projection(), this.getOptions()],
    withoutInstants,
  );
  const known = answers.get(key);
  if (known) return known;
  const answer = read();
  answers.set(key, answer);
  return answer;
};
