import { expect, it } from "vitest";
import { operatorEnvironment } from "./production.mjs";

const uri = "mongodb://db.example/place";
const environmentAt = (source: string, env: Record<string, string>) =>
  operatorEnvironment(env as NodeJS.ProcessEnv, { source, uri });

it.each<[string, Record<string, string>]>([
  ["nothing", {}],
  ["blank lines", { APP_MODE: " ", NODE_ENV: "" }],
])("a program at a database of MONGODB_URI is production where %s says otherwise", (_, env) => {
  const given = { ...env, A: "1" };
  expect(environmentAt("MONGODB_URI", given)).toEqual({
    ...given,
    ...{ MONGODB_URI: uri, NODE_ENV: "production" },
  });
});

it.each<[Record<string, string>, string]>([
  [{ APP_MODE: "demo" }, "MONGODB_URI"],
  [{ NODE_ENV: "development" }, "MONGODB_URI"],
  [{ APP_MODE: "production" }, "mongod"],
  [{}, "mongod"],
  [{}, "SecantusDB"],
  [{}, "partagée"],
])("and else what %j says at one of %s", (env, source) => {
  expect(environmentAt(source, env)).toEqual({ ...env, MONGODB_URI: uri });
});
