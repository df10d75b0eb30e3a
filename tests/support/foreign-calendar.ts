import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ForeignCalendar {
  /** Its address by the name that tests are let through by. */
  url: string;
  port: number;
  /** The paths that it was asked for, in order. */
  asked: string[];
  /** What it answers with, until something else is set. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  stop: () => Promise<void>;
}

/** A server on a free loopback port that stands for a calendar elsewhere. */
export async function startForeignCalendar(): Promise<ForeignCalendar> {
  const server = createServer((request, response) => {
    calendar.asked.push(request.url ?? "");
    calendar.answer(request, response);
  });
  // Both families: a name is looked up as either.
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const calendar: ForeignCalendar = {
    url: `http://localhost:${port}/agenda.ics`,
    port,
    asked: [],
    answer: sends(calendarOf()),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return calendar;
}

/** Answers with a calendar. */
export function sends(text: string): ForeignCalendar["answer"] {
  return (_request, response) => {
    response.setHeader("Content-Type", "text/calendar");
    response.end(text);
  };
}

/** A calendar of whole days, YYYY-MM-DD, one event each. */
export function calendarOf(...days: readonly string[]): string {
  const events = days.map(
    (day) =>
      `BEGIN:VEVENT\r\nUID:${day}@ailleurs.example\r\nDTSTAMP:20260101T000000Z\r\nDTSTART;VALUE=DATE:${day.replaceAll("-", "")}\r\nEND:VEVENT\r\n`,
  );
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//ailleurs//FR\r\n${events.join("")}END:VCALENDAR\r\n`;
}

/** A calendar as it comes from elsewhere. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
