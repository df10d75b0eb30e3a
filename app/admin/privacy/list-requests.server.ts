import type { QueryFilter } from "mongoose";
import { PRIVACY_KINDS, type PrivacyKind } from "@models/enumerations";
import { PrivacyRequestModel, type PrivacyRequest } from "@models/privacy-request";
import { formatDay, formatInstant } from "~/platform/days";
import { knownOr, OTHER } from "~/platform/known-value";
import { NOT_SET } from "~/platform/not-set.server";
import { cursorPage, eachRow, mapPage, type CursorPage } from "../lists/cursor-page.server";
import { emailContaining } from "../lists/search.server";
import {
  FORGOTTEN,
  PRIVACY_CHANNEL_LABELS,
  privacyWords,
  PRIVACY_STATE_LABELS,
  PRIVACY_STATES,
  stateOf,
  type PrivacyState,
} from "../words/privacy-words";
import { defineList } from "../lists/define-list.server";
import { choice, search } from "../lists/filters";
import type { Ordered } from "../lists/orders";

/** Empty: not filtered by it. */
export interface PrivacyFilters extends Ordered {
  /** A part of the person's address. */
  email: string;
  droit: PrivacyKind | "";
  etat: PrivacyState | "";
}

/** A request in the list. */
export interface PrivacyRow {
  id: string;
  kind: string;
  /** The person's address, or that they are forgotten. */
  email: string;
  state: PrivacyState;
  receivedOn: string;
  dueOn: string;
}

const FIELDS = "kind email outcome receivedOn dueOn";

/** Requests of persons about their data, newest first. */
export async function listRequests(
  filters: PrivacyFilters,
  cursor: string,
): Promise<CursorPage<PrivacyRow>> {
  const page = await cursorPage<PrivacyRequest>(PrivacyRequestModel, {
    filter: requestsFilter(filters),
    order: filters.tri,
    fields: FIELDS,
    cursor,
  });
  return mapPage(page, toRow);
}

/** All of them, for a CSV. */
function everyRequest(filters: PrivacyFilters) {
  return eachRow<PrivacyRequest>(PrivacyRequestModel, {
    filter: requestsFilter(filters),
    order: filters.tri,
    fields: `${FIELDS} channel closedAt createdAt`,
  });
}

/** The list of requests, and its file. */
export const privacyList = defineList({
  path: "/admin/droits",
  title: "Droits des personnes",
  noun: ["demande", "demandes"],
  empty: "Aucune demande trouvée...",
  filters: {
    email: search("E-mail"),
    droit: choice("Droit", PRIVACY_KINDS, (kind) => privacyWords(kind).label),
    etat: choice("État", PRIVACY_STATES, (state) => PRIVACY_STATE_LABELS[state]),
  },
  read: listRequests,
  csv: {
    name: "droits",
    columns: {
      "Reçue le": ({ receivedOn }) => formatDay(receivedOn),
      Droit: ({ kind }) => privacyWords(kind).label,
      Par: ({ channel }) => knownOr(PRIVACY_CHANNEL_LABELS, channel, OTHER),
      "E-mail": ({ email }) => email,
      "Réponse due le": ({ dueOn }) => formatDay(dueOn),
      État: ({ outcome }) => PRIVACY_STATE_LABELS[stateOf(outcome)],
      "Close le": ({ closedAt }) => closedAt && formatInstant(closedAt),
    },
    rows: everyRequest,
  },
});

function requestsFilter({ email, droit, etat }: PrivacyFilters): QueryFilter<PrivacyRequest> {
  return {
    ...(droit && { kind: droit }),
    ...(etat && { outcome: etat === "open" ? NOT_SET : etat }),
    ...(email && { email: emailContaining(email) }),
  };
}

function toRow({ _id, kind, email, outcome, receivedOn, dueOn }: PrivacyRequest): PrivacyRow {
  return {
    id: _id.toString(),
    kind: privacyWords(kind).label,
    email: email ?? FORGOTTEN,
    state: stateOf(outcome),
    receivedOn: formatDay(receivedOn),
    dueOn: formatDay(dueOn),
  };
}
