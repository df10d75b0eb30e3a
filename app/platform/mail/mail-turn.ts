import { addMinutes } from "../days";

/** So many of what is written to many leave in a minute, so that no code and no request waits behind them. */
const A_MINUTE = 200;

/** When a mail of many leaves, before which so many others of them do. */
export const turnOf = (before: number, now: Date): Date =>
  addMinutes(now, Math.floor(before / A_MINUTE));
