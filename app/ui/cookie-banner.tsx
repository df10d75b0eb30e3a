import { Button } from "./button";

/**
 * Asked once, at the top of the page and in its flow, so that it never covers anything. Posts
 * `choice` (`all` or `essential`) and `returnTo` to /cookies.
 */
export function CookieBanner({ returnTo }: { returnTo: string }) {
  return (
    <section
      className="border-b border-bleu-200 bg-bleu-50 py-4 print:hidden"
      aria-labelledby="titre-cookies"
    >
      <div className="frame row spread">
        <div className="max-w-lecture">
          <h2 id="titre-cookies" className="text-t3">
            Cookies
          </h2>
          <p>
            Les cookies essentiels font fonctionner le site. Les autres servent à la carte et à la
            recherche d’adresse. Vous pourrez changer d’avis dans vos paramètres.
          </p>
        </div>
        <form className="row" action="/cookies" method="post">
          <input type="hidden" name="returnTo" value={returnTo} />
          <Button variant="secondary" name="choice" value="essential">
            Essentiels uniquement
          </Button>
          <Button variant="secondary" name="choice" value="all">
            Tout accepter
          </Button>
        </form>
      </div>
    </section>
  );
}
