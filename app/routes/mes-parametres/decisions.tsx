import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { OwnDecisions } from "~/reports/components/own-decisions";
import { ownDecisions } from "~/reports/own-decisions.server";

export const meta = pageMeta("Décisions de modération", { isPrivate: true });

export const loader = pageLoader({ access: "member" }, async ({ viewer }) => ({
  decisions: await ownDecisions(viewer.id),
}));

export default function Decisions() {
  const { decisions } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="stack gap-2">
        <h1>Décisions de modération</h1>
        <p className="muted">
          Ce que notre équipe a décidé de vos lieux, de vos avis ou de votre compte.
        </p>
      </div>
      <OwnDecisions decisions={decisions} />
    </>
  );
}
