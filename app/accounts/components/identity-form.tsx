import { PRIVATE_ROLES, type PrivateRole } from "@models/enumerations";
import { useFormState } from "~/platform/web/form-state";
import { ShownField, WhoseField } from "~/platform/web/shown-field";
import { Button, LinkButton } from "~/ui/button";
import { CheckboxField } from "~/ui/choices";
import { FileField } from "~/ui/file-field";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { Tabs } from "~/ui/tabs";
import type { ProfilePage } from "../profile-page.server";
import { profilePageInput } from "../profile-rules";
import { KindFields } from "./kind-fields";

interface IdentityFormProps {
  profile: ProfilePage;
  /** The role whose fields are shown: the account's, or the one to change to. */
  role: PrivateRole | undefined;
}

const FORMATS = "JPEG, PNG, WebP ou AVIF, 12\u00a0Mo au plus.";

const editHref = (role: PrivateRole) =>
  `/profil?${new URLSearchParams({ modifier: "identite", role }).toString()}#identite`;

/** The identity card in edit mode; another role is another address, with that role's fields. */
export function IdentityForm({ profile, role }: IdentityFormProps) {
  const state = useFormState(profilePageInput, "identity");
  const { identity, type } = profile;
  const query = new URLSearchParams({ modifier: "identite", ...(role && { role }) });
  return (
    <>
      {type === "Entités privés" ? (
        <Tabs
          label="Type de compte"
          tabs={PRIVATE_ROLES.map((name) => ({
            href: editHref(name),
            label: name,
            current: name === role,
          }))}
        />
      ) : null}
      <Form
        className="max-w-formulaire"
        encType="multipart/form-data"
        action={`/profil?${query.toString()}`}
      >
        <WhoseField />
        <ShownField name="version" value={profile.versions.identity} />
        {type ? <input type="hidden" name="type" value={type} /> : null}
        {role ? <input type="hidden" name="role" value={role} /> : null}
        <TextField
          {...state.field("name", identity.name)}
          label="Prénom"
          hint="De 2 à 15 caractères"
          autoComplete="given-name"
        />
        <TextField
          {...state.field("lastname", identity.lastname)}
          label="Nom"
          hint="De 2 à 15 caractères"
          autoComplete="family-name"
        />
        <KindFields
          type={type ?? undefined}
          role={role}
          identity={identity}
          unsaidVat={profile.unsaidVat}
          mayLackRna={profile.mayLackRna}
          state={state}
        />
        <FileField
          name="avatar"
          label="Photo de profil"
          // No browser keeps a file for a page that is shown again.
          hint={
            state.step
              ? `${FORMATS} Si vous en aviez choisi une, choisissez-la de nouveau.`
              : FORMATS
          }
          error={state.errors.avatar}
          optional
        />
        {profile.avatarId ? (
          <CheckboxField
            name="removeAvatar"
            label="Retirer ma photo"
            defaultChecked={state.values.removeAvatar !== undefined}
            optional
          />
        ) : null}
        <div className="row">
          <Button name="intent" value="identity">
            Sauvegarder
          </Button>
          <LinkButton variant="secondary" href="/profil">
            Annuler
          </LinkButton>
        </div>
      </Form>
    </>
  );
}
