import { expect, it, onTestFinished, vi } from "vitest";
import type { SeedOptions } from "./seed";

vi.mock("~/platform/connect-program.server", () => ({ connectProgram: () => Promise.resolve() }));
vi.mock("~/platform/database.server", () => ({ disconnectDatabase: () => Promise.resolve() }));
vi.mock("./accounts", () => ({ describeAccounts: () => "Comptes" }));
vi.mock("./parts", () => ({ instantOfDemo: () => Promise.resolve(null) }));
vi.mock("./strangers", () => ({ RefusedDatabaseError: class extends Error {} }));
vi.mock("./seed", () => ({
  seedDemo: ({ tell }: SeedOptions) => {
    tell?.("Lieux", 2, 9);
    return Promise.resolve(true);
  },
}));

it("tells the script that waits for it how far it is, by which that knows it to advance", async () => {
  const send = vi.fn();
  const channel = Object.getOwnPropertyDescriptor(process, "send")!;
  Object.defineProperty(process, "send", { ...channel, value: send });
  onTestFinished(() => void Object.defineProperty(process, "send", channel));
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => printed.mockRestore());
  await import("./main");
  expect(send.mock.calls).toEqual([[{ progress: "Lieux", done: 2, of: 9 }]]);
  expect(printed).toHaveBeenCalledWith("Comptes\n");
});
