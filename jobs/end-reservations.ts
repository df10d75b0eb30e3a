import { endReservations } from "~/bookings/transition.server";
import type { Job } from "./job";

/** Ends the reservations whose last day is over. */
export const endPastReservations: Job = {
  name: "end-reservations",
  schedule: { cron: "10 0 * * *", timezone: "Europe/Paris", atStart: true },
  handler: async () => {
    await endReservations(new Date());
  },
};
