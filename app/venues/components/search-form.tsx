import { ErrorSummary } from "~/ui/error-summary";
import { VenueFilters } from "~/ui/filters";
import { Icon } from "~/ui/icon";
import { summaryOf } from "~/ui/summary-of";
import { criteriaOf } from "../search-criteria";
import {
  eurosText,
  listingPath,
  searchFields,
  type DayLimits,
  type ReadSearch,
} from "../search-form";
import { EQUIPMENT_OPTIONS, TYPE_OPTIONS } from "../venue-options";

interface SearchFormProps extends Pick<ReadSearch, "search" | "errors" | "typed"> {
  limits: DayLimits;
}

/** The listing's filters, folded, and what is being searched as criteria that take themselves away. */
export function SearchForm({ search, errors, typed, limits }: SearchFormProps) {
  const criteria = criteriaOf(search);
  const { sort, capacity } = search;
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <div className="criteria">
        <VenueFilters
          action="/reservation"
          values={{
            city: search.city,
            minPrice: eurosText(search.minPrice),
            maxPrice: eurosText(search.maxPrice),
            people: search.people?.toString(),
            ...typed,
            start: search.start ?? typedDay(typed.start),
            end: search.end ?? typedDay(typed.end),
            types: search.types,
            equipment: search.equipment,
          }}
          errors={errors}
          kept={{ ...(capacity && { capacity }), ...(sort !== "recent" && { sort }) }}
          count={criteria.length > 0 ? countText(criteria.length) : undefined}
          min={limits.earliest}
          max={limits.latest}
          types={TYPE_OPTIONS}
          equipment={EQUIPMENT_OPTIONS}
        />
        {criteria.length > 0 ? (
          <>
            <ul className="row gap-2" aria-label="Critères de la recherche">
              {criteria.map(({ label, without }) => (
                <li key={listingPath(without)}>
                  <a className="badge chip" href={listingPath(without)}>
                    <span>
                      {label}
                      <span className="sr-only">, retirer ce critère</span>
                    </span>
                    <Icon name="fermer" size={20} />
                  </a>
                </li>
              ))}
            </ul>
            <a className="line-link" href="/reservation">
              Tout effacer
            </a>
          </>
        ) : null}
      </div>
    </>
  );
}

/** What is no day no field of days can show, and the calendar breaks at it. */
const typedDay = (text: string | undefined) => searchFields.start.safeParse(text).data;

const countText = (count: number) => (count === 1 ? "1 critère" : `${count} critères`);
