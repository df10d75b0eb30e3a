import { Button } from "./button";

const choice = { variant: "secondary", compact: true, name: "choice" } as const;

/**
 * Asked once, at the top of the page and in its flow, so that it never covers anything: on a phone a few lines, and
 * the buttons beside each other. Posts
 * `choice` (`all` or `essential`) and `returnTo` to /cookies.
 */
export function CookieBanner({ returnTo }: { returnTo: string }) {
  return (
    <section className="border-b border-bleu-200 bg-bleu-50 py-2 print:hidden" aria-label="Cookies">
      <div className="frame row spread">
        <p className="hint max-w-lecture text-balance">
          Acceptez-vous les cookies non essentiels (carte, adresses)&nbsp;? Modifiable dans vos
          paramètres.
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
