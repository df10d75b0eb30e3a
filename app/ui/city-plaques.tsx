import { Plaque } from "./plaque";

interface CityPlaquesProps {
  /** `detail`, such as '42 salles', when it is known. */
  cities: readonly { name: string; detail?: string }[];
}

/** Street signs that lead to the venues of each city. */
export function CityPlaques({ cities }: CityPlaquesProps) {
  return (
    <ul className="city-grid">
      {cities.map((city) => (
        <li key={city.name}>
          <Plaque href={`/reservation?city=${encodeURIComponent(city.name)}`} detail={city.detail}>
            {city.name}
          </Plaque>
        </li>
      ))}
    </ul>
  );
}
