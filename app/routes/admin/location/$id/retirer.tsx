import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { MEASURE_WORDS, measureQuestion } from "~/admin/measures/measures";
import { PhotoRemoval } from "~/admin/moderation/components/photo-removal";
import { removePhotoForPlatform } from "~/admin/moderation/decide-report.server";
import { removePhotoInput } from "~/admin/moderation/forms";
import { removablePhotos } from "~/admin/moderation/removable-photos.server";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ name }) => measureQuestion("retirer", name),
  { isPrivate: true },
);

/** `photo`: the one whose button was pressed. */
const params = idParam.extend({ photo: z.string().catch("") });

export const loader = pageLoader(
  { access: "reports.decide", params },
  async ({ params: { id, photo } }) => ({ id, chosen: photo, ...(await removablePhotos(id)) }),
);

export const action = formAction(
  pageForm({
    access: "reports.decide",
    params: idParam,
    input: removePhotoInput,
    async run(call) {
      const { params, input, now } = call;
      const { photo, reason, facts } = input;
      const said = { photo, reason, facts, now };
      await removePhotoForPlatform({ actor: actorOf(call), venueId: params.id, ...said });
      return { to: `/admin/location/${params.id}`, toast: `${MEASURE_WORDS.retirer.done}.` };
    },
  }),
);

export default function RemovePhoto() {
  const { id, name, title, chosen, owner, pictures } = useLoaderData<typeof loader>();
  return (
    <PhotoRemoval
      name={name}
      title={title}
      owner={owner}
      pictures={pictures}
      chosen={chosen}
      state={useFormState(removePhotoInput)}
      reports="Ce qui est signalé de ce lieu n’est pas décidé pour autant."
      backHref={`/admin/location/${id}`}
    />
  );
}
