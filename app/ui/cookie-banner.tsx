import { Button } from "./button";
import { enhanceIfScripted } from "./page-assets";

const choice = { variant: "secondary", compact: true, name: "choice" } as const;

interface CookieBannerProps {
  returnTo: string;
  /** Whether such cookies are set: by Google. The question is asked either way; a yes to nobody is asked for again once it is. */
  usesGoogle: boolean;
}

/**
 * Asked once, at the top of the page and in its flow, so that it never covers anything: on a phone a few lines, and
 * the buttons beside each other. Posts
 * `choice` (`all` or `essential`), `returnTo` and, where it names somebody, `cookiesOf` to /cookies. Leads to the page anew
 * without script: no page that answers a form has it.
 */
export function CookieBanner({ returnTo, usesGoogle }: CookieBannerProps) {
  return (
    <section className="border-b border-bleu-200 bg-bleu-50 py-2 print:hidden" aria-label="Cookies">
      <div className="frame row spread">
        <p className="hint max-w-lecture text-balance">
          {`Acceptez-vous les cookies non essentiels ${usesGoogle ? "de Google (plans, adresses)" : "(plans, adresses), dont le site ne charge aucun pour le moment"}\u00a0? Modifiable dans vos paramètres.`}
          {usesGoogle ? (
            <>
              {" "}
              <a href="/politique">Données personnelles</a>
            </>
          ) : null}
        </p>
        <form
          className="row gap-2"
          action="/cookies"
          method="post"
          {...enhanceIfScripted("dismiss")}
        >
          <input type="hidden" name="returnTo" value={returnTo} />
          {usesGoogle ? <input type="hidden" name="cookiesOf" value="Google" /> : null}
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
