import { Schema, type Types } from "mongoose";
import { defineModel, schemaOptions } from "./define";
import {
  CALENDAR_PROBLEMS,
  LONGEST_ZONE,
  MOST_UNKNOWN_ZONES,
  type CalendarProblem,
} from "./enumerations";

/** A calendar elsewhere whose events close days of a venue; its `_id` is the `block` of the half days it takes. */
export interface CalendarImport {
  _id: Types.ObjectId;
  venue: Types.ObjectId;
  owner: Types.ObjectId;
  /** What its owner calls it. */
  name: string;
  /** Where it is read. It may hold a secret: shown to the owner alone, never logged. */
  url: string;
  /** From when on it is to be read again; never while absent. */
  dueAt?: Date;
  /** Counted up by each reading that begins: only the latest may write what it found. */
  turn: number;
  /** Readings in a row that failed. */
  failures: number;
  /** The last reading that succeeded. */
  syncedAt?: Date;
  /** What the last reading failed with. */
  problem?: CalendarProblem;
  /** Half days of its events that somebody else had when it was last read: its own as soon as they come free. */
  heldByOthers?: string[];
  /** Half days of its events on weekdays that were closed when it was last read: its own as soon as these are opened. */
  onClosedDays?: string[];
  /** Counted up whenever half days of the venue come free, so that a reading beside it does not miss that. */
  marks?: number;
  /** Time zones that nobody knows, whose events were left out. */
  unknownZones: string[];
  /** Events that could not be understood, and were left out. */
  unread: number;
  /** Events that say they take no time, and closed nothing. */
  free?: number;
  createdAt: Date;
}

/** A stranger's calendar says them: a document that grows with it would take the memory of who reads many. */
function areFew(zones: readonly string[]): boolean {
  return zones.length <= MOST_UNKNOWN_ZONES && zones.every(({ length }) => length <= LONGEST_ZONE);
}

const count = { type: Number, required: true, default: 0 };

const schema = new Schema<CalendarImport>(
  {
    venue: { type: Schema.Types.ObjectId, required: true },
    owner: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    url: { type: String, required: true },
    dueAt: Date,
    turn: count,
    failures: count,
    syncedAt: Date,
    problem: { type: String, enum: CALENDAR_PROBLEMS },
    heldByOthers: { type: [String], default: undefined },
    onClosedDays: { type: [String], default: undefined },
    marks: Number,
    unknownZones: { type: [String], required: true, default: [], validate: areFew },
    unread: count,
    free: Number,
    createdAt: { type: Date, required: true },
  },
  { ...schemaOptions, collection: "calendarimports" },
);
schema.index({ venue: 1, url: 1 }, { unique: true });
schema.index({ owner: 1 });
schema.index({ dueAt: 1 });

export const CalendarImportModel = defineModel("CalendarImport", schema);
