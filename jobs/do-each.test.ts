import mongoose from "mongoose";
import { expect, it } from "vitest";
import { Refusal } from "~/platform/refusal";
import { doEach } from "./do-each";

const done: string[] = [];
const step = (name: string, error?: Error) => () => {
  done.push(name);
  return error ? Promise.reject(error) : Promise.resolve();
};
const tried = async (errors: readonly (Error | undefined)[]) => {
  done.length = 0;
  const steps = errors.map((error, place) => step(`${place}`, error));
  const failure = await doEach(steps).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { failure, done: [...done] };
};

it("does all steps, whichever fail, and fails with what they failed with", async () => {
  const [one, other] = [new Error("one"), new Error("other")];
  expect(await tried([undefined, undefined])).toEqual({ failure: undefined, done: ["0", "1"] });
  expect(await tried([one, undefined])).toEqual({ failure: one, done: ["0", "1"] });
  const { failure, done } = await tried([one, undefined, other, undefined]);
  expect(done).toEqual(["0", "1", "2", "3"]);
  expect(failure).toBeInstanceOf(AggregateError);
  expect(failure).toMatchObject({ errors: [one, other], message: "2 steps failed" });
});

it.each([
  new mongoose.mongo.MongoNetworkError("away"),
  // As a transaction says it whose time was over.
  new Refusal("unavailable"),
])("ends where the database is away: each step would wait for it in vain (%#)", async (away) => {
  expect(await tried([new Error("one"), away, undefined])).toEqual({
    failure: away,
    done: ["0", "1"],
  });
});
