import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { run } from "./processes.mjs";

it("says that Node is too old before anything else is done", async () => {
  const root = await mkdtemp(join(tmpdir(), "command-"));
  try {
    await cp(import.meta.dirname, join(root, "scripts", "lib"), { recursive: true });
    const start = async (node: string) => {
      await writeFile(join(root, "package.json"), JSON.stringify({ engines: { node } }));
      const script = [
        'import { runCommand } from "./scripts/lib/command.mjs";',
        'import { consoleLog } from "./scripts/lib/log.mjs";',
        'runCommand(consoleLog(), async () => console.log("begun"));',
      ].join("\n");
      return await run(process.execPath, ["--input-type=module", "--eval", script], { cwd: root });
    };
    const { version } = process;
    const said = `✘ Node >=99 est nécessaire, celui-ci est le ${version.slice(1)}.`;
    const refused = await start(">=99");
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(said) as string });
    expect(refused.output).not.toContain("begun");
    expect(await start(">=20.19")).toMatchObject({ code: 0, output: "begun\n" });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
