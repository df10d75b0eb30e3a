import { Button } from "./button";

/** Narrower on phones, where both stand in one row. */
const choice = {
  variant: "secondary",
  compact: true,
  name: "choice",
  className: "px-[min(2.2vw,14px)]",
} as const;

/**
 * Asked once, at the top of the page and in its flow, so that it never covers anything. Posts
 * `choice` (`all` or `essential`) and `returnTo` to /cookies.
 */
export function CookieBanner({ returnTo }: { returnTo: string }) {
  return (
    <section
      className="border-b border-bleu-200 bg-bleu-50 py-2 print:hidden"
      aria-labelledby="titre-cookies"
    >
      <div className="frame row spread">
        <h2 id="titre-cookies" className="sr-only">
          Cookies
        </h2>
        <p className="hint max-w-lecture">
          Les cookies essentiels font fonctionner le site&nbsp;; les autres, la carte et la
          recherche d’adresse. Vous pourrez changer d’avis.
        </p>
        <form className="row gap-2" action="/cookies" method="post">
          <input type="hidden" name="returnTo" value={returnTo} />
          <Button {...choice} value="essential">
            Essentiels uniquement
          </Button>
          <Button {...choice} value="all">
            Tout accepter
          </Button>
        </form>
      </div>
    </section>
  );
}
