/**
 * What rules of transactions lint holds.
 *
 * A function that is given a transaction asks and writes nothing beside it: what it read outside may be another's by
 * then, and what it wrote outside stays when the rest is taken back. Every call on a model, and of every function
 * that would take a `ClientSession`, has to be handed the one that is there.
 *
 * And many documents of a model are changed or removed in a transaction alone: beside one that has written one of them the
 * embedded engine stands still otherwise (models/engine.ts).
 */
const MODEL = /Model$/;
const QUERIES = new Set([
  ...["find", "findOne", "findById", "exists", "countDocuments", "distinct", "aggregate"],
  ...["create", "insertMany", "bulkWrite", "updateOne", "updateMany", "replaceOne"],
  ...["deleteOne", "deleteMany", "findOneAndUpdate", "findOneAndDelete", "findByIdAndUpdate"],
]);
/** With the place of their options. */
const MANY = new Map([
  ["updateMany", 2],
  ["deleteMany", 1],
]);
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

/**
 * A node with its place in the tree, whatever it is.
 * @typedef {any} Node
 */

/** @param {Node} node @returns {Node} the whole of a chain of calls, `.session(…).lean()` included */
function chainOf(node) {
  const { parent } = node;
  if (!parent) return node;
  const isLink =
    (parent.type === "MemberExpression" && parent.object === node) ||
    (parent.type === "CallExpression" && parent.callee === node);
  return isLink ? chainOf(parent) : node;
}

/** @param {Node} node @returns {boolean} whether what is done to many documents is handed a transaction, whatever its name */
function isGivenSession(node) {
  const options = node.arguments[MANY.get(node.callee.property.name) ?? -1];
  if (options?.type === "ObjectExpression" && options.properties.some(isSessionKey)) return true;
  for (let link = node; link !== chainOf(node); link = link.parent) {
    if (link.type === "MemberExpression" && link.property.name === "session") return true;
  }
  return false;
}

/** @param {Node} property */
const isSessionKey = ({ key, computed }) => !computed && key?.name === "session";

/** @type {import("eslint").Rule.RuleModule} */
export const withinTransaction = {
  meta: {
    type: "problem",
    messages: {
      beside: "Beside the transaction '{{name}}' that this function is given.",
      many: "Many documents at once, in no transaction: the embedded engine may stand still.",
    },
    schema: [],
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    const checker = services.program.getTypeChecker();
    /** @param {import("typescript").Type} type */
    const isSession = (type) => checker.getNonNullableType(type).symbol?.name === "ClientSession";

    /** @param {Node} node @returns {string[]} the names of the transactions around it */
    const transactionsAround = (node) =>
      context.sourceCode
        .getAncestors(node)
        .filter(({ type }) => FUNCTIONS.includes(type))
        .flatMap((around) => ("params" in around ? around.params : []))
        .map((param) => (param.type === "AssignmentPattern" ? param.left : param))
        .flatMap((param) =>
          param.type === "Identifier" && isSession(services.getTypeAtLocation(param))
            ? [param.name]
            : [],
        );

    return {
      CallExpression(node) {
        const { callee } = node;
        const isQuery =
          callee.type === "MemberExpression" &&
          callee.object.type === "Identifier" &&
          callee.property.type === "Identifier" &&
          MODEL.test(callee.object.name) &&
          QUERIES.has(callee.property.name);
        const names = transactionsAround(node);
        if (names.length === 0) {
          if (isQuery && MANY.has(callee.property.name) && !isGivenSession(node))
            context.report({ node, messageId: "many" });
          return;
        }
        if (!isQuery) {
          const call = services.esTreeNodeToTSNodeMap.get(node);
          const signature = checker.getResolvedSignature(call);
          const takes = signature
            ?.getParameters()
            .some((parameter) => isSession(checker.getTypeOfSymbolAtLocation(parameter, call)));
          if (!takes) return;
        }
        const tokens = context.sourceCode.getTokens(chainOf(node));
        if (tokens.some(({ type, value }) => type === "Identifier" && names.includes(value)))
          return;
        context.report({ node, messageId: "beside", data: { name: names.at(-1) ?? "" } });
      },
    };
  },
};
