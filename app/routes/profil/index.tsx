import { useLoaderData } from "@remix-run/react";
import { withZod } from "@remix-validated-form/with-zod";
import { PRIVATE_ROLES } from "@models/enumerations";
import { AddressSection } from "~/accounts/components/address-section";
import { IdentitySection } from "~/accounts/components/identity-section";
import { MemberLayout } from "~/accounts/components/member-layout";
import { editAddress, editProfile, uploadedAvatar } from "~/accounts/edit-profile.server";
import { addressForm, profileForm } from "~/accounts/profile-forms";
import { profilePage } from "~/accounts/profile-page.server";
import { CurrentReservationSection } from "~/bookings/components/current-reservation-section";
import { LatestVenueSection } from "~/bookings/components/latest-venue-section";
import { profilePanels } from "~/bookings/lists/profile-panels.server";
import { requireViewer } from "~/platform/web/context.server";
import { formAction, intent, pageLoader } from "~/platform/web/form-action.server";
import { useFormState } from "~/platform/web/form-failure";
import { pageMeta } from "~/platform/web/page-meta";
import { redirectWithToast } from "~/platform/web/toast.server";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

/** A picture of 12 MB, and the form around it. */
const IDENTITY_BYTES = 12_500_000;

export const meta = pageMeta("Mon profil", { isPrivate: true });

/** `modifier`: the card in edit mode; `role`: whose fields it has; `mois`: the calendar's month. */
export const loader = pageLoader(async ({ request, context }) => {
  const { id } = await requireViewer(context);
  const query = new URL(request.url).searchParams;
  const profile = await profilePage(id);
  const role = PRIVATE_ROLES.find((name) => name === query.get("role")) ?? profile.identity.role;
  return {
    profile,
    panels: await profilePanels(id, query, new Date()),
    edited: query.get("modifier"),
    role: profile.type === "Entités privés" ? role : undefined,
  };
});

export const action = formAction({
  identity: intent({
    validator: withZod(profileForm),
    maxBytes: IDENTITY_BYTES,
    async run({ data, form, context }) {
      const { id } = await requireViewer(context);
      await editProfile(id, data, await uploadedAvatar(form));
      return await redirectWithToast("/profil", {
        type: "success",
        message: "Profil correctement mis à jour.",
      });
    },
  }),
  address: intent({
    validator: withZod(addressForm),
    async run({ data, context }) {
      await editAddress((await requireViewer(context)).id, data);
      return await redirectWithToast("/profil", {
        type: "success",
        message: "Coordonnées correctement mises à jour.",
      });
    },
  }),
});

export default function Profile() {
  const { profile, panels, edited, role } = useLoaderData<typeof loader>();
  const { errors } = useFormState();
  return (
    <MemberLayout>
      <h1>Mon profil</h1>
      <ErrorSummary issues={summaryOf(errors)} />
      <IdentitySection profile={profile} isEdited={edited === "identite"} role={role} />
      {profile.isAdmin ? null : (
        <AddressSection address={profile.address} isEdited={edited === "coordonnees"} />
      )}
      <CurrentReservationSection request={panels.reservation} />
      <LatestVenueSection {...panels} />
    </MemberLayout>
  );
}
