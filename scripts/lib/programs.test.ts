import seed from "../../sandbox/demo/main.ts?raw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UserError, quietLog } from "./log.mjs";
import { run } from "./processes.mjs";
import { REFUSED, runProgram } from "./programs.mjs";

vi.mock("./paths.mjs", async (original) => ({
  ...(await original<object>()),
  // One that is there, built or not.
  program: () => process.execPath,
}));
vi.mock("./processes.mjs", async (original) => ({ ...(await original<object>()), run: vi.fn() }));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const env = { ...process.env, A: "1" };

describe("a program that fills the database", () => {
  const ended = { code: 0, output: "", timedOut: false };

  it("has no time but to advance, and the terminal is told how far it is, every 5 s at most", async () => {
    const said: string[] = [];
    vi.mocked(run).mockImplementation((_command, _arguments, options) => {
      for (let done = 1; done <= 1_000; done += 1) {
        vi.setSystemTime(Date.now() + 2_500);
        options?.onMessage?.({ progress: "Lieux", done, of: 1_000 });
      }
      return Promise.resolve({ ...ended, output: " fait \n" });
    });
    const log = { ...quietLog(), begin: (line: string) => void said.push(line) };
    expect(await runProgram("seed", env, log)).toBe("fait");
    const options = vi.mocked(run).mock.lastCall![2];
    expect(options).toMatchObject({ env, stallMs: 300_000 });
    expect(options?.timeoutMs).toBeUndefined();
    expect(said).toHaveLength(500);
    expect([said[0], said.at(-1)]).toEqual(["Lieux : 2 sur 1000", "Lieux : 1000 sur 1000"]);
  });

  it("that stalls is told in a sentence: what is done is kept", async () => {
    vi.mocked(run).mockResolvedValue({ code: 1, output: "venue 12", timedOut: true });
    const refused: unknown = await runProgram("seed", env, quietLog()).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as Error).message).toContain(
      "« seed » n'avance plus depuis 5 minutes ; ce qui est fait est gardé, relancez.",
    );
  });

  it("that fails is told with what it printed", async () => {
    vi.mocked(run).mockResolvedValue({ code: 3, output: "venue 12", timedOut: false });
    await expect(runProgram("seed", env, quietLog())).rejects.toThrow(
      "seed failed (code 3)\nvenue 12",
    );
  });

  it("that refuses its database has its own sentence shown, and nothing else", async () => {
    vi.mocked(run).mockResolvedValue({ ...ended, code: REFUSED, output: "Une autre base.\n" });
    const refused: unknown = await runProgram("seed", env, quietLog()).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as Error).message).toBe("Une autre base.");
    expect(seed).toContain(`process.exitCode = ${REFUSED};`);
  });
});
