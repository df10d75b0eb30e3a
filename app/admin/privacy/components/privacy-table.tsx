import { MailAddress } from "~/admin/lists/components/mail-address";
import { Badge, type BadgeTone } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import type { PrivacyRow } from "../list-requests.server";
import { PRIVACY_STATE_LABELS, type PrivacyState } from "~/admin/words/privacy-words";

/** Requests of persons, one a row: the right leads to the request. */
export function PrivacyTable({ requests }: { requests: readonly PrivacyRow[] }) {
  return (
    <DataTable
      caption="Demandes sur des données personnelles"
      columns={[
        { label: "Demande" },
        { label: "État" },
        { label: "Reçue le", numeric: true },
        { label: "Réponse due le", numeric: true },
      ]}
      rows={requests.map((request) => ({
        id: request.id,
        cells: [
          <>
            <a href={`/admin/droits/${request.id}`}>{request.kind}</a>
            <small className="anywhere">
              <MailAddress address={request.email} />
            </small>
          </>,
          <PrivacyBadge state={request.state} />,
          request.receivedOn,
          request.dueOn,
        ],
      }))}
    />
  );
}

const TONES: Record<PrivacyState, BadgeTone> = {
  open: "waiting",
  fulfilled: "success",
  refused: "danger",
  moot: "past",
};

export function PrivacyBadge({ state }: { state: PrivacyState }) {
  return <Badge tone={TONES[state]}>{PRIVACY_STATE_LABELS[state]}</Badge>;
}
