import { Button } from "./button";
import { Icon } from "./icon";

export interface ViewBannerProps {
  /** Whose eyes the site is seen with. */
  name: string;
  minutesLeft: number;
  /** '15 h 02' */
  until: string;
  /** Something was asked for that a view does not allow. */
  isRefused: boolean;
}

/**
 * Above the header of every page while an administrator looks at the site as somebody else. Its style also shows
 * that the other forms of the page do nothing meanwhile.
 */
export function ViewBanner({ name, minutesLeft, until, isRefused }: ViewBannerProps) {
  return (
    <section className="view-banner" aria-label="Voir comme">
      <div className="frame">
        <p>
          <Icon name="oeil" size={24} />
          <span>
            <b>{`Vous voyez le site comme ${name}.`}</b>
            {` Lecture seule, encore ${minutesLeft}\u00a0min, jusqu’à ${until}. Cette personne en est informée.`}
          </span>
        </p>
        <form action="/voir-comme" method="post" className="ends-view">
          <Button compact>Quitter</Button>
        </form>
        {isRefused ? (
          <p role="alert">
            Rien n’a été changé&nbsp;: les formulaires sont inertes en lecture seule.
          </p>
        ) : null}
      </div>
    </section>
  );
}
