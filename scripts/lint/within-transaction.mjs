/**
 * What rules of transactions lint holds.
 *
 * A function that is given a transaction asks and writes nothing beside it: what it read outside may be another's by
 * then, and what it wrote outside stays when the rest is taken back. Every call on a model, and of every function
 * that would take a `ClientSession` (by itself, or as a property of what it takes), has to be handed the one that is
 * there; and one that takes none may not ask or write by itself (`beside-transaction.mjs`).
 *
 * And many documents of a model are changed or removed in a transaction alone: beside one that has written one of them the
 * embedded engine stands still otherwise (models/engine.ts).
 */
import { QUERIES, isModel, worksAlone } from "./beside-transaction.mjs";

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

/** What a transaction is called in what holds one. */
const KEYS = ["session", "transaction"];

/** @typedef {{ names: string[], holders: string[] }} Given the transactions that are in sight, and the parameters that hold one */

/** @type {Given} */
const NOTHING = { names: [], holders: [] };

/** @param {Given[]} several @returns {Given} */
const joined = (several) => ({
  names: several.flatMap(({ names }) => names),
  holders: several.flatMap(({ holders }) => holders),
});

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
    /** @param {import("typescript").Type} type @param {import("typescript").Node} at @returns {string[]} the names of its properties that are transactions */
    const sessionsIn = (type, at) =>
      KEYS.filter((key) => {
        const property = checker.getPropertyOfType(checker.getNonNullableType(type), key);
        return property && isSession(checker.getTypeOfSymbolAtLocation(property, at));
      });

    /** @param {Node} param @returns {Given} */
    const givenBy = (param) => {
      if (param.type === "AssignmentPattern") return givenBy(param.left);
      if (param.type === "ObjectPattern") return joined(param.properties.map(propertyGiven));
      if (param.type !== "Identifier") return NOTHING;
      const type = services.getTypeAtLocation(param);
      if (isSession(type)) return { names: [param.name], holders: [] };
      const names = sessionsIn(type, services.esTreeNodeToTSNodeMap.get(param));
      return { names, holders: names.length > 0 ? [param.name] : [] };
    };
    /** @param {Node} property of a pattern @returns {Given} */
    const propertyGiven = ({ type, value }) => (type === "Property" ? givenBy(value) : NOTHING);

    /** @type {WeakMap<Node, Given>} */
    const givenTo = new WeakMap();
    /** @param {Node} node @returns {Given} the transactions of the functions around it */
    const transactionsAround = (node) =>
      joined(
        functionsAround(node).map((around) => {
          const known = givenTo.get(around) ?? joined(around.params.map(givenBy));
          givenTo.set(around, known);
          return known;
        }),
      );
    /** @param {Node} node @returns {Node[]} */
    const functionsAround = (node) =>
      context.sourceCode.getAncestors(node).filter(({ type }) => FUNCTIONS.includes(type));

    /** @param {Node} node a call of no model @returns {boolean} whether it asks for a transaction, or does without one what needs it */
    const needsSession = (node) => {
      const call = services.esTreeNodeToTSNodeMap.get(node);
      const signature = checker.getResolvedSignature(call);
      const { declaration } = signature ?? {};
      // The options of a library's may name one that went along before: those of a cursor over a query that has it.
      const isOurs = declaration && !declaration.getSourceFile().isDeclarationFile;
      const takes = signature
        ?.getParameters()
        .some((/** @type {import("typescript").Symbol} */ parameter) => {
          const type = checker.getTypeOfSymbolAtLocation(parameter, call);
          return isSession(type) || (isOurs && sessionsIn(type, call).length > 0);
        });
      if (takes) return true;
      if (!declaration || !worksAlone(declaration)) return false;
      // What lies within a function that is given one has it in sight, and is held to it there.
      return !functionsAround(node).some((around) => {
        if ((givenTo.get(around)?.names.length ?? 0) === 0) return false;
        const own = services.esTreeNodeToTSNodeMap.get(around);
        return (
          own.getSourceFile() === declaration.getSourceFile() &&
          own.pos <= declaration.pos &&
          declaration.end <= own.end
        );
      });
    };

    /** @param {Node} node @param {Given} given @returns {boolean} whether one of the transactions goes along, or what holds one does as a whole */
    const isHanded = (node, { names, holders }) =>
      context.sourceCode.getTokens(chainOf(node)).some(({ type, value, range }) => {
        if (type !== "Identifier") return false;
        if (names.includes(value)) return true;
        return (
          holders.includes(value) && !/^\s*\??\./.test(context.sourceCode.text.slice(range[1]))
        );
      });

    return {
      CallExpression(node) {
        const { callee } = node;
        const method = callee.type === "MemberExpression" ? callee.property : undefined;
        const isQuery =
          callee.type === "MemberExpression" &&
          callee.object.type === "Identifier" &&
          method?.type === "Identifier" &&
          isModel(callee.object.name) &&
          QUERIES.has(method.name);
        const given = transactionsAround(node);
        if (given.names.length === 0) {
          if (isQuery && MANY.has(method.name) && !isGivenSession(node))
            context.report({ node, messageId: "many" });
          return;
        }
        if (!isQuery && !needsSession(node)) return;
        if (isHanded(node, given)) return;
        context.report({ node, messageId: "beside", data: { name: given.names.at(-1) ?? "" } });
      },
    };
  },
};
