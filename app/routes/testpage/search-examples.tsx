import { VenueFilters } from "~/ui/filters";
import { SearchBox } from "~/ui/search-box";
import type { Component } from "./example";

const LIMITS = { min: "2027-06-03", max: "2028-12-02" };
const same = (value: string) => ({ value, label: value });
const FILTERS = {
  ...{ action: "/reservation", kept: {}, ...LIMITS },
  types: ["Gardens", "Castles"].map(same),
  equipment: ["Chairs", "Stage"].map(same),
};

/** Forms that look for something, each on a page of its own. */
export const searchExamples: Component = {
  props: {
    "SearchBox.otherParams": "of the query string, sent along",
    "VenueFilters.values": "what is looked for",
    "VenueFilters.errors": "what was typed and not understood: then it is open",
    "VenueFilters.count": "how many criteria there are, beside 'Filtrer'",
  },
  examples: [
    {
      name: "search-box",
      show: () => <SearchBox action="/testpage" label="Title" value="orangery" />,
    },
    {
      name: "filters",
      show: () => <VenueFilters {...FILTERS} values={{}} errors={{}} />,
    },
    {
      name: "filters-refused",
      show: () => (
        <VenueFilters
          {...FILTERS}
          count="1 criterion"
          values={{ people: "many" }}
          errors={{ people: "Say a number." }}
        />
      ),
    },
  ].map(({ name, show }) => ({
    name,
    isPage: true,
    show: () => (
      <div className="stack stack-wide">
        <h1>Search</h1>
        {show()}
      </div>
    ),
  })),
};
