import { z } from "zod";
import type { Coordinates, FoundAddress } from "./found-address";

/** What the national address base found, best first. */
export interface BanAddress extends FoundAddress {
  coordinates: Coordinates;
  /** How well it fits what was asked, from 0 to 1. */
  score: number;
}

/** Without what could be taken for markup, on one line: it comes from elsewhere. */
const plain = z
  .string()
  .max(300)
  .transform((text) => text.replace(/[<>\p{C}\s]+/gu, " ").trim());

/** A feature of the GeoJSON that `/search` answers with; a town has no street. */
const feature = z.object({
  geometry: z.object({
    coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  }),
  properties: z.object({
    type: z.enum(["housenumber", "street", "locality", "municipality"]),
    label: plain.pipe(z.string().min(1)),
    name: plain,
    postcode: z.string().regex(/^\d{5}$/),
    city: plain.pipe(z.string().min(1)),
    score: z.number(),
  }),
});

const answer = z.object({ features: z.array(z.unknown()).max(100) });

/**
 * The addresses in an answer; a feature that is not as documented is left out.
 *
 * @throws ZodError when it is no list of features at all.
 */
export function readBanAnswer(body: unknown): BanAddress[] {
  return answer.parse(body).features.flatMap((item) => {
    const { data } = feature.safeParse(item);
    if (!data) return [];
    const { type, label, name, postcode, city, score } = data.properties;
    const [lng, lat] = data.geometry.coordinates;
    const street = type === "municipality" ? "" : name;
    return [
      {
        // A town's own label is its name alone, which several towns may have.
        label: street === "" ? `${postcode} ${city}` : label,
        street,
        postalCode: postcode,
        city,
        country: "France",
        coordinates: { lat, lng },
        score,
      },
    ];
  });
}
