import { requireViewer } from "~/platform/web/context.server";
import type { FormIntent } from "~/platform/web/form-action.server";
import { PHOTOS_BYTES, receivePhotos } from "./draft-photos.server";

/**
 * What the intents of every form with photos have in common: the weight they may have, and the new
 * photos stored before the fields are checked, so that a refusal loses none.
 */
export const withPhotos = {
  maxBytes: PHOTOS_BYTES,
  async prepare({ form, context }) {
    await receivePhotos(form, (await requireViewer(context)).id);
  },
} satisfies Partial<FormIntent<unknown>>;
