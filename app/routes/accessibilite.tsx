import { pageMeta } from "~/platform/web/page-meta";
import { useSite } from "~/platform/web/use-site";
import { StaticPage } from "~/ui/static-page";

export const meta = pageMeta("Accessibilité", {
  description: "État de conformité au RGAA, ce qui est fait et comment signaler une difficulté.",
});

export default function Accessibility() {
  const { brand, maps } = useSite();
  return (
    <StaticPage title="Déclaration d’accessibilité" lead="Accessibilité&nbsp;: non conforme">
      <h2>État de conformité</h2>
      <p>
        {`${brand} n’a pas encore fait l’objet d’un audit selon le référentiel général d’amélioration de l’accessibilité (RGAA 4.1). Le site est donc déclaré non conforme.`}
      </p>
      <h2>Ce qui est fait</h2>
      <ul className="list-disc">
        <li>
          Toutes nos pages et toutes nos démarches fonctionnent au clavier et sans JavaScript.
        </li>
        <li>
          Les contrastes, les libellés, les messages d’erreur et la structure des pages sont
          vérifiés par des tests automatiques à chaque version.
        </li>
        <li>
          Les textes s’agrandissent à 200&nbsp;% et les pages tiennent sur un écran de 320 pixels.
        </li>
      </ul>
      <h2>Établissement de cette déclaration</h2>
      <p>
        Elle a été établie le 28&nbsp;novembre 2026. Le site est fait de HTML, CSS, SVG, WAI-ARIA et
        JavaScript. Ses pages sont essayées sous Chromium, avec et sans JavaScript, et par l’outil
        axe-core.
      </p>
      <h2>Contenus fournis par les propriétaires</h2>
      <p>
        Les descriptions des photos sont écrites par les propriétaires&nbsp;; certaines peuvent être
        imprécises. Une photo que personne n’a décrite porte le nom du lieu et son numéro.
      </p>
      <h2>Contenus de tiers</h2>
      <p>
        Payer une réservation et ouvrir le compte de paiement d’un propriétaire se font chez Stripe,
        dont les pages demandent JavaScript et dont l’accessibilité ne dépend pas de nous.
      </p>
      {maps ? (
        <p>La carte des lieux vient de Google&nbsp;; les mêmes lieux sont écrits à côté d’elle.</p>
      ) : null}
      <h2>Signaler une difficulté</h2>
      <p>
        Si une page vous résiste, écrivez-nous par le <a href="/contact">formulaire de contact</a>
        &nbsp;: nous vous répondrons et vous proposerons une autre façon d’obtenir ce que vous
        cherchez. Sans réponse satisfaisante, vous pouvez saisir le{" "}
        <a href="https://www.defenseurdesdroits.fr">Défenseur des droits</a>&nbsp;:
        09&nbsp;69&nbsp;39&nbsp;00&nbsp;00, ou Défenseur des droits, Libre réponse 71120, 75342
        Paris CEDEX 07.
      </p>
    </StaticPage>
  );
}
