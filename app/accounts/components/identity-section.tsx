import { shownAs, type PrivateRole } from "@models/enumerations";
import { parseDay, formatDay } from "~/platform/days";
import { registryText } from "~/rules/registry-number";
import { useFormState } from "~/platform/web/form-state";
import { Avatar } from "~/ui/avatar";
import { LinkButton } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { FormSection } from "~/ui/form-section";
import { phoneText } from "../display-name";
import type { ProfilePage } from "../profile-page.server";
import { profilePageInput } from "../profile-rules";
import { IdentityForm } from "./identity-form";

interface IdentitySectionProps {
  profile: ProfilePage;
  isEdited: boolean;
  role: PrivateRole | undefined;
}

/** Who someone is, to read or to change. */
export function IdentitySection({ profile, isEdited, role }: IdentitySectionProps) {
  return (
    <FormSection id="identite" title="Mon identité">
      <div className="flex items-center gap-4">
        <Avatar name={profile.fullName} imageId={profile.avatarId} large />
        <div className="min-w-0">
          <p>
            <b>{profile.fullName}</b>
          </p>
          <p className="muted">{profile.email}</p>
        </div>
      </div>
      {isEdited ? <EditedIdentity profile={profile} role={role} /> : <Identity profile={profile} />}
    </FormSection>
  );
}

/** The form; above it what is recorded, for who was told that it is no more what they changed. */
function EditedIdentity(shown: Omit<IdentitySectionProps, "isEdited">) {
  const { errors } = useFormState(profilePageInput, "identity");
  return (
    <>
      {errors.version ? <Identity profile={shown.profile} /> : null}
      <IdentityForm {...shown} />
    </>
  );
}

function Identity({ profile }: { profile: ProfilePage }) {
  const { identity, isAdmin, status, since } = profile;
  const birth = identity.dateOfBirth && parseDay(identity.dateOfBirth);
  return (
    <>
      <Facts
        facts={[
          { label: "Prénom", value: identity.name },
          { label: "Nom", value: identity.lastname },
          { label: "Statut", value: isAdmin ? null : status && shownAs(status) },
          { label: "Nom de la structure", value: identity.entityName },
          { label: "SIRET", value: identity.siret && registryText(identity.siret) },
          { label: "INSEE", value: identity.INSEE && registryText(identity.INSEE) },
          { label: "RNA", value: identity.RNA },
          { label: "TVA", value: profile.vat },
          { label: "Numéro de TVA", value: identity.vatNumber },
          { label: "Date de naissance", value: birth && formatDay(birth) },
          { label: "Téléphone", value: identity.phone && phoneText(identity.phone) },
          { label: "Inscrit(e) depuis le", value: since },
        ]}
      />
      <p>
        <LinkButton variant="secondary" icon="crayon" href="/profil?modifier=identite#identite">
          Modifier<span className="sr-only"> mon identité</span>
        </LinkButton>
      </p>
    </>
  );
}
