import ts from "typescript";

/** A text written in a source file, as one unit: a string, a template, the words of one JSX element. */
export interface SourceText {
  /** Of its first character, from 1. */
  line: number;
  text: string;
}

/** Stands in a text for what only the running program knows: an expression, a nested element. */
export const HOLE = "\uFFFC";

/** Attributes that hold no words: names, addresses, styles. */
const WORDLESS_ATTRIBUTES = new Set(
  (
    "action autoComplete className d formAction href htmlFor icon id inputMode key method name " +
    "pattern rel role sizes src target type viewBox"
  ).split(" "),
);

const ENTITIES: Record<string, string> = {
  "&nbsp;": "\u00a0",
  "&apos;": "'",
  "&quot;": '"',
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};

const decode = (raw: string) => raw.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);

/** Markup in a string (mails, the payment sandbox): its tags are holes, its words stay. */
const withoutTags = (text: string) => text.replace(/<[!/]?[a-z][^>]*>/gi, HOLE);

/** What a browser shows of JSX text: runs of spaces and line ends are one space. */
const collapse = (raw: string) => raw.replace(/[ \t\r\n]+/g, " ");

/** A template's text, with holes for its expressions. */
function templateText(node: ts.TemplateExpression): string {
  return node.head.text + node.templateSpans.map((span) => HOLE + span.literal.text).join("");
}

/** The text of a literal; null for any other node. */
function literalText(node: ts.Node): string | null {
  if (ts.isTemplateExpression(node)) return templateText(node);
  return ts.isStringLiteralLike(node) ? node.text : null;
}

/** The words between an element's tags; what is nested is a hole here and a text of its own. */
function childrenText(children: readonly ts.JsxChild[]): string {
  return children
    .map((child) => {
      if (ts.isJsxText(child)) return collapse(decode(child.text));
      if (!ts.isJsxExpression(child)) return HOLE;
      return child.expression === undefined ? "" : (literalText(child.expression) ?? HOLE);
    })
    .join("");
}

/** Strings that are never words: modules, types, and the keys and values that code compares. */
function isWordless(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isLiteralTypeNode(node)) return true;
  if (ts.isJsxAttribute(node)) {
    const isString = node.initializer !== undefined && ts.isStringLiteral(node.initializer);
    return isString && WORDLESS_ATTRIBUTES.has(node.name.getText());
  }
  if (!ts.isStringLiteralLike(node)) return false;
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.name === node;
  if (ts.isBinaryExpression(parent)) {
    return [
      ts.SyntaxKind.EqualsEqualsEqualsToken,
      ts.SyntaxKind.ExclamationEqualsEqualsToken,
    ].includes(parent.operatorToken.kind);
  }
  return ts.isCaseClause(parent);
}

/** Every text of a source file that somebody may read. `file` tells TypeScript from TSX. */
export function textsOf(file: string, source: string): SourceText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts: SourceText[] = [];
  const add = (node: ts.Node, text: string) => {
    if (!/\p{L}|[!?:;€«»]/u.test(text)) return;
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
    texts.push({ line: line + 1, text: withoutTags(text) });
  };
  const visit = (node: ts.Node): void => {
    if (isWordless(node)) return;
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) add(node, childrenText(node.children));
    const text = literalText(node);
    if (text !== null) add(node, ts.isJsxAttribute(node.parent) ? decode(text) : text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}
