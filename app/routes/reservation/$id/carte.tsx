import { useLoaderData, useLocation } from "@remix-run/react";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { BackLink } from "~/ui/back-link";
import { Main } from "~/ui/main";
import { MapList } from "~/venues/components/map-list";
import { venuePlace } from "~/venues/map-places.server";

type Data = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta<Data>(({ name }) => `${name}, carte`, { isPrivate: true });

export const loader = pageLoader({ access: "public", params: idParam }, ({ viewer, params }) =>
  venuePlace(params.id, viewer?.id ?? null),
);

/** Where a venue is. What its page was asked for travels along. */
export default function VenueOnMap() {
  const place = useLoaderData<typeof loader>();
  const href = place.href + useLocation().search;
  return (
    <Main className="frame section stack stack-wide">
      <BackLink href={href} label={place.title} />
      <h1>Carte</h1>
      <MapList places={[{ ...place, href }]} />
    </Main>
  );
}
