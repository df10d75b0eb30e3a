import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { changeCityImage, renewSection, switchDaily } from "~/admin/gallery/change-gallery.server";
import { CityImageForm, CityPlaces } from "~/admin/gallery/components/city-places";
import { Renewals } from "~/admin/gallery/components/renewals";
import { sectionDailyInput, sectionInput } from "~/admin/gallery/forms";
import { useMay } from "~/admin/use-may";
import { cityImageForm } from "~/gallery/forms";
import { galleryPage } from "~/gallery/gallery-page.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/admin/gallery";
const RENEWED = "Les images ont bien été renouvelées.";
const UNCHANGED = {
  type: "blank",
  message: "Rien à changer\u00a0: l’accueil montre déjà les lieux qui conviennent.",
} as const;
/** A picture of 12 MB, and the form around it. */
const MAX_BYTES = 12_500_000;

export const meta = pageMeta("Galerie", { isPrivate: true });

/** The place whose image is to be changed. */
const params = z.object({ place: z.coerce.number().catch(0) });

export const loader = pageLoader(
  { access: "office.read", params },
  async ({ params: { place } }) => ({ ...(await galleryPage()), chosen: place }),
);

export const action = formAction({
  city: pageForm({
    access: "gallery.change",
    limit: "photos",
    input: cityImageForm,
    files: { maxBytes: MAX_BYTES },
    async run(call) {
      const { name, place, image } = call.input;
      const city = { name, place: place - 1, image };
      await changeCityImage({ ...city, actor: actorOf(call), now: call.now });
      return { to: PATH, toast: `Image ${place} mise à jour avec succès.` };
    },
  }),
  renew: pageForm({
    access: "gallery.change",
    input: sectionInput,
    failure: "launch",
    async run(call) {
      const by = { actor: actorOf(call), now: call.now };
      const { outcome } = await renewSection(call.input.section, by);
      return { to: PATH, toast: outcome === "unchanged" ? UNCHANGED : RENEWED };
    },
  }),
  daily: pageForm({
    access: "gallery.change",
    input: sectionDailyInput,
    failure: "launch",
    async run(call) {
      const { section, cronJob: isOn } = call.input;
      await switchDaily(section, { actor: actorOf(call), now: call.now, isOn });
      const toast = `Le renouvellement a bien été ${isOn ? "activé" : "désactivé"}.`;
      return { to: PATH, toast };
    },
  }),
});

export default function Gallery() {
  const { places, renewals, chosen } = useLoaderData<typeof loader>();
  const { lead, errors } = useFormState(cityImageForm);
  const city = useFormState(cityImageForm, "city");
  const may = useMay();
  return (
    <>
      <div className="office-head">
        <h1>Galerie</h1>
        <a className="office-link" href="/">
          Voir l’accueil
        </a>
      </div>
      <ErrorSummary lead={lead} issues={summaryOf(errors)} />
      <CityPlaces places={places} />
      {may("gallery.change") ? (
        <CityImageForm state={city} chosen={places.find(({ place }) => place === chosen)} />
      ) : null}
      <Renewals renewals={renewals} />
    </>
  );
}
