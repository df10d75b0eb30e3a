import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { icons } from "~/ui/icons";

it("every icon that is drawn is shown on some page", () => {
  const text = execFileSync("git", ["ls-files", "app"], { encoding: "utf8" })
    .split("\n")
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|app\/ui\/icons\.ts|testpage/.test(file),
    )
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  // Named in quotes, as a value or as a key that needs them, or as a plain key.
  const isNamed = (name: string) => new RegExp(`["'\`]${name}["'\`]|^ *${name}:`, "m").test(text);
  expect(Object.keys(icons).filter((name) => !isNamed(name))).toEqual([]);
});
