import { useLoaderData } from "@remix-run/react";
import { AccessPart } from "~/admin/journal/components/access-part";
import { AuditPart } from "~/admin/journal/components/audit-part";
import { actorOf, isLastSuperAdmin } from "~/admin/audit/actor.server";
import { lookText, recordAccess } from "~/admin/audit/record-access.server";
import { AccessNotice, Breadcrumb } from "~/admin/records/components/record";
import { ActPart, hasActs, useUserActs } from "~/admin/users/components/act-part";
import { SessionsPart } from "~/admin/users/components/sessions-part";
import * as parts from "~/admin/users/components/user-sections";
import { endUserSessions } from "~/admin/users/end-user-sessions.server";
import { userRecord } from "~/admin/users/user-record.server";
import { accessText, type Access } from "~/admin/words/access";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(({ user }) => user.name, {
  isPrivate: true,
});

export const loader = pageLoader({ access: "office.read", params: idParam }, async (page) => {
  const { viewer, params, now } = page;
  const user = await userRecord(params.id, now);
  await recordAccess(actorOf(page), "user", params.id, now);
  const seen = lookText(viewer, now);
  const isLast = user.adminRole !== null && (await isLastSuperAdmin(params.id, null));
  return { user, seen, isSelf: viewer.id === params.id, isLast };
});

export const action = formAction({
  "end-sessions": pageForm({
    access: "sessions.end",
    params: idParam,
    async run(call) {
      const { params, now } = call;
      const ended = await endUserSessions({ actor: actorOf(call), userId: params.id, now });
      return { to: `/admin/user/${params.id}`, toast: endedToast(ended) };
    },
  }),
});

function endedToast(ended: Access): string {
  const what = accessText(ended);
  if (!what) return "Aucun accès n’était ouvert.";
  return `Fermé\u00a0: ${what}.${ended.tokens > 0 ? " La personne en est prévenue." : ""}`;
}

export default function User() {
  const { user, seen, isSelf, isLast } = useLoaderData<typeof loader>();
  const { venues, reservations, sessions, acts, looks, identity } = user;
  const { errors } = useFormState(null);
  const may = useUserActs(user, isSelf);
  return (
    <>
      <ErrorSummary issues={summaryOf(errors)} />
      <div className="stack">
        <Breadcrumb href="/admin/user" list="Utilisateurs" name={user.name} />
        <parts.UserHead user={user} />
      </div>
      <AccessNotice text={seen} />
      <parts.RecordParts
        parts={[
          { id: "identite", label: "Identité" },
          { id: "comptes", label: "Comptes" },
          { id: "lieux", label: "Lieux" },
          { id: "reservations", label: "Réservations" },
          { id: "sessions", label: `Sessions (${sessions.length})` },
          { id: "journal", label: "Journal" },
          { id: "acces", label: "Consultations" },
          ...(hasActs(may) ? [{ id: "agir", label: "Agir" }] : []),
        ]}
      />
      <parts.IdentityPart identity={identity} />
      <parts.AccountsPart user={user} />
      <parts.VenuesPart venues={venues} email={identity.email} />
      <parts.ReservationsPart reservations={reservations} email={identity.email} />
      <parts.UnpaidPart unpaid={user.unpaid} />
      <SessionsPart user={user} />
      <AuditPart acts={acts} target={user.id} />
      <AccessPart looks={looks} email={identity.email} />
      <ActPart user={user} acts={may} isSelf={isSelf} isLastSuperAdmin={isLast} />
    </>
  );
}
