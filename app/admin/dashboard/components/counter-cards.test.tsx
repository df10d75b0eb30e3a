import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CounterCards } from "./counter-cards";

it("reads each number out with its noun, of one or none in the singular", () => {
  const counters = {
    ...{ users: 0, masters: 2, contacts: 1 },
    ...{ locations: 1, reservations: 1_204, sub_master: 0 },
  };
  const html = renderToStaticMarkup(<CounterCards id="total" title="Total" counters={counters} />);
  const read = [...html.matchAll(/<span class="sr-only">(.*?) au total/g)].map(([, noun]) => noun);
  expect(read).toEqual([
    ...[" utilisateur", " masters", " contact"],
    ...[" lieu", " réservations", " sous-master"],
  ]);
});
