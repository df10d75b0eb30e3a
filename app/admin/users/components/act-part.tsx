import { useMay } from "~/admin/use-may";
import { refusalMessage } from "~/platform/refusal";
import { LinkButton } from "~/ui/button";
import { DangerZone } from "~/ui/form-section";
import type { UserRecord } from "../user-record.server";

/** What may be done to this account: to an administrator's, by super-admins alone. */
export function useMayTouch({ adminRole }: UserRecord): ReturnType<typeof useMay> {
  const may = useMay();
  return (permission) => may(permission) && (adminRole === null || may("admins.manage"));
}

/** Each part of 'Agir sur ce compte': whether whoever looks has anything to do there. */
interface UserActs {
  view: boolean;
  cancel: boolean;
  ban: boolean;
  remove: boolean;
  /** Their role and their second step. */
  rights: boolean;
}

const NONE: UserActs = { view: false, cancel: false, ban: false, remove: false, rights: false };

/** What whoever looks may do of this account: of their own, nothing that shuts it out. */
export function useUserActs(user: UserRecord, isSelf: boolean): UserActs {
  const may = useMayTouch(user);
  if (user.isClosed) return NONE;
  return {
    view: user.canBeViewed && may("people.view-as"),
    cancel: !isSelf && user.coming > 0 && may("reservations.cancel"),
    ban: !isSelf && may("people.ban"),
    remove: !isSelf && may("people.delete"),
    rights: user.adminRole !== null && may("admins.manage"),
  };
}

/** Whether there is anything that whoever looks may do of this account. */
export const hasActs = (acts: UserActs): boolean => Object.values(acts).includes(true);

interface ActPartProps {
  user: UserRecord;
  acts: UserActs;
  /** It is the account of whoever looks. */
  isSelf: boolean;
  /** Its role cannot be changed: nobody else would be left to give one. */
  isLastSuperAdmin: boolean;
}

/** What cannot be taken back, each on a page of its own. */
export function ActPart({ user, acts, isSelf, isLastSuperAdmin }: ActPartProps) {
  if (!hasActs(acts)) return null;
  const path = `/admin/user/${user.id}`;
  return (
    <div id="agir">
      <DangerZone id="agir-titre" title="Agir sur ce compte">
        {acts.view ? <ViewAct path={path} /> : null}
        {isSelf ? (
          <p>C’est votre compte&nbsp;: il ne peut être ni banni ni supprimé par vous.</p>
        ) : (
          <ShutOutActs user={user} acts={acts} path={path} />
        )}
        {acts.rights ? (
          <RightsActs path={path} isSelf={isSelf} isLastSuperAdmin={isLastSuperAdmin} />
        ) : null}
      </DangerZone>
    </div>
  );
}

function ViewAct({ path }: { path: string }) {
  return (
    <>
      <p>
        Voir le site comme cette personne&nbsp;: lecture seule, 30&nbsp;minutes, elle en est
        informée.
      </p>
      <p className="row">
        <LinkButton variant="secondary" icon="oeil" href={`${path}/voir-comme`}>
          Voir comme
        </LinkButton>
      </p>
    </>
  );
}

interface ShutOutProps {
  user: UserRecord;
  acts: UserActs;
  path: string;
}

/** Its reservations, its access and itself: of each what it does, with its button. */
function ShutOutActs({ user, acts, path }: ShutOutProps) {
  const { isBanned, isVerified, coming } = user;
  const isBannable = acts.ban && (isVerified || isBanned);
  const hasButton = acts.cancel || isBannable || acts.remove;
  if (!acts.ban && !hasButton) return null;
  return (
    <>
      <p>
        {acts.ban && !isBanned ? `${banText(isVerified)} ` : null}
        {acts.remove ? "Supprimer efface ses données personnelles et garde les écritures. " : null}
        {acts.cancel ? (
          <b>{coming > 1 ? `${coming} réservations à venir` : "1 réservation à venir"}.</b>
        ) : null}
        {hasButton ? " La page suivante demande un motif et votre mot de passe." : null}
      </p>
      {hasButton ? (
        <p className="row">
          {acts.cancel ? (
            <LinkButton variant="quiet-danger" icon="calendrier" href={`${path}/annuler`}>
              Tout annuler
            </LinkButton>
          ) : null}
          {isBannable ? <BanButton isBanned={isBanned} path={path} /> : null}
          {acts.remove ? (
            <LinkButton variant="quiet-danger" icon="corbeille" href={`${path}/supprimer`}>
              Supprimer
            </LinkButton>
          ) : null}
        </p>
      ) : null}
    </>
  );
}

const banText = (isVerified: boolean) =>
  isVerified
    ? "Bannir ferme ses sessions et masque ses lieux."
    : "Son adresse n’est pas vérifiée\u00a0: un tel compte ne se bannit pas.";

function BanButton({ isBanned, path }: { isBanned: boolean; path: string }) {
  return isBanned ? (
    <LinkButton variant="secondary" icon="valide" href={`${path}/retablir`}>
      Rétablir
    </LinkButton>
  ) : (
    <LinkButton variant="quiet-danger" icon="refus" href={`${path}/bannir`}>
      Bannir
    </LinkButton>
  );
}

/** An administrator's role and second step. */
function RightsActs({
  path,
  isSelf,
  isLastSuperAdmin,
}: Pick<ActPartProps, "isSelf" | "isLastSuperAdmin"> & { path: string }) {
  // Whoever looks is that super-admin: nobody else may do anything here.
  if (isLastSuperAdmin) return <p>{refusalMessage("last_admin")}</p>;
  return (
    <p className="row">
      <LinkButton variant="secondary" icon="reglages" href={`${path}/role`}>
        Changer de rôle
      </LinkButton>
      {isSelf ? null : (
        <LinkButton variant="secondary" icon="bouclier" href={`${path}/seconde-etape`}>
          Réinitialiser sa seconde étape
        </LinkButton>
      )}
    </p>
  );
}
