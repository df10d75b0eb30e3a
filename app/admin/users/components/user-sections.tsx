import { phoneText } from "~/accounts/display-name";
import { StateBadge } from "~/bookings/components/state-badge";
import { ReservationTable } from "~/admin/reservations/components/reservation-table";
import { ROLE_LABELS } from "~/admin/words/roles";
import { RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { registryText } from "~/rules/registry-number";
import { Avatar } from "~/ui/avatar";
import { Badge, Chip } from "~/ui/badge";
import { DataTable } from "~/ui/data-table";
import type { Identity, UserRecord, VenueLine } from "../user-record.server";

/** Name, kind, states, since when: the head of a record. */
export function UserHead({ user }: { user: UserRecord }) {
  return (
    <div className="record-head">
      <Avatar name={user.name} imageId={user.avatarId} large />
      <div>
        <h1>{user.name}</h1>
        <p className="row">
          <Chip icon="batiment" label="Type">
            {user.kind}
          </Chip>
          <Badge tone={user.state.tone}>{user.state.label}</Badge>
          {user.adminRole ? (
            <Chip icon="reglages" label="Rôle">
              {ROLE_LABELS[user.adminRole]}
            </Chip>
          ) : null}
          {user.isVerified && !user.isClosed ? <Badge tone="success">E-mail vérifié</Badge> : null}
          {user.payment.status === "restricted" ? (
            <Badge tone="danger">Paiements limités</Badge>
          ) : null}
        </p>
        <p className="muted">
          {`${user.city ? `${user.city}. ` : ""}Compte créé le ${user.createdAt}, ${user.lastLogin ? `dernière connexion le ${user.lastLogin}` : "jamais connecté"}. `}
          <span className="identifier">{user.tag}</span>
        </p>
      </div>
    </div>
  );
}

/** Links to the parts of a record. */
export function RecordParts({ parts }: { parts: readonly { id: string; label: string }[] }) {
  return (
    <nav aria-label="Dans cette fiche">
      <ul className="record-parts">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function IdentityPart({ identity }: { identity: Identity }) {
  const may = useMay();
  const request = new URLSearchParams({ email: identity.email }).toString();
  return (
    <RecordPart
      id="identite"
      title="Identité"
      action={
        may("privacy.treat") ? (
          <a className="office-link" href={`/admin/droits/nouvelle?${request}`}>
            Enregistrer une demande de droits
          </a>
        ) : null
      }
      card
    >
      <RecordFacts
        facts={[
          { label: "E-mail", value: identity.email },
          { label: "Téléphone", value: identity.phone && phoneText(identity.phone) },
          { label: "Structure", value: identity.entityName },
          { label: "SIRET", value: identity.siret && registryText(identity.siret) },
          { label: "INSEE", value: identity.INSEE && registryText(identity.INSEE) },
          { label: "RNA", value: identity.RNA },
          { label: "TVA", value: identity.vat },
          { label: "Numéro de TVA", value: identity.vatNumber },
          { label: "Date de naissance", value: identity.dateOfBirth },
          { label: "Adresse", value: identity.address },
          { label: "Cookies", value: identity.cookies },
        ]}
      />
    </RecordPart>
  );
}

const PAYMENT = {
  active: <Badge tone="success">Actif</Badge>,
  pending: <Badge tone="waiting">À compléter</Badge>,
  restricted: <Badge tone="danger">Limité</Badge>,
} as const;

export function AccountsPart({ user: { payment, master } }: { user: UserRecord }) {
  return (
    <RecordPart id="comptes" title="Comptes" card>
      <RecordFacts
        facts={[
          {
            label: "Compte Stripe",
            value: payment.accountId ? (
              <>
                <span className="identifier">{payment.accountId}</span>
                <br />
                {payment.status ? PAYMENT[payment.status] : null}{" "}
                {payment.payouts ? (
                  <Badge tone={payment.payouts.tone}>{payment.payouts.label}</Badge>
                ) : null}
              </>
            ) : (
              "Aucun"
            ),
          },
          {
            label: "Master",
            value: master ? (
              <>
                <a href={`/admin/master/${master.id}`}>{master.name}</a>
                {master.since ? `, lié le ${master.since}` : null}
              </>
            ) : (
              "Aucun"
            ),
          },
        ]}
      />
    </RecordPart>
  );
}

/** The way to all of a list that are an account's, where a record shows the last ones. */
function AllOfThem({ list, email, label }: { list: string; email: string; label: string }) {
  return (
    <a
      className="office-link"
      href={`${list}?${new URLSearchParams({ compte: email }).toString()}`}
    >
      {label}
    </a>
  );
}

export function VenuesPart({ venues, email }: { venues: readonly VenueLine[]; email: string }) {
  return (
    <RecordPart
      id="lieux"
      title="Lieux"
      action={
        venues.length > 0 ? (
          <AllOfThem list="/admin/location" email={email} label="Tous ses lieux" />
        ) : null
      }
    >
      {venues.length > 0 ? (
        <DataTable
          caption="Lieux de ce compte"
          columns={[
            { label: "Lieu" },
            { label: "Ville", written: true },
            { label: "État" },
            { label: "À venir", numeric: true },
            { label: "Prix", numeric: true },
          ]}
          rows={venues.map(({ id, title, city, state, coming, price }) => ({
            id,
            cells: [
              <a key="title" href={`/admin/location/${id}`}>
                {title}
              </a>,
              city,
              <Badge key="state" tone={state.tone}>
                {state.label}
              </Badge>,
              coming,
              price,
            ],
          }))}
        />
      ) : (
        <p className="muted">Aucun lieu.</p>
      )}
    </RecordPart>
  );
}

export function ReservationsPart({
  reservations,
  email,
}: Pick<UserRecord, "reservations"> & { email: string }) {
  return (
    <RecordPart
      id="reservations"
      title="Réservations"
      action={
        reservations.length > 0 ? (
          <AllOfThem list="/admin/reservation" email={email} label="Toutes ses réservations" />
        ) : null
      }
    >
      {reservations.length > 0 ? (
        <ReservationTable
          caption="Les dernières réservations de ce compte et de ses lieux"
          reservations={reservations}
        />
      ) : (
        <p className="muted">Aucune réservation.</p>
      )}
    </RecordPart>
  );
}

/** Payments that are under way or did not come about, which no list has; nothing without any. */
export function UnpaidPart({ unpaid }: Pick<UserRecord, "unpaid">) {
  if (unpaid.length === 0) return null;
  return (
    <RecordPart id="paiements" title="Paiements en cours ou abandonnés (2&nbsp;derniers jours)">
      <DataTable
        caption="Réservations que ce compte n’a pas payées"
        columns={[
          { label: "Référence" },
          { label: "Lieu", written: true },
          { label: "Jours" },
          { label: "Total", numeric: true },
          { label: "État" },
          { label: "Peut réessayer" },
        ]}
        rows={unpaid.map(({ id, reference, href, venueTitle, retry, ...row }) => ({
          id,
          cells: [
            <a key="reference" className="identifier" href={href}>
              {reference}
            </a>,
            venueTitle,
            row.period,
            row.total,
            <StateBadge key="state" tone={row.tone} label={row.state} />,
            retry,
          ],
        }))}
      />
    </RecordPart>
  );
}
