import { ESLint, type Linter } from "eslint";
import ts from "typescript";
import { expect, it } from "vitest";
import { at } from "../lib/paths.mjs";

/**
 * The scripts start, test and lint the product: a wrong call in one is found before it runs, as everywhere else.
 */
const SCRIPT = at("scripts/lib/env.mjs");

it("types are checked in every script", () => {
  const { config } = ts.readConfigFile(at("tsconfig.json"), (name) => ts.sys.readFile(name)) as {
    config: object;
  };
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, at("."));
  expect(options).toMatchObject({ allowJs: true, checkJs: true, strict: true });
  expect(fileNames).toContain(SCRIPT);
});

it("lint holds what scripts wait for, and what they leave unused", async () => {
  const { rules } = (await new ESLint({ cwd: at(".") }).calculateConfigForFile(SCRIPT)) as {
    rules: Linter.RulesRecord;
  };
  expect(rules).toMatchObject({
    "@typescript-eslint/no-floating-promises": [2],
    "@typescript-eslint/no-unused-vars": [2, expect.anything()],
  });
});
