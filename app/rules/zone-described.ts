/** How the time zones of France are described in a file for calendars (RFC 5545). Pure. */
import { PARIS, type Zone } from "~/platform/zones";

/** The rule of the European Union since 1996; no reservation is older. */
const PARIS_CLOCKS = `BEGIN:STANDARD
DTSTART:19961027T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19960331T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT`;

/** Saint-Pierre-et-Miquelon goes by the rule of North America, since 2007. */
const MIQUELON_CLOCKS = `BEGIN:STANDARD
DTSTART:20071104T020000
TZOFFSETFROM:-0200
TZOFFSETTO:-0300
RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:20070311T020000
TZOFFSETFROM:-0300
TZOFFSETTO:-0200
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
END:DAYLIGHT`;

/** Of places whose clocks never change. */
function alwaysAhead(offset: string): string {
  return `BEGIN:STANDARD
DTSTART:19960101T000000
TZOFFSETFROM:${offset}
TZOFFSETTO:${offset}
END:STANDARD`;
}

const CLOCKS: Record<Zone, string> = {
  [PARIS]: PARIS_CLOCKS,
  "America/Guadeloupe": alwaysAhead("-0400"),
  "America/Martinique": alwaysAhead("-0400"),
  "America/Cayenne": alwaysAhead("-0300"),
  "America/Miquelon": MIQUELON_CLOCKS,
  "Indian/Reunion": alwaysAhead("+0400"),
  "Indian/Mayotte": alwaysAhead("+0300"),
  "Pacific/Wallis": alwaysAhead("+1200"),
  "Pacific/Tahiti": alwaysAhead("-1000"),
  "Pacific/Noumea": alwaysAhead("+1100"),
};

/** A VTIMEZONE, its lines ended as in these files but for the last. */
export function zoneDescribed(zone: Zone): string {
  const text = `BEGIN:VTIMEZONE\nTZID:${zone}\n${CLOCKS[zone]}\nEND:VTIMEZONE`;
  return text.replaceAll("\n", "\r\n");
}
