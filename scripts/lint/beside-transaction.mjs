/**
 * Which functions ask or write a model by themselves: beside whatever transaction is under way where they are called.
 */
import ts from "typescript";

/** What a model is asked and told. */
export const QUERIES = new Set([
  ...["find", "findOne", "findById", "exists", "countDocuments", "estimatedDocumentCount"],
  ...["distinct", "aggregate", "create", "insertMany", "bulkWrite"],
  ...["updateOne", "updateMany", "replaceOne", "deleteOne", "deleteMany"],
  ...["findOneAndUpdate", "findOneAndDelete", "findOneAndReplace"],
  ...["findByIdAndUpdate", "findByIdAndDelete"],
]);

/** @param {string} name */
export const isModel = (name) => name.endsWith("Model");

/** @param {ts.Node} node @returns {boolean} whether it is a query of a model, or begins a transaction */
function isWork(node) {
  if (!ts.isCallExpression(node)) return false;
  const { expression: callee } = node;
  if (ts.isIdentifier(callee)) return callee.text === "inTransaction";
  return (
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    isModel(callee.expression.text) &&
    QUERIES.has(callee.name.text)
  );
}

/** @param {ts.Node} node @returns {boolean} */
const hasWork = (node) => isWork(node) || (ts.forEachChild(node, hasWork) ?? false);

/** @type {WeakMap<ts.Node, boolean>} */
const known = new WeakMap();

/**
 * Whether a function's own body asks or writes a model; what the functions do that it calls is not looked at.
 * @param {ts.Node} declaration of the function; one without a body does not
 * @returns {boolean}
 */
export function worksAlone(declaration) {
  const found = known.get(declaration) ?? (ts.isFunctionLike(declaration) && hasWork(declaration));
  known.set(declaration, found);
  return found;
}
