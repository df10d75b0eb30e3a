import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import mongoose from "mongoose";
import { buildWorker, endWorker, forkWorker } from "../../support/worker-process";
import type { ActName, Opened, Outcome, TermsOf } from "./worker";

/** Killed in the middle of it: whoever asked for it never hears. */
export type Ending = Outcome | { killed: true };

/** How often it is started until it is up. */
const STARTS = 10;
/** How long what a killed process has locked stays so at most, which is a minute for people. */
const LOCKED_MS = 5_000;

/** The product as a process of its own, which can be killed at any moment and started again. */
export class Product {
  #file = "";
  #process: ChildProcess | undefined;
  #count = 0;
  /** Sessions of the process, then those of processes that were killed, in which a transaction may be open. */
  #sessions = new Set<string>();
  #orphans = new Set<string>();
  /** An act may wait for what they have locked, and the simulation for that act. */
  #unlocking: NodeJS.Timeout | undefined;

  async start(): Promise<void> {
    this.#file ||= await buildWorker("tests/faults/simulation/worker.ts");
    this.#process = await this.#fork();
    this.#process.on("message", (message: Partial<Opened>) => {
      if (message.session) this.#sessions.add(message.session);
    });
    this.#unlocking ??= setInterval(() => void this.endOrphans(), LOCKED_MS);
  }

  /** As what watches over a process does: one that does not come up is started again. */
  async #fork(): Promise<ChildProcess> {
    for (let left = STARTS - 1; ; left -= 1) {
      try {
        return await forkWorker(this.#file);
      } catch (error) {
        if (left === 0) throw error;
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#unlocking);
    if (this.#process) await endWorker(this.#process);
  }

  /** Does one act, to its end. */
  async do<Name extends ActName>(name: Name, now: Date, terms?: TermsOf<Name>): Promise<Outcome> {
    const worker = this.#process!;
    const number = (this.#count += 1);
    return await new Promise<Outcome>((resolve, reject) => {
      worker.on("message", function hear(message: { number: number; outcome: Outcome }) {
        if (message.number !== number) return;
        worker.off("message", hear);
        resolve(message.outcome);
      });
      worker.send({ number, name, now: now.getTime(), terms }, (error) => {
        // Of one that was just killed, `killAfter` tells.
        if (error && !worker.killed) reject(error);
      });
    });
  }

  /** Kills the process so long after acts were begun, and starts it again. */
  async killAfter(delayMs: number, acts: readonly Promise<Outcome>[]): Promise<Ending[]> {
    const process = this.#process!;
    const exit = once(process, "exit");
    // By then all that it said of its sessions is heard.
    const silence = once(process, "disconnect");
    const killed = exit.then(() => ({ killed: true }) as const);
    const endings = Promise.all(acts.map((act) => Promise.race([act, killed])));
    setTimeout(() => process.kill("SIGKILL"), delayMs);
    await Promise.all([exit, silence]);
    for (const session of this.#sessions) this.#orphans.add(session);
    this.#sessions.clear();
    await this.start();
    return await endings;
  }

  /**
   * Ends the transactions that killed processes left open. What they wrote is locked until the database does so
   * by itself, on all engines after a minute: of a clock that nobody here can set.
   */
  async endOrphans(): Promise<void> {
    const killSessions = [...this.#orphans].map((id) => ({ id: new mongoose.mongo.UUID(id) }));
    this.#orphans.clear();
    if (killSessions.length > 0) await mongoose.connection.db!.admin().command({ killSessions });
  }
}
