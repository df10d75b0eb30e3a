import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { tokens } from "~/ui/tokens";

/** What a class begins with that shows a token of the group; colours are shown by many. */
const CLASSES: Record<keyof typeof tokens, string> = {
  colors: "[a-z]+(?:-[a-z]+)?",
  fontFamily: "font",
  fontSize: "text",
  spacing: "(?:[mp][trblxy]?|[wh]|size|gap(?:-[xy])?|basis)",
  maxWidth: "max-w",
  aspectRatio: "aspect",
  borderWidth: "border(?:-[trbl])?",
  borderRadius: "rounded(?:-[a-z]+)?",
  boxShadow: "shadow",
};

/** 'bleu.700': a token, and each of a group of them, by where it stands. */
function pathsOf(group: object): string[] {
  return Object.entries(group).flatMap(([name, value]: [string, unknown]) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((shade) => `${name}.${shade}`)
      : [name],
  );
}

it("every token is used, in a class or in a style sheet", () => {
  const text = execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
    .split("\n")
    .filter(
      (file) => /\.(?:tsx?|css)$/.test(file) && !/\.test\.tsx?$|app\/ui\/tokens\.ts/.test(file),
    )
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const asked = new Set(text.match(/(?<=theme\(")[\w.]+/g));
  const words = [...new Set(text.match(/[a-z]+(?:-\w+)+/g))];
  const isUsed = (group: keyof typeof tokens, path: string) => {
    const name = path.replace(/\.DEFAULT$/, "").replace(".", "-");
    const shown = new RegExp(`^${CLASSES[group]}-${name}$`);
    return asked.has(`${group}.${path}`) || words.some((word) => shown.test(word));
  };
  const groups = Object.keys(tokens) as (keyof typeof tokens)[];
  const unused = groups.flatMap((group) =>
    pathsOf(tokens[group])
      .filter((path) => !isUsed(group, path))
      .map((path) => `${group}.${path}`),
  );
  expect(unused).toEqual([]);
});
