import { useLoaderData } from "@remix-run/react";
import { dayLimits } from "~/rules/calendar";
import { CityTiles } from "~/gallery/components/city-tiles";
import { ReviewGrid } from "~/gallery/components/review-grid";
import { NewVenues, RoomCards } from "~/gallery/components/venue-teasers";
import { homePage } from "~/gallery/home-page.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta, SITE_PICTURE } from "~/platform/web/page-meta";
import type { PageHandle } from "~/platform/web/style-sheet";
import { LinkButton } from "~/ui/button";
import { Band, Hero } from "~/ui/hero";
import { Main } from "~/ui/main";
import { SearchBar } from "~/ui/search-bar";
import { Section } from "~/ui/section";

export const meta = pageMeta("Accueil", {
  description:
    "Salles de réception, jardins, châteaux, bureaux et salles municipales à louer partout en France.",
  image: () => SITE_PICTURE,
});

export const handle: PageHandle = { style: "home", hasTables: false };

export const loader = pageLoader({ access: "public" }, async ({ viewer, now }) => ({
  ...(await homePage(viewer?.id ?? null)),
  limits: dayLimits(now),
}));

export default function Home() {
  const { cities, rooms, news, reviews, limits } = useLoaderData<typeof loader>();
  return (
    <Main>
      <Hero
        title="Réservez votre salle événementielle en quelques clics&nbsp;!"
        lead="Salles de réception, jardins, châteaux, bureaux et salles municipales, loués par celles et ceux qui les font vivre."
        action={
          <LinkButton variant="secondary" href="/reservation">
            Découvrir nos salles
          </LinkButton>
        }
        search={<SearchBar action="/reservation" min={limits.earliest} max={limits.latest} />}
      />
      <Section id="villes" title="Nos Villes">
        <CityTiles cities={cities} />
      </Section>
      <Section
        id="salles"
        title="Nos Salles"
        tinted
        action={
          <a className="line-link" href="/reservation">
            Voir toutes les salles
          </a>
        }
      >
        <RoomCards rooms={rooms} />
      </Section>
      <Section id="nouveautes" title="Nouveautés">
        <NewVenues news={news} />
      </Section>
      <Section id="avis" title="Avis" tinted>
        <ReviewGrid reviews={reviews} />
      </Section>
      <Band
        id="proposer"
        title="Votre salle mérite du monde."
        text="Association, entreprise ou commune&nbsp;: publiez vos photos, vos tarifs et vos dates, puis répondez aux demandes."
        action={
          <LinkButton variant="mimosa" href="/ajouter-location">
            Référencer mon lieu
          </LinkButton>
        }
      />
    </Main>
  );
}
