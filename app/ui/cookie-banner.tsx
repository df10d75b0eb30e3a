import { Button } from "./button";

const choice = { variant: "secondary", compact: true, name: "choice" } as const;

/**
 * Asked once, at the top of the page and in its flow, so that it never covers anything: on a phone a few lines, and
 * the buttons beside each other. Posts
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
          Acceptez-vous aussi les cookies de la carte et des adresses&nbsp;?{" "}
          <span className="max-sm:hidden">Les essentiels font fonctionner le reste. </span>
          Vous pourrez changer d’avis dans vos paramètres.
        </p>
        <form className="row gap-2" action="/cookies" method="post">
          <input type="hidden" name="returnTo" value={returnTo} />
          <Button {...choice} value="essential">
            Tout refuser
          </Button>
          <Button {...choice} value="all">
            Tout accepter
          </Button>
        </form>
      </div>
    </section>
  );
}
