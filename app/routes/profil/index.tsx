import { useLoaderData } from "@remix-run/react";
import { PRIVATE_ROLES } from "@models/enumerations";
import { AddressSection } from "~/accounts/components/address-section";
import { IdentitySection } from "~/accounts/components/identity-section";
import { MemberLayout } from "~/accounts/components/member-layout";
import {
  avatarChange,
  editAddress,
  editProfile,
  identityInput,
} from "~/accounts/edit-profile.server";
import { profilePage } from "~/accounts/profile-page.server";
import { addressInput, profileEdit, profilePageInput } from "~/accounts/profile-rules";
import { CurrentReservationSection } from "~/bookings/components/current-reservation-section";
import { LatestVenueSection } from "~/bookings/components/latest-venue-section";
import { profilePanels } from "~/bookings/lists/profile-panels.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import type { PageHandle } from "~/platform/web/style-sheet";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

/** A picture of 12 MB, and the form around it. */
const IDENTITY_BYTES = 12_500_000;

export const meta = pageMeta("Mon profil", { isPrivate: true });

export const handle: PageHandle = { style: "venue" };

/** `modifier`: the card in edit mode; `role`: whose fields it has; `mois`: the calendar's month. */
export const loader = pageLoader({ access: "member" }, async ({ viewer, query, now }) => {
  const profile = await profilePage(viewer.id);
  const role = PRIVATE_ROLES.find((name) => name === query.get("role")) ?? profile.identity.role;
  return {
    profile,
    panels: await profilePanels(viewer, query, now),
    edited: query.get("modifier"),
    role: profile.type === "Entités privés" ? role : undefined,
  };
});

/** What the form showed of the profile; the calls that share its fields have no page. */
function versionIn(form: FormData): string | undefined {
  const version = form.get("version");
  return typeof version === "string" ? version : undefined;
}

export const action = formAction({
  identity: pageForm({
    access: "member",
    mine: true,
    failure: "edit",
    input: identityInput,
    files: { maxBytes: IDENTITY_BYTES },
    async run({ input, viewer, form }) {
      const edit = { ...profileEdit(input), version: versionIn(form) };
      await editProfile(viewer.id, edit, await avatarChange(input));
      return { to: "/profil", toast: "Profil correctement mis à jour." };
    },
  }),
  address: pageForm({
    access: "member",
    mine: true,
    failure: "edit",
    input: addressInput,
    async run({ input, viewer, form }) {
      await editAddress(viewer.id, { ...input, version: versionIn(form) });
      return { to: "/profil", toast: "Coordonnées correctement mises à jour." };
    },
  }),
});

export default function Profile() {
  const { profile, panels, edited, role } = useLoaderData<typeof loader>();
  const { lead, errors } = useFormState(profilePageInput);
  return (
    <MemberLayout>
      <h1>Mon profil</h1>
      <ErrorSummary lead={lead} issues={summaryOf(errors)} />
      <IdentitySection profile={profile} isEdited={edited === "identite"} role={role} />
      {profile.isAdmin ? null : (
        <AddressSection
          address={profile.address}
          version={profile.versions.address}
          isEdited={edited === "coordonnees"}
        />
      )}
      <CurrentReservationSection request={panels.reservation} />
      <LatestVenueSection {...panels} />
    </MemberLayout>
  );
}
