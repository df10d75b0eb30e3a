import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/** How loud a line is, what it names, and its words: `jobs/queue.ts: .error { job }, "job failed"`. */
function linesOf(file: string): string[] {
  const tree = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const lines: string[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const called = node.expression.getText();
    if (!/^logger[.[]/.test(called)) return;
    const said = node.arguments.map((argument) => argument.getText());
    lines.push(`${file}: ${called.replace("logger", "")} ${said.join(", ")}`.replace(/\s+/g, " "));
  };
  visit(tree);
  return lines;
}

it("the lines of the log: operators look for them, and are woken by them", () => {
  const files = execFileSync("git", ["ls-files", "app", "jobs", "models", "server.ts"], {
    encoding: "utf8",
  }).split("\n");
  const sources = files.filter((file) => file.endsWith(".ts") && !file.includes(".test."));
  expect(sources.flatMap(linesOf)).toMatchSnapshot();
});
