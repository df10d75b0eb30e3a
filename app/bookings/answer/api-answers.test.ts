import { expect, test } from "vitest";
import type { Reservation } from "@models/reservation";
import { acceptedShape, refusedShape, toAccepted, toRefused } from "./api-answers";

const of = (status: Reservation["status"]) => ({ status }) as Reservation;

test.each([
  ["confirmed", "confirmed"],
  ["capturing", "capturing"],
  ["cancelled", "cancelled"],
  ["cancelling", "cancelled"],
] as const)("a request that was accepted and is %s", (status, told) => {
  expect(acceptedShape.parse(toAccepted(of(status)))).toEqual({ status: told });
});

test.each(["cancelling", "cancelled"] as const)(
  "a request that was refused and is %s",
  (status) => {
    expect(refusedShape.parse(toRefused(of(status)))).toEqual({ status });
  },
);
