/** How a figure moved from a period to the next, in words: an arrow alone says neither how much nor whether it is good. Pure. */
import { formatDecimal } from "~/platform/numbers";
import { durationText } from "../figures/figures";

export interface Trend {
  way: "up" | "down" | "level";
  /** Whether it is good news; null: neither. More is not always better. */
  favour: "good" | "watch" | null;
  /** 'En hausse de 9\u00a0%' */
  change: string;
  /** What goes with it: '3,1\u00a0% du payé'. */
  beside?: string;
}

/** Which way is good. */
type Better = "up" | "down";

export interface Share {
  part: number;
  whole: number;
}

/** Of durations, and of what comes in small numbers, a part this small says nothing. */
const LEVEL_DURATION = 0.05;

/** By how many percent a sum moved, of which more is good; null where there was none before to compare it with. */
export function amountTrend(now: number, before: number): Trend | null {
  if (before <= 0) return null;
  const percent = Math.round((100 * (now - before)) / before);
  return trendOf(percent, `${formatDecimal(Math.abs(percent))}\u00a0%`, "up");
}

/** By how many points of a hundred a share moved; null where one of both is of nothing. */
export function shareTrend(now: Share, before: Share, better: Better): Trend | null {
  if (now.whole <= 0 || before.whole <= 0) return null;
  const percentOf = ({ part, whole }: Share) => (100 * part) / whole;
  const points = Math.round(10 * (percentOf(now) - percentOf(before))) / 10;
  const unit = Math.abs(points) >= 2 ? "points" : "point";
  return trendOf(points, `${formatDecimal(Math.abs(points))}\u00a0${unit}`, better);
}

/** Between durations in minutes; null where one is missing. */
export function durationTrend(now: number | null, before: number | null): Trend | null {
  if (now === null || before === null) return null;
  const isLevel = Math.abs(now - before) <= before * LEVEL_DURATION;
  const trend = trendOf(isLevel ? 0 : now - before, durationText(Math.abs(now - before)), "down");
  return { ...trend, beside: `${durationText(before)} les 30\u00a0jours d’avant` };
}

function trendOf(moved: number, by: string, better: Better): Trend {
  if (moved === 0) return { way: "level", favour: null, change: "Stable" };
  const way = moved > 0 ? "up" : "down";
  const change = `${moved > 0 ? "En hausse" : "En baisse"} de ${by}`;
  return { way, favour: way === better ? "good" : "watch", change };
}
