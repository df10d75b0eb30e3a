import { parentPort, workerData } from "node:worker_threads";
import { outcomeOf, type CalendarTask } from "./calendar-task";

/** A program of its own, run as a thread: reads one calendar, answers, and ends. */
parentPort?.postMessage(outcomeOf(workerData as CalendarTask));
