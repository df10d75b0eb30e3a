/** Waiting lists as pages show them: leaving a wish, one's own, what is offered, and a venue's to its owner. */
import { bookedVenueName } from "~/rules/venue-name";
import { Button, LinkButton } from "~/ui/button";
import { DateRangeFields } from "~/ui/date-range-fields";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import type { LeavePage, OfferPage, OwnWish, VenueWishes } from "../waiting/waiting-pages.server";
import { Breakdown } from "./booking-form";

interface LeaveFormProps {
  page: LeavePage;
  /** As it stands in the fields. */
  chosen: LeavePage["chosen"];
  error: string | undefined;
}

/** The days that somebody waits for. */
export function LeaveForm({ page: { venue, limits, ruleTerms }, chosen, error }: LeaveFormProps) {
  return (
    <Form className="card panel">
      <DateRangeFields
        legend="Dates que vous attendez"
        start={chosen.start}
        end={chosen.end}
        min={limits.earliest}
        max={limits.latest}
        slots={venue.time === "Half" ? { start: chosen.startSlot, end: chosen.endSlot } : undefined}
        error={error}
        withoutUpdate
      />
      {ruleTerms.length > 0 ? <p className="hint">{ruleTerms.join(" ")}</p> : null}
      <p className="hint">
        Si ces dates se libèrent, elles vous sont gardées 2&nbsp;heures au plus et un e-mail vous le
        dit. Entre 22&nbsp;h et 8&nbsp;h (heure de Paris), elles restent ouvertes à tous et ne vous
        sont gardées qu’au matin, à moins qu’il ne soit alors trop tard. La première personne
        inscrite passe la première. Ce que trois personnes ont laissé passer peut rester ouvert à
        tous pendant un jour. Cela n’engage à rien.
      </p>
      <Button wide>Me prévenir si ces dates se libèrent</Button>
    </Form>
  );
}

/** One's places on waiting lists, what is held just now among them; nothing when there are none. */
export function OwnWishesSection({ wishes }: { wishes: readonly OwnWish[] }) {
  if (wishes.length === 0) return null;
  return (
    <FormSection id="liste-d-attente" title="Liste d’attente">
      <ul className="stack">
        {wishes.map((wish) => (
          <li key={wish.id} className="row spread">
            <div className="min-w-0">
              {wish.venueHref ? <a href={wish.venueHref}>{wish.venue}</a> : wish.venue}
              <span className="hint block">
                {wish.offer
                  ? `${wish.periodText}, gardées pour vous jusqu’au ${wish.offer.until}`
                  : `${wish.periodText}, en attente`}
              </span>
            </div>
            <div className="row">
              {wish.offer ? (
                // Given up, they are somebody else's: that page says so beside the choice.
                <LinkButton compact href={wish.offer.href}>
                  Voir les dates gardées
                  <span className="sr-only">{`, ${wish.venue}, ${wish.periodText}`}</span>
                </LinkButton>
              ) : (
                <WithdrawForm wish={wish} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </FormSection>
  );
}

function WithdrawForm({ wish }: { wish: OwnWish }) {
  return (
    <form action="/mes-demandes" method="post">
      <input type="hidden" name="wish" value={wish.id} />
      <Button variant="quiet-danger" compact>
        Renoncer
        <span className="sr-only">{` à ${wish.venue}, ${wish.periodText}`}</span>
      </Button>
    </form>
  );
}

/** What an offer says first, and what it has come to once it cannot be taken any more. */
const OFFER_WORDS: Record<OfferPage["state"], readonly [title: string, text: string | null]> = {
  open: ["Ces dates sont gardées pour vous", null],
  taken: ["Vous avez pris ces dates.", null],
  calledOff: ["Vous aviez pris ces dates.", "C’est annulé depuis."],
  over: [
    "Ces dates ne sont plus gardées pour vous.",
    "Leur délai est passé, ou vous y avez renoncé. Si elles sont prises, la page du lieu permet de s’inscrire de nouveau sur sa liste d’attente.",
  ],
  back: [
    "Ces dates ne sont plus gardées pour vous.",
    "Le lieu ne prenait pas de réservation. Vous gardez votre place sur sa liste d’attente\u00a0: un e-mail vous prévient si ces dates vous sont gardées de nouveau.",
  ],
};

/** An offer's heading, as its `h1` and its page's title have it. */
export const offerHeading = ({ state }: Pick<OfferPage, "state">): string => OFFER_WORDS[state][0];

/** Days that came free and are held for who looks at them: to take, or to leave to the next person. */
export function OfferPanel({ page }: { page: OfferPage }) {
  const { state, request, lines, until, venueHref } = page;
  const what = `${bookedVenueName(request)}, ${request.periodText}.`;
  const [title, text] = OFFER_WORDS[state];
  if (state !== "open") {
    return (
      <div className="narrow">
        <div className="card panel">
          <h1 className="text-t2">{title}</h1>
          <p>{what}</p>
          {text ? <p>{text}</p> : null}
          {state === "over" ? (
            <LinkButton variant="secondary" href={venueHref}>
              Voir le lieu à ces dates
            </LinkButton>
          ) : null}
          {state === "back" ? (
            <LinkButton variant="secondary" href="/mes-demandes#liste-d-attente">
              Voir ma place
            </LinkButton>
          ) : null}
          {state === "taken" || state === "calledOff" ? (
            <LinkButton href={`/mes-demandes/${request.id}`}>Voir ma réservation</LinkButton>
          ) : null}
        </div>
      </div>
    );
  }
  return (
    <div className="narrow">
      <div className="card panel shadow-flottant">
        <h1 className="text-t2">{title}</h1>
        <div className="stack">
          <p>{what}</p>
          <p>
            <strong>{`Réservez et payez avant le ${until}\u00a0; après, elles ne vous sont plus gardées.`}</strong>
          </p>
          <Breakdown lines={lines} />
          <p className="hint">{request.policyText}</p>
          <p className="hint">
            Si vous n’en voulez plus, elles passent à la personne suivante, et votre place sur la
            liste d’attente prend fin.
          </p>
          <p className="hint">{`Référence\u00a0: ${request.reference}`}</p>
        </div>
        <Form>
          <div className="row">
            <Button className="grow" name="intent" value="take">
              Réserver ces dates
            </Button>
            <Button className="grow" variant="secondary" name="intent" value="leave">
              Je n’en veux plus
            </Button>
          </div>
        </Form>
      </div>
    </div>
  );
}

/** A venue's waiting list for its owner: which days and how many wish for them, and nobody's name. */
export function VenueWishesSection({ waiting }: { waiting: VenueWishes }) {
  const { count, stretches } = waiting;
  return (
    <FormSection id="liste-d-attente" title="Liste d’attente">
      {count === 0 ? (
        <p>Personne n’attend de dates déjà prises.</p>
      ) : (
        <>
          <p>
            {count > 1
              ? `${count} demandes attendent des dates déjà prises\u00a0:`
              : "1 demande attend des dates déjà prises\u00a0:"}
          </p>
          <ul className="list-disc pl-5">
            {stretches.map(({ text, count: wished, heldUntil }) => (
              <li key={`${text} ${heldUntil}`}>
                {heldUntil
                  ? `${text}, gardées pour une personne de la liste d’attente jusqu’au ${heldUntil}`
                  : wished > 1
                    ? `${text} (${wished} demandes)`
                    : text}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormSection>
  );
}
