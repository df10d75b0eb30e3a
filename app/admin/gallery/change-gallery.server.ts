import type { ClientSession } from "mongoose";
import type { RenewedSection } from "@models/enumerations";
import type { GalleryRun } from "@models/gallery-run";
import { setCityImage } from "~/gallery/city-image.server";
import { renewOnce, setDaily } from "~/gallery/renew-tiles.server";
import type { SentPicture } from "~/platform/images/sent-picture";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct, type Act } from "../audit/record-act.server";

interface Change {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  now: Date;
}

/**
 * Puts a city's picture on a place of the home page, from 0 to 4.
 *
 * @throws Refusal("forbidden"), and as `setCityImage` does
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
    within: async (former, transaction) => {
      const said = { before: former ?? "libre", after: city.name };
      const target = `city:${city.place}`;
      await write({ actor, act: "gallery.city", target, ...said, at: now }, transaction);
    },
  });
}

/** Renews a section of the home page now. @throws Refusal("forbidden") */
export async function renewSection(
  section: RenewedSection,
  { actor, now }: Change,
): Promise<GalleryRun> {
  return await renewOnce(section, {
    by: actor.id,
    now,
    within: (transaction) =>
      write({ actor, act: "gallery.renew", target: section, at: now }, transaction),
  });
}

/** Turns the daily renewal of a section on or off. @throws Refusal("forbidden") */
export async function switchDaily(
  section: RenewedSection,
  { actor, now, isOn }: Change & { isOn: boolean },
): Promise<void> {
  await setDaily(section, {
    isOn,
    now,
    within: async (transaction) => {
      const after = isOn ? "activé" : "désactivé";
      await write({ actor, act: "gallery.daily", target: section, after, at: now }, transaction);
    },
  });
}

async function write(act: Act, transaction: ClientSession): Promise<void> {
  await recordAct(act, transaction);
  await mayAct(act.actor, "gallery.change", transaction);
}
