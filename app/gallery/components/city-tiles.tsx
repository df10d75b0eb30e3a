import { Illustration } from "~/ui/illustration";
import { Photo } from "~/ui/picture";
import { Plaque } from "~/ui/plaque";
import type { CityTile } from "../home-page.server";

/** Pictures of cities, each under its street sign, that lead to the venues there. */
export function CityTiles({ cities }: { cities: readonly CityTile[] }) {
  if (cities.length === 0) return <p>Aucune ville n’est mise en avant pour le moment.</p>;
  return (
    <ul className="city-tiles">
      {cities.map(({ name, picture }, index) => (
        <li key={name} className="first:max-md:col-span-full">
          <a
            className="relative block rounded-carte"
            href={`/reservation?city=${encodeURIComponent(name)}`}
          >
            {picture ? (
              <Photo
                picture={picture}
                sizes={`(min-width: 1200px) 211px, (min-width: 768px) calc(20vw - 29px), ${
                  index === 0 ? "calc(100vw - 32px)" : "calc(50vw - 23px)"
                }`}
                largest={640}
                className="rounded-carte"
              />
            ) : (
              <Illustration
                name="salle-municipale"
                loading="lazy"
                className="photo rounded-carte"
              />
            )}
            <span className="absolute inset-x-2.5 bottom-2.5">
              <Plaque>{name}</Plaque>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
