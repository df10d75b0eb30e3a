import { expect, onTestFinished, test, vi } from "vitest";
import { logger } from "~/platform/log.server";
import { compareClocks } from "./clocks.server";

test("a clock that is a minute from Stripe's is told of, every ten minutes", () => {
  const warned = vi.spyOn(logger, "warn").mockReturnValue();
  onTestFinished(() => warned.mockRestore());
  const start = Date.parse("2027-03-10T09:00:00Z");
  const told = (minutes: number, behind: number) => {
    const ours = start + minutes * 60_000;
    compareClocks(new Date(ours - behind * 1_000).toUTCString(), new Date(ours));
    return warned.mock.calls.splice(0).map(([fields]) => fields);
  };
  expect(told(0, 60)).toEqual([]);
  expect(told(0, -60)).toEqual([]);
  expect(told(0, 600)).toEqual([{ seconds: 600 }]);
  expect(told(9, 600)).toEqual([]);
  expect(told(10, -61)).toEqual([{ seconds: -61 }]);
  for (const date of [undefined, "", "soon"]) compareClocks(date, new Date(start * 2));
  expect(warned).not.toHaveBeenCalled();
});
