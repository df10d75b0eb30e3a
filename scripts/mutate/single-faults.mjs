import ts from "typescript";

/**
 * One fault: what stands from `start` to `end` becomes `text`.
 * @typedef {{ kind: string, start: number, end: number, text: string }} Fault
 */

/** @type {Partial<Record<ts.SyntaxKind, ts.SyntaxKind[]>>} what each operator is taken for */
const OPERATORS = {
  [ts.SyntaxKind.LessThanToken]: [ts.SyntaxKind.LessThanEqualsToken],
  [ts.SyntaxKind.LessThanEqualsToken]: [ts.SyntaxKind.LessThanToken],
  [ts.SyntaxKind.GreaterThanToken]: [ts.SyntaxKind.GreaterThanEqualsToken],
  [ts.SyntaxKind.GreaterThanEqualsToken]: [ts.SyntaxKind.GreaterThanToken],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: [ts.SyntaxKind.ExclamationEqualsEqualsToken],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: [ts.SyntaxKind.EqualsEqualsEqualsToken],
  [ts.SyntaxKind.AmpersandAmpersandToken]: [ts.SyntaxKind.BarBarToken],
  [ts.SyntaxKind.BarBarToken]: [ts.SyntaxKind.AmpersandAmpersandToken],
  [ts.SyntaxKind.PlusToken]: [ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.MinusToken]: [ts.SyntaxKind.PlusToken],
  [ts.SyntaxKind.AsteriskToken]: [ts.SyntaxKind.SlashToken],
  [ts.SyntaxKind.SlashToken]: [ts.SyntaxKind.AsteriskToken],
};

/** @type {Readonly<Record<string, string>>} what each method is taken for */
const METHODS = {
  ...{ min: "max", max: "min", floor: "ceil", ceil: "floor", some: "every", every: "some" },
  ...{ startsWith: "endsWith", endsWith: "startsWith", updateMany: "updateOne" },
};

/** @param {ts.Node} node @returns {boolean} no part of what runs */
const isUnrun = (node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node));

/** @param {ts.Node} node @returns {boolean} the name of a property, not a text */
const isName = (node) => ts.isPropertyAssignment(node.parent) && node.parent.name === node;

/**
 * @param {ts.SourceFile} file
 * @param {ts.NodeArray<ts.Node>} list
 * @param {string} kind
 * @returns {Fault[]} each item left out, with a comma
 */
const leftOut = (file, list, kind) =>
  list.map((item, place) => {
    const next = list[place + 1];
    const before = list[place - 1];
    if (next) return { kind, start: item.getStart(file), end: next.getStart(file), text: "" };
    return { kind, start: before ? before.end : item.getStart(file), end: item.end, text: "" };
  });

/**
 * @param {ts.SourceFile} file
 * @param {ts.Node} node
 * @returns {Fault[]} the faults that change this node itself
 */
function faultsOf(file, node) {
  /** @param {ts.Node} part @param {string} kind @param {string} text */
  const instead = (part, kind, text) => ({ kind, start: part.getStart(file), end: part.end, text });
  /** @param {ts.Expression} condition */
  const turned = (condition) =>
    instead(condition, "condition turned", `!(${condition.getText(file)})`);

  if (ts.isIfStatement(node)) {
    const guard = node.elseStatement ? [] : [instead(node, "guard left out", ";")];
    return [turned(node.expression), ...guard];
  }
  if (ts.isConditionalExpression(node)) return [turned(node.condition)];
  if (ts.isBinaryExpression(node)) {
    const operators = OPERATORS[node.operatorToken.kind] ?? [];
    const others = operators.map((kind) =>
      instead(node.operatorToken, "operator", ts.tokenToString(kind) ?? ""),
    );
    if (node.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken) return others;
    return [instead(node, "default left out", node.left.getText(file))];
  }
  if (ts.isPrefixUnaryExpression(node)) {
    return [instead(node, "sign left out", node.operand.getText(file))];
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [instead(node, "constant", "false")];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [instead(node, "constant", "true")];
  if (ts.isNumericLiteral(node)) {
    return [instead(node, "constant", String(Number(node.text.replaceAll("_", "")) + 1))];
  }
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
    return isName(node) ? [] : [instead(node, "text", node.text === "" ? '"x"' : '""')];
  }
  if (ts.isTemplateExpression(node)) return [instead(node, "text", '""')];
  if (ts.isJsxText(node)) return node.text.trim() === "" ? [] : [instead(node, "text", "")];
  if (ts.isJsxAttribute(node) || ts.isJsxSpreadAttribute(node)) {
    return [instead(node, "attribute left out", "")];
  }
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node)) {
    return [instead(node, "statement left out", ";")];
  }
  if (ts.isObjectLiteralExpression(node)) return leftOut(file, node.properties, "field left out");
  if (ts.isArrayLiteralExpression(node)) return leftOut(file, node.elements, "item left out");
  if (ts.isCallExpression(node)) {
    const { expression: called, arguments: given } = node;
    const swapped = given.slice(1).map((second, place) => {
      const first = given[place] ?? second;
      const text = `${second.getText(file)}, ${first.getText(file)}`;
      return { kind: "arguments swapped", start: first.getStart(file), end: second.end, text };
    });
    if (!ts.isPropertyAccessExpression(called)) return swapped;
    const other = METHODS[called.name.text];
    return [
      ...swapped,
      instead(node, "call left out", called.expression.getText(file)),
      ...(other === undefined ? [] : [instead(called.name, "method", other)]),
    ];
  }
  return [];
}

/** @param {string} name @param {string} text */
const parse = (name, text) => ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);

/**
 * Every single fault that this knows to make in a source, whether it compiles or not.
 * @param {string} name of the file: its end says whether it has JSX
 * @param {string} text
 * @returns {Fault[]}
 */
export function singleFaults(name, text) {
  const file = parse(name, text);
  /** @type {Fault[]} */
  const faults = [];
  /** @param {ts.Node} node */
  const walk = (node) => {
    if (isUnrun(node)) return;
    faults.push(...faultsOf(file, node));
    ts.forEachChild(node, walk);
  };
  walk(file);
  return faults;
}

/**
 * @param {string} text
 * @param {Fault} fault
 * @returns {string} the source with it
 */
export const planted = (text, { start, end, text: instead }) =>
  text.slice(0, start) + instead + text.slice(end);
