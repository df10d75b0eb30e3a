import { formatCount } from "~/platform/numbers";
import type { Counters } from "../counters.server";

const CARDS = [
  { key: "users", label: "Utilisateurs", one: "utilisateur", path: "/admin/user" },
  { key: "masters", label: "Masters", one: "master", path: "/admin/master" },
  { key: "contacts", label: "Contacts", one: "contact", path: "/admin/contact" },
  { key: "locations", label: "Lieux", one: "lieu", path: "/admin/location" },
  { key: "reservations", label: "Réservations", one: "réservation", path: "/admin/reservation" },
  { key: "sub_master", label: "Sous-masters", one: "sous-master", path: "/admin/sub-master" },
] as const satisfies readonly { key: keyof Counters; label: string; one: string; path: string }[];

interface CounterCardsProps {
  id: string;
  title: string;
  counters: Counters;
  /** YYYY-MM-DD, when only what came that day is counted. */
  day?: string;
}

/** Six numbers, each the link to the list that it counts. */
export function CounterCards({ id, title, counters, day }: CounterCardsProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className={day ? "counters counters-today" : "counters"}>
        {CARDS.map(({ key, label, one, path }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <a href={day ? `${path}?date=${day}` : path}>
                {formatCount(counters[key])}
                <span className="sr-only">
                  {` ${counters[key] > 1 ? label.toLowerCase() : one} ${day ? "aujourd’hui" : "au total"}, voir la liste`}
                </span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
