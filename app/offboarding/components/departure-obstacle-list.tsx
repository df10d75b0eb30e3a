import { FormSection } from "~/ui/form-section";
import type { DepartureObstacles, Obstacle } from "../departure-obstacles.server";

/** Why an account cannot be closed yet: every reservation that still needs it, and money that is awaited. */
export function DepartureObstacleList({ obstacles }: { obstacles: DepartureObstacles }) {
  const { asBuyer, asOwner, heldUntil, awaited } = obstacles;
  return (
    <>
      {asBuyer.length + asOwner.length > 0 ? (
        <p>
          Votre compte a encore des réservations à venir. Annulez-les ou attendez leur fin, puis
          revenez ici.
        </p>
      ) : null}
      <ObstacleSection id="vos-demandes" title="Vos demandes" obstacles={asBuyer}>
        <p>
          <a className="line-link" href="/mes-demandes">
            Voir mes demandes
          </a>
        </p>
      </ObstacleSection>
      <ObstacleSection id="vos-lieux" title="Réservations de vos lieux" obstacles={asOwner}>
        <p>
          <a className="line-link" href="/mes-locations">
            Voir mes locations
          </a>
        </p>
      </ObstacleSection>
      {heldUntil ? <p>{heldText(heldUntil)}</p> : null}
      <ObstacleSection id="argent-attendu" title="Argent attendu" obstacles={awaited}>
        <p>
          Sans votre compte, nous ne pourrions plus vous écrire à ce sujet. Il pourra être désactivé
          une fois que c’est réglé&nbsp;; <a href="/contact">écrivez-nous</a> si cela tarde.
        </p>
      </ObstacleSection>
    </>
  );
}

/** Of days that somebody may still pay for: an owner sees neither who nor which. */
export function heldText(until: string): string {
  return `Des dates sont gardées pour quelqu’un qui ne les a pas encore payées, jusqu’au ${until} au plus tard. Réessayez ensuite.`;
}

function ObstacleSection({
  id,
  title,
  obstacles,
  children,
}: {
  id: string;
  title: string;
  obstacles: readonly Obstacle[];
  children: React.ReactNode;
}) {
  if (obstacles.length === 0) return null;
  return (
    <FormSection id={id} title={title}>
      <ObstacleItems obstacles={obstacles} />
      {children}
    </FormSection>
  );
}

/** Reservations that are in the way, one a line. */
export function ObstacleItems({ obstacles }: { obstacles: readonly Obstacle[] }) {
  return (
    <ul className="stack">
      {obstacles.map(({ reference, venue, period, state }) => (
        <li key={reference}>
          <b>{venue}</b>, {period}. {state}, référence{" "}
          <span className="whitespace-nowrap">{reference}</span>.
        </li>
      ))}
    </ul>
  );
}
