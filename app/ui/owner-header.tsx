import { Avatar } from "./avatar";
import { Chip } from "./badge";
import type { IconName } from "./icons";

export type OwnerKind = "Association" | "Entreprise" | "Commune" | "Particulier" | "Collectivité";

interface OwnerHeaderProps {
  brand: string;
  name: string;
  avatarId?: string | null;
  kind?: OwnerKind;
  /** DD/MM/YYYY. */
  since: string;
}

const kindIcon: Record<OwnerKind, IconName> = {
  Association: "groupe",
  Entreprise: "document",
  Commune: "batiment",
  Collectivité: "batiment",
  Particulier: "personne",
};

/** Who rents the venue out, and since when. */
export function OwnerHeader({ brand, name, avatarId, kind, since }: OwnerHeaderProps) {
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} imageId={avatarId} large />
      <div className="min-w-0">
        <p className="row gap-x-2.5 gap-y-1">
          <b className="min-w-0">{name}</b>
          {kind ? <Chip icon={kindIcon[kind]}>{kind}</Chip> : null}
        </p>
        <p className="muted">{`Inscrit(e) sur ${brand} depuis le ${since}`}</p>
      </div>
    </div>
  );
}
