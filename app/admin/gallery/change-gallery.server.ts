import type { RenewedSection } from "@models/enumerations";
import type { GalleryRun } from "@models/gallery-run";
import { setCityImage } from "~/gallery/city-image.server";
import { renewOnce, setDaily } from "~/gallery/renew-tiles.server";
import type { SentPicture } from "~/platform/images/sent-picture";
import type { Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

interface Change {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  now: Date;
}

/**
 * Puts a city's picture on a place of the home page, from 0 to 4.
 *
 * @throws Refusal as `setCityImage` does
 */
export async function changeCityImage({
  actor,
  now,
  ...city
}: Change & { name: string; place: number; image: SentPicture | string }): Promise<void> {
  await setCityImage({
    ...city,
    by: actor.id,
    now,
    within: async (former, transaction) =>
      await recordAct(
        {
          actor,
          act: "gallery.city",
          target: `city:${city.place}`,
          before: former ?? "libre",
          after: city.name,
          at: now,
        },
        transaction,
      ),
  });
}

/** Renews a section of the home page now. */
export async function renewSection(
  section: RenewedSection,
  { actor, now }: Change,
): Promise<GalleryRun> {
  return await renewOnce(section, {
    by: actor.id,
    now,
    within: async (transaction) =>
      await recordAct({ actor, act: "gallery.renew", target: section, at: now }, transaction),
  });
}

/** Turns the daily renewal of a section on or off. */
export async function switchDaily(
  section: RenewedSection,
  { actor, now, isOn }: Change & { isOn: boolean },
): Promise<void> {
  await setDaily(section, {
    isOn,
    now,
    within: async (transaction) =>
      await recordAct(
        {
          actor,
          act: "gallery.daily",
          target: section,
          after: isOn ? "activé" : "désactivé",
          at: now,
        },
        transaction,
      ),
  });
}
