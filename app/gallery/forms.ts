/** What the home page's gallery is told, with the French messages. */
import { z } from "zod";
import { sentPicture } from "~/platform/images/sent-picture";
import { withFacts } from "~/platform/web/field-facts";
import { line } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

export const CITY_PLACES = 5;

const ALL = "Tous les champs doivent être remplis";
const PLACE = "La place de l’image doit être comprise entre 1 et 5.";

const NAME_MAX = 60;
const name = line({ missing: ALL, most: NAME_MAX }).describe("Ville");
const image = withFacts(z.union([sentPicture, z.string()]).describe("Image"), {
  description: "A file of multipart/form-data, or a data: URL in JSON.",
  pattern: "\\S",
  example: "data:image/png;base64,iVBORw0KGgo=",
});

const placeFrom = (first: number) =>
  z
    .number({ invalid_type_error: PLACE })
    .int(PLACE)
    .min(first, PLACE)
    .max(first + CITY_PLACES - 1, PLACE)
    .describe("Place");

/** The form counts places from 1. */
export const cityImageForm = input(
  { name, place: placeFrom(1), image },
  ({ required }) => [required(["name", "place", "image"], ALL)],
  {
    missing: {
      sentences: [ALL],
      fields: {
        name: "Saisissez la ville.",
        place: "Choisissez une place de 1 à 5.",
        image: "Choisissez une image.",
      },
    },
  },
);

/** The call counts them from 0. */
export const cityImageCall = input({ name, place: placeFrom(0), image }, ({ required }) => [
  required(["name", "place", "image"], ALL),
]);

/** The daily switch of a section. */
export const dailyInput = input({
  cronJob: z.boolean({ message: "Indiquez si le renouvellement est activé." }),
});
