import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { offerHeading, OfferPanel } from "~/bookings/components/waiting-list";
import { offerByLink, takeOffer, withdrawWish } from "~/bookings/waiting/answer-offer.server";
import { offerPage } from "~/bookings/waiting/waiting-pages.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { ErrorSummary } from "~/ui/error-summary";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(offerHeading, { isPrivate: true });

export const headers = privateHeaders;

const page = { access: "member", params: z.object({ token: z.string() }) } as const;

/** Opened from the mail, by the person whom it is for; opening it changes nothing. */
export const loader = pageLoader(page, async ({ viewer, params, now }) =>
  offerPage(params.token, viewer.id, now),
);

export const action = formAction({
  take: pageForm({
    ...page,
    limit: "booking",
    async run({ viewer, params, now }) {
      const offered = await offerByLink(params.token, viewer.id, now);
      const { _id, venueId } = await takeOffer(offered, now);
      return { to: `/reservation/${venueId.toString()}/paiement?demande=${_id.toString()}` };
    },
  }),
  leave: pageForm({
    ...page,
    async run({ viewer, params, now }) {
      const { wish } = await offerByLink(params.token, viewer.id, now);
      await withdrawWish(wish._id.toString(), viewer.id, now);
      return { to: "/mes-demandes", toast: "Ces dates ne sont plus gardées pour vous." };
    },
  }),
});

export default function Offer() {
  const offer = useLoaderData<typeof loader>();
  const { errors } = useFormState(null);
  return (
    <Main className="frame section stack">
      <ErrorSummary issues={summaryOf(errors)} />
      <OfferPanel page={offer} />
    </Main>
  );
}
