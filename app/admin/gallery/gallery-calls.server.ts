import { z } from "zod";
import type { RenewedSection } from "@models/enumerations";
import { dailyInput } from "~/gallery/forms";
import { galleryShape, listTiles } from "~/gallery/list-tiles.server";
import { apiCall } from "~/platform/web/api-call.server";
import { actorOf } from "../audit/actor.server";
import { renewSection, switchDaily } from "./change-gallery.server";

/** What the calls of the gallery answer: the home page's tiles as they are now. */
export const galleryOutput = z.object({ gallery: galleryShape });

/** The call that renews a section once. */
export function renewCall(section: RenewedSection) {
  return apiCall({
    summary: `Make the home page's ${section} anew now`,
    access: "gallery.change",
    failure: "launch",
    output: galleryOutput,
    async run(call) {
      await renewSection(section, { actor: actorOf(call), now: call.now });
      return { gallery: await listTiles() };
    },
  });
}

/** The call that turns a section's daily renewal on or off. */
export function dailyCall(section: RenewedSection) {
  return apiCall({
    summary: `Turn the daily renewal of the home page's ${section} on or off`,
    access: "gallery.change",
    input: dailyInput,
    failure: "launch",
    output: z.object({ cronJob: z.boolean() }),
    async run(call) {
      const { cronJob: isOn } = call.input;
      await switchDaily(section, { actor: actorOf(call), now: call.now, isOn });
      return { cronJob: isOn };
    },
  });
}
