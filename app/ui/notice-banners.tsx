import { Button } from "./button";
import { Icon } from "./icon";
import type { IconName } from "./icons";
import { enhanceIfScripted, usePageAssets } from "./page-assets";

export interface NoticeBanner {
  id: string;
  kind: "information" | "attention" | "incident";
  text: string;
  /** A path of the site. */
  link: string | null;
  mayBeDismissed: boolean;
}

const LOOK: Record<NoticeBanner["kind"], { icon: IconName; word: string }> = {
  information: { icon: "info", word: "Information" },
  attention: { icon: "alerte", word: "Attention" },
  incident: { icon: "alerte", word: "Incident" },
};

/**
 * What the office tells whoever reads the page, above its content. Putting one away leads to the page anew without script:
 * on a page that answers a form none has the button.
 */
export function NoticeBanners({
  notices,
  returnTo,
}: {
  notices: readonly NoticeBanner[];
  returnTo: string;
}) {
  const { isAnswer } = usePageAssets();
  if (notices.length === 0) return null;
  return (
    <section className="notices" aria-label="Messages du site">
      {notices.map(({ id, kind, text, link, mayBeDismissed }) => (
        <div key={id} className={`notice notice-${kind}`}>
          <div className="frame">
            <Icon name={LOOK[kind].icon} size={20} />
            <p>
              <b>{`${LOOK[kind].word}\u00a0: `}</b>
              {text}
              {link ? (
                <>
                  {" "}
                  <a href={link}>En savoir plus</a>
                </>
              ) : null}
            </p>
            {mayBeDismissed && !isAnswer ? (
              <form action="/bandeau" method="post" {...enhanceIfScripted("dismiss")}>
                <input type="hidden" name="returnTo" value={returnTo} />
                <Button variant="secondary" compact name="id" value={id}>
                  Masquer
                  <span className="sr-only">{`\u00a0: ${text}`}</span>
                </Button>
              </form>
            ) : null}
          </div>
        </div>
      ))}
    </section>
  );
}
