import { AnswerMode, Badge, CapacityChip, type BadgeTone } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import { Disclosure } from "~/ui/disclosure";
import { EmptyState } from "~/ui/empty-state";
import { Facts } from "~/ui/facts";
import { Pagination } from "~/ui/pagination";
import { PriceBreakdown } from "~/ui/price-breakdown";
import { Tabs } from "~/ui/tabs";
import { VenueCard, type VenueTeaser } from "~/ui/venue-card";
import type { Component } from "./example";

const TONES: readonly BadgeTone[] = ["waiting", "success", "danger", "past"];

const VENUE: VenueTeaser = {
  ...{ id: "0".repeat(24), title: "The orangery", city: "Somewhere", country: "France" },
  price: { amount: "480\u00a0€", per: "a day", withFee: "540,00\u00a0€" },
  stay: { units: "3 days", total: "1\u202f620,00\u00a0€", query: "" },
  ...{ capacity: "10 - 50", needValidation: true, cover: null, photoCount: 0 },
  rating: { average: "4,6", count: 12 },
};

/** What shows lists and their entries. */
export const displayExamples: Component = {
  props: {
    "Badge.tone": "waiting, success, danger, past: each with its icon",
    "DataTable.columns": "numeric: at the right, unwrapped; actions: buttons; cards below 848 px",
    "Facts.facts": "label and value; without a value left out",
    "EmptyState.action": "one button: what to do next",
    "PriceBreakdown.total": "absent while the days are unknown",
    "VenueCard.venue": "stay: what the days of the search come to; photoIds: arrows, with script",
  },
  examples: [
    {
      name: "facts",
      show: () => (
        <Facts
          facts={[
            { label: "Surface", value: "120\u00a0m²" },
            { label: "Left out", value: null },
          ]}
        />
      ),
    },
    {
      name: "badges",
      show: () => (
        <p className="row">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <CapacityChip capacity="10 - 50" />
          <AnswerMode needValidation={false} />
          <AnswerMode needValidation />
        </p>
      ),
    },
    {
      name: "table",
      show: () => (
        <DataTable
          caption="Payments"
          columns={[{ label: "Venue" }, { label: "State" }, { label: "Amount", numeric: true }]}
          rows={["The orangery", "The barn"].map((venue) => ({
            id: venue,
            cells: [
              venue,
              <Badge key="state" tone="success">
                Paid
              </Badge>,
              "540,00\u00a0€",
            ],
          }))}
        />
      ),
    },
    {
      name: "tabs-and-pages",
      show: () => (
        <>
          <Tabs
            tabs={["All (12)", "Waiting (3)"].map((label, at) => ({
              ...{ label, current: at === 0 },
              href: `/testpage?exemple=tabs-and-pages&tab=${at}`,
            }))}
          />
          <Pagination
            current={5}
            total={12}
            hrefOf={(page) => `/testpage?exemple=tabs-and-pages&page=${page}`}
          />
        </>
      ),
    },
    { name: "venue-card", show: () => <VenueCard venue={VENUE} heading={3} /> },
    {
      name: "breakdown",
      show: () => (
        <PriceBreakdown
          lines={[
            { label: "3 days × 480,00\u00a0€", amount: "1\u202f440,00\u00a0€" },
            { label: "Service fee (12,5\u00a0%)", amount: "180,00\u00a0€" },
          ]}
          total={{ label: "Total", amount: "1\u202f620,00\u00a0€" }}
        />
      ),
    },
    {
      name: "disclosure",
      show: () => (
        <Disclosure summary="Filter" icon="filtre" note="3 criteria">
          <p>What was asked for.</p>
        </Disclosure>
      ),
    },
    {
      name: "empty",
      show: () => (
        <EmptyState title="Nothing yet" heading={3}>
          What will be here.
        </EmptyState>
      ),
    },
  ],
};
