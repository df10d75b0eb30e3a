import { formatEuros } from "~/platform/money";
import { Button } from "~/ui/button";
import { HiddenFields } from "~/ui/hidden-fields";
import { SelectField, TextField } from "~/ui/inputs";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { BookingFilter, OwnersBookings } from "../lists/owners-bookings.server";
import { bookingsQuery } from "../lists/bookings-query";
import { RequestsToAnswer } from "./answer-cards";
import { BookingsCalendar } from "./bookings-calendar";
import { BookingsTable } from "./bookings-table";
import { ChangesToAnswer } from "./changes-to-answer";

/** What the query string says of the rest of the page, which stays as it is. */
type Others = Readonly<Record<string, string>>;

/** What an owner has to answer, what is to come and what is over, on the page of their venues. */
export function OwnersBookingsSection({ page, others }: { page: OwnersBookings; others: Others }) {
  const { toAnswer, changesToAnswer, answering, upcoming, past, calendar, filter, hasAny } = page;
  const hrefOf = pageHrefs(page, others);
  return (
    <>
      <InThisPage page={page} />
      {toAnswer.length > 0 ? (
        <section id="demandes" className="stack" aria-labelledby="titre-demandes">
          <h2 id="titre-demandes">Demandes à valider</h2>
          <RequestsToAnswer requests={toAnswer} />
          <Pagination
            label="Pagination des demandes à valider"
            current={answering.requests.page}
            total={answering.requests.pages}
            hrefOf={hrefOf("demandes")}
          />
        </section>
      ) : null}
      {changesToAnswer.length > 0 ? (
        <ChangesToAnswer changes={changesToAnswer}>
          <Pagination
            label="Pagination des changements de dates"
            current={answering.changes.page}
            total={answering.changes.pages}
            hrefOf={hrefOf("changements")}
          />
        </ChangesToAnswer>
      ) : null}
      {hasAny ? (
        <>
          <section id="avenir" className="stack" aria-labelledby="titre-avenir">
            <h2 id="titre-avenir">À venir</h2>
            <Filter filter={filter} others={others} />
            <YearFile years={filter.years} />
            <p role="status" className="muted">
              {upcomingText(page)}
            </p>
            {upcoming.total > 0 ? (
              <BookingsTable caption="Réservations à venir" bookings={upcoming.bookings} />
            ) : null}
            <Pagination
              label="Pagination des réservations à venir"
              current={upcoming.page}
              total={upcoming.pages}
              hrefOf={hrefOf("avenir")}
            />
          </section>
        </>
      ) : null}
      {calendar ? <BookingsCalendar calendar={calendar} filter={filter} others={others} /> : null}
      {past.total > 0 ? (
        <section id="passe" className="stack" aria-labelledby="titre-passe">
          <h2 id="titre-passe">{`Passé (${past.total})`}</h2>
          <BookingsTable caption="Réservations passées" bookings={past.bookings} />
          <Pagination
            label="Pagination des réservations passées"
            current={past.page}
            total={past.pages}
            hrefOf={hrefOf("passe")}
          />
        </section>
      ) : null}
    </>
  );
}

/** The way to another page of one of the lists, each named as its part is; all else stays where it is. */
function pageHrefs(page: OwnersBookings, others: Others) {
  const kept = { ...others, ...bookingsQuery(page) };
  return (list: "demandes" | "changements" | "avenir" | "passe") => (target: number) => {
    const query = new URLSearchParams({ ...kept, [list]: String(target) });
    return `/mes-locations?${query.toString()}#${list}`;
  };
}

/** The way to each part of a page that is long for whoever has many bookings. */
function InThisPage({ page }: { page: OwnersBookings }) {
  const { toAnswer, answering, upcoming, past, calendar, hasAny } = page;
  const answers = answering.requests.total + answering.changes.total;
  if (answers === 0 && !hasAny && !calendar) return null;
  const first = toAnswer.length > 0 ? "#demandes" : "#changements";
  const parts = [
    ...(answers > 0 ? [{ href: first, label: `À répondre (${answers})` }] : []),
    ...(hasAny ? [{ href: "#avenir", label: `À venir (${upcoming.total})` }] : []),
    ...(calendar ? [{ href: "#calendrier", label: "Calendrier" }] : []),
    ...(past.total > 0 ? [{ href: "#passe", label: `Passé (${past.total})` }] : []),
    { href: "#lieux", label: "Mes lieux" },
  ];
  return <Tabs label="Dans cette page" tabs={parts.map((part) => ({ ...part, current: false }))} />;
}

function upcomingText({ answering, upcoming, past, filter }: OwnersBookings): string {
  const { total, share } = upcoming;
  if (filter.client !== "" && total + past.total === 0) {
    return answering.requests.total === 0
      ? "Aucune réservation trouvée."
      : "Aucune réservation\u00a0; voyez plus haut les demandes à valider.";
  }
  if (total === 0) return "Aucune réservation à venir.";
  const count = total === 1 ? "1 réservation" : `${total} réservations`;
  return `${count}, ${formatEuros(share)} pour votre part.`;
}

function Filter({
  filter: { venue, month, client, venues, months },
  others,
}: {
  filter: BookingFilter;
  others: Others;
}) {
  return (
    <form
      action="/mes-locations#avenir"
      method="get"
      aria-label="Filtrer les réservations"
      className="flex flex-wrap items-end gap-3"
    >
      <HiddenFields of={others} />
      <SelectField
        label="Lieu"
        name="lieu"
        options={venues}
        placeholder="Tous les lieux"
        defaultValue={venue}
        required={false}
      />
      <SelectField
        label="Mois"
        name="mois"
        options={months}
        placeholder="Tous les mois"
        defaultValue={month}
        required={false}
      />
      <TextField
        label="Référence ou client"
        name="client"
        type="search"
        defaultValue={client}
        required={false}
      />
      <Button variant="secondary">Afficher</Button>
    </form>
  );
}

/** All bookings of a year as a file for spreadsheets. */
function YearFile({ years }: Pick<BookingFilter, "years">) {
  return (
    <p className="row">
      {years.map((year) => (
        <a key={year} className="line-link" href={`/mes-locations.csv?annee=${year}`}>
          {`Réservations de ${year} (CSV)`}
        </a>
      ))}
    </p>
  );
}
