import { describe, expect, it } from "vitest";
import { availability } from "./availability";
import { NO_RULES } from "./time-rules";

const limits = { earliest: "2027-06-03", latest: "2028-12-02" };
const at = (day: string, slot: "AM" | "PM", isClosed = false) => ({ day, slot, isClosed });
const asked = {
  taken: [],
  period: "Half" as const,
  rules: NO_RULES,
  limits,
  stay: null,
  from: null,
};
const dayOf = (day: string, given: Partial<Parameters<typeof availability>[0]>) =>
  availability({ ...asked, from: day, ...given }).days.find((state) => state.day === day);

describe("a day", () => {
  const taken = [at("2027-06-10", "AM"), at("2027-06-11", "AM", true), at("2027-06-11", "PM")];

  it("has each half's own state", () => {
    expect(dayOf("2027-06-10", { taken })).toMatchObject({ AM: "taken", PM: "free" });
    expect(dayOf("2027-06-11", { taken })).toMatchObject({ AM: "closed", PM: "taken" });
    expect(dayOf("2027-06-12", { taken })).toMatchObject({ AM: "free", PM: "free" });
  });

  it("is as far away as its busier half where it is rented whole", () => {
    const whole = { taken, period: "Day" as const };
    expect(dayOf("2027-06-10", whole)).toMatchObject({ AM: "taken", PM: "taken" });
    expect(dayOf("2027-06-12", whole)).toMatchObject({ AM: "free", PM: "free" });
  });

  it("is outside before the first and after the last that can be reserved", () => {
    expect(dayOf("2027-06-03", {})).toMatchObject({ AM: "free" });
    expect(dayOf("2028-12-02", {})).toMatchObject({ PM: "free" });
    const first = availability(asked).days[1];
    expect(first).toEqual({ day: "2027-06-02", AM: "outside", PM: "outside", offer: null });
    const last = availability({ ...asked, from: "2028-12-01" }).days[2];
    expect(last).toEqual({ day: "2028-12-03", AM: "outside", PM: "outside", offer: null });
  });

  it("is chosen half by half, and taken when it no longer is free", () => {
    const stay = {
      startDate: "2027-06-12",
      endDate: "2027-06-13",
      startSlot: "PM",
      endSlot: "PM",
      period: "Half",
    } as const;
    const states = { stay, taken: [at("2027-06-13", "AM")] };
    expect(dayOf("2027-06-12", states)).toMatchObject({ AM: "free", PM: "chosen" });
    expect(dayOf("2027-06-13", states)).toMatchObject({ AM: "taken", PM: "chosen" });
  });
});

describe("the month", () => {
  it("is that of the days chosen, else of the first free date, else of the day asked for", () => {
    const stay = { startDate: "2027-09-30", endDate: "2027-10-01", startSlot: "AM" } as const;
    const chosen = { ...stay, endSlot: "PM", period: "Half" } as const;
    expect(availability({ ...asked, stay: chosen }).month).toBe("2027-09");
    expect(availability({ ...asked, stay: chosen, from: "2028-01-01" }).month).toBe("2028-01");
    const june = Array.from(
      { length: 28 },
      (_, day) => `2027-06-${String(day + 3).padStart(2, "0")}`,
    );
    const taken = june.flatMap((day) => [at(day, "AM"), at(day, "PM")]);
    expect(availability({ ...asked, taken }).month).toBe("2027-07");
  });

  it.each(["2027-06-02", "2001-01-01"])("from %s starts with the first day", (from) => {
    expect(availability({ ...asked, from })).toMatchObject({
      month: "2027-06",
      from: "2027-06-03",
      isFirst: true,
    });
  });

  it.each(["2028-12-03", "2027-02-30", "juin", ""])("takes %j for no day at all", (from) => {
    expect(availability({ ...asked, from })).toMatchObject({ month: "2027-06", isFirst: true });
  });

  it("has none beside it in which nothing can be reserved", () => {
    expect(availability(asked)).toMatchObject({ previous: null, next: "2027-07" });
    const last = availability({ ...asked, from: "2028-12-01" });
    expect(last).toMatchObject({ previous: "2028-11", next: null });
  });

  it("has one beside it of which a single day can be reserved", () => {
    const days = { earliest: "2027-06-30", latest: "2027-08-01" };
    expect(availability({ ...asked, limits: days, from: "2027-07-10" })).toMatchObject({
      ...{ previous: "2027-06", next: "2027-08" },
    });
  });

  it("is that of the first day where nothing at all is free", () => {
    const days = { earliest: "2027-06-03", latest: "2027-06-03" };
    const taken = [at("2027-06-03", "AM"), at("2027-06-03", "PM")];
    expect(availability({ ...asked, limits: days, taken })).toMatchObject({
      ...{ month: "2027-06", dates: [], more: null },
    });
  });
});

describe("the free dates", () => {
  it("are six at a time, with the halves that are free", () => {
    const taken = [at("2027-06-03", "AM"), at("2027-06-04", "AM"), at("2027-06-04", "PM", true)];
    const { dates, more } = availability({ ...asked, taken });
    expect(dates.map(({ day }) => day.slice(8))).toEqual(["03", "05", "06", "07", "08", "09"]);
    expect(dates[0]?.slots).toEqual(["PM"]);
    expect(dates[1]?.slots).toEqual(["AM", "PM"]);
    expect(more).toBe("2027-06-10");
    expect(availability({ ...asked, taken, from: more }).dates[0]?.day).toBe("2027-06-10");
  });

  it.each(["Day", "Half"] as const)(
    "lead to a whole day without its halves, by the %s",
    (period) => {
      const { dates } = availability({ ...asked, period });
      expect(dates[0]?.offer).toEqual({ start: "2027-06-03", end: "2027-06-03" });
    },
  );

  it("lead to what of a day is free, where half days are rented", () => {
    const taken = [at("2027-06-03", "AM"), at("2027-06-04", "PM")];
    const [first, second] = availability({ ...asked, taken }).dates;
    expect(first?.offer).toEqual({
      ...{ start: "2027-06-03", end: "2027-06-03", startSlot: "PM", endSlot: "PM" },
    });
    expect(second?.offer).toEqual({
      ...{ start: "2027-06-04", end: "2027-06-04", startSlot: "AM", endSlot: "AM" },
    });
  });

  it("have those among them that are chosen", () => {
    const day = { startDate: "2027-06-04", endDate: "2027-06-04", startSlot: "PM" } as const;
    const stay = { ...day, endSlot: "PM", period: "Half" } as const;
    const { dates } = availability({ ...asked, stay });
    expect(dates[1]).toEqual({
      ...{ day: "2027-06-04", slots: ["AM", "PM"] },
      offer: { start: "2027-06-04", end: "2027-06-04" },
    });
  });

  it("end with the last day that can be reserved", () => {
    const { dates, more, isFirst } = availability({ ...asked, from: "2028-12-01" });
    expect(dates.map(({ day }) => day)).toEqual(["2028-12-01", "2028-12-02"]);
    expect({ more, isFirst }).toEqual({ more: null, isFirst: false });
  });
});
