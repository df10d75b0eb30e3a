import { sandbox } from "../../support/payments";
import { expect, test } from "vitest";
import { ReservationModel } from "@models/reservation";
import { WishModel } from "@models/wish";
import { emptyWholeDatabase, useDatabase } from "../../support/database";
import { Chance } from "./chance";
import { City } from "./city";
import { STEPS, type Step } from "./odds";
import { ANSWERS, answersReached, expectEachBalance, expectEachShare, Witness } from "./truths";

useDatabase();

/** As many in every run of the suite; each looks at all of the town, so that twice as many took almost three times as long. */
const COUNT = Number(process.env.SIMULATION_STEPS ?? 250);
const SEED = Number(process.env.SIMULATION_SEED ?? Date.now() % 1_000_000);
/** A long run is made of several, each in a town of its own: looking at all of a town takes its time. */
const MOST_AT_ONCE = 1_000;
/** After so many steps everything comes to rest. */
const ROUND = 50;
/** Of the log, what a failure shows. */
const SHOWN = 30;

const runs = Array.from({ length: Math.ceil(COUNT / MOST_AT_ONCE) }, (_, run) => ({
  seed: SEED + run,
  steps: Math.min(MOST_AT_ONCE, COUNT - run * MOST_AT_ONCE),
}));

const reached = new Set<string>();

test.each(runs)(
  "$steps steps of people, jobs, Stripe and crashes (SIMULATION_SEED=$seed): every day once, every cent where it is said to be",
  { timeout: 60_000 + MOST_AT_ONCE * 1_500 },
  async ({ seed, steps }) => {
    await emptyWholeDatabase();
    await sandbox.control("reset");
    const chance = new Chance(seed);
    const city = new City(chance);
    const witness = new Witness(sandbox);
    const log: string[] = [];
    try {
      await city.found();
      for (let number = 1; number <= steps; number += 1) {
        const step = chance.weighed<Step>(STEPS);
        const endings = await city.step(step);
        log.push(`${number} ${city.now.toISOString()} ${step} ${JSON.stringify(endings)}`);
        for (const ending of endings) if ("failed" in ending) throw new Error(ending.failed);
        await witness.expectTruth();
        if (number % ROUND === 0) {
          await city.settle();
          await witness.expectSettledTruth();
        }
      }
      await city.settle();
      // Else it was no proof of anything.
      expect(await witness.expectSettledTruth()).toBeGreaterThan(steps / 10);
      // At the end of one run in many nobody has a stay before them: all are over or called off.
      expect(await ReservationModel.exists({ "history.state": "confirmed" })).not.toBeNull();
      // Of 250 steps some runs make no offer to anybody who waits: four had 5, 3, 5 and 1.
      if (steps === MOST_AT_ONCE) expect(await WishModel.distinct("reservation")).not.toEqual([]);
      await expectEachBalance();
      await expectEachShare();
      const answers = await answersReached();
      process.stdout.write(`seed ${seed}: what came of other dates ${JSON.stringify(answers)}\n`);
      for (const answer of ANSWERS) if (answers[answer] > 0) reached.add(answer);
    } catch (error) {
      throw new Error(`seed ${seed}, after\n${log.slice(-SHOWN).join("\n")}`, { cause: error });
    } finally {
      await city.product.stop();
    }
  },
);

// In a short run that is a matter of luck: of a thousand steps two in five had no refusal among a dozen answers.
if (COUNT >= 5 * MOST_AT_ONCE) {
  test("owners who were asked about other dates gave every answer", () => {
    expect([...reached].sort()).toEqual([...ANSWERS].sort());
  });
}
