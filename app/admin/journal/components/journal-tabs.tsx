import { Tabs } from "~/ui/tabs";

const LOGS = [
  { href: "/admin/journal", label: "Actes" },
  { href: "/admin/journal/acces", label: "Consultations" },
];

/** The two logs: what administrators did, and whose data they looked at. */
export function JournalTabs({ current }: { current: (typeof LOGS)[number]["href"] }) {
  return (
    <Tabs label="Journaux" tabs={LOGS.map((log) => ({ ...log, current: log.href === current }))} />
  );
}
