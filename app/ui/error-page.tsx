import { LinkButton } from "./button";
import { Main } from "./main";
import { Plaque } from "./plaque";

interface ErrorPageProps {
  /** HTTP status. */
  status: number;
  /** Replaces the usual sentence, for a refusal that explains itself. */
  message?: string;
  /** Of an unexpected error, so that people can quote it and we can find it in the log. */
  incident?: string;
  /** Where 'Réessayer' leads, for errors that may pass. */
  retryHref?: string;
}

interface Sign {
  plaque: string;
  detail: string;
  title: string;
  text: string;
  mayPass?: boolean;
}

const notFound: Sign = {
  plaque: "Impasse 404",
  detail: "sans issue",
  title: "Oups\u00a0! La page que vous cherchez n’existe pas.",
  text: "L’adresse a peut-être changé, ou le lieu n’est plus proposé.",
};

const broken: Sign = {
  plaque: "Rue barrée",
  detail: "erreur 500",
  title: "La page n’a pas pu s’afficher",
  text: "L’incident est enregistré. Réessayez dans un instant.",
  mayPass: true,
};

const refused: Omit<Sign, "detail"> = {
  plaque: "Sens interdit",
  title: "Cette page ne peut pas s’ouvrir",
  text: "Ce qu’elle demandait n’est plus possible, ou ne l’est pas encore.",
};

const signs: Record<number, Sign> = {
  403: {
    plaque: "Voie privée",
    detail: "accès 403",
    title: "Cette page ne vous est pas ouverte",
    text: "Votre compte n’y donne pas accès.",
  },
  404: notFound,
  429: {
    plaque: "Ralentir",
    detail: "erreur 429",
    title: "Trop d’essais en peu de temps",
    text: "Patientez quelques minutes, puis réessayez.",
    mayPass: true,
  },
  500: broken,
  503: {
    plaque: "Travaux",
    detail: "erreur 503",
    title: "Le service fait une courte pause",
    text: "Le service est momentanément indisponible. Réessayez dans un instant.",
    mayPass: true,
  },
};

/** A status without a sign of its own: what is refused on purpose is not shown as a failure of ours. */
function signOf(status: number): Sign {
  const isRefused = status >= 400 && status < 500;
  return signs[status] ?? (isRefused ? { ...refused, detail: `erreur ${status}` } : broken);
}

/** The document title's words for a status: 'Page introuvable'. */
export function errorPageName(status: number): string {
  return status === 404 ? "Page introuvable" : signOf(status).title;
}

/** What is said of a status, and whether the same page may be there the next time. */
export function errorSign(status: number): { text: string; mayPass?: boolean } {
  return signOf(status);
}

/** A tilted plaque, one sentence, two ways out. Holds `main`. */
export function ErrorPage({ status, message, incident, retryHref }: ErrorPageProps) {
  const sign = signOf(status);
  const canRetry = sign.mayPass && retryHref !== undefined;
  return (
    <Main className="dead-end">
      <div className="frame empty-state">
        <p>
          <Plaque detail={sign.detail}>{sign.plaque}</Plaque>
        </p>
        <h1 className="mt-6">{sign.title}</h1>
        <p className="lead">{message ?? sign.text}</p>
        {incident ? <p className="hint">{`Numéro d’incident\u00a0: ${incident}`}</p> : null}
        <p className="row justify-center">
          {canRetry ? (
            <LinkButton href={retryHref}>Réessayer</LinkButton>
          ) : (
            <LinkButton href="/reservation">Découvrir nos salles</LinkButton>
          )}
          <LinkButton variant="secondary" href="/">
            Accueil
          </LinkButton>
        </p>
      </div>
    </Main>
  );
}
