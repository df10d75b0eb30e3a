import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { at } from "./paths.mjs";
import { V8_OPTIONS, MALLOC } from "./processes.mjs";

it("is the same wherever the web process and the worker are started", async () => {
  const { scripts } = JSON.parse(await readFile(at("package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const malloc = Object.entries(MALLOC).map((setting) => setting.join("="));
  for (const [name, file] of [
    ["web", "index"],
    ["worker", "worker"],
  ] as const) {
    expect(scripts[name]).toContain(
      `${malloc.join(" ")} node ${V8_OPTIONS.join(" ")} build/server/${file}.js`,
    );
  }
  const guide = await readFile(at("docs", "operations.md"), "utf8");
  for (const setting of [...V8_OPTIONS, ...malloc]) expect(guide).toContain(`\`${setting}\``);
});

/** Left alone npm gives Agenda's store the newest driver beside Mongoose's own: 5 MB more of each process. */
it("is spent on one copy of the database's driver", () => {
  const driverOf = (name: string) =>
    createRequire(at("node_modules", name, "package.json")).resolve("mongodb");
  expect(driverOf("@agendajs/mongo-backend")).toBe(driverOf("mongoose"));
});
