import { json, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  UNSAFE_RemixContext as RemixContext,
  useLocation,
  useRouteLoaderData,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { documentData } from "~/platform/web/document.server";
import { usePageFailure } from "~/platform/web/page-failure";
import { pageLoader } from "~/platform/web/page-loader.server";
import { takeToast } from "~/platform/web/toast.server";
import { pageStyles, styleSheet, usePageStyles } from "~/platform/web/style-sheet";
import { CookieBanner } from "~/ui/cookie-banner";
import { ErrorPage, errorPageName } from "~/ui/error-page";
import { Footer } from "~/ui/footer";
import { Header } from "~/ui/header";
import { NoticeBanners } from "~/ui/notice-banners";
import { IconSprite } from "~/ui/icon";
import { usePageAssets } from "~/ui/page-assets";
import { pageTitle } from "~/platform/web/page-title";
import { SkipLink } from "~/ui/skip-link";
import { Toast, ToastRegion } from "~/ui/toast";
import { ViewBanner } from "~/ui/view-banner";

/** Shown only when even this file's loader failed. */
const DEFAULT_BRAND = "Place des Salles";

/** What the document around every page shows. */
export const loader = pageLoader({ access: "public" }, async (asker) => {
  const { toast, headers } = await takeToast(asker.request);
  return json({ ...documentData(asker), toast }, { headers });
});

/** The title of error pages; every other page has its own. */
export const meta: MetaFunction<typeof loader> = ({ data, error }) => {
  const name = errorPageName(isRouteErrorResponse(error) ? error.status : 500);
  return [{ title: pageTitle(data?.brand ?? DEFAULT_BRAND, name) }];
};

/** The document: head, header, footer, cookie banner, toast, and the script when a page needs it. */
export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { pathname, search } = useLocation();
  const brand = data?.brand ?? DEFAULT_BRAND;
  const { isAnswer } = usePageAssets();
  const hasBanner = data ? data.view !== null || data.notices.length > 0 : false;
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#14316D" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        {[styleSheet, ...usePageStyles(), ...(hasBanner ? [pageStyles.notices] : [])].map(
          (style) => (
            <style key={style} dangerouslySetInnerHTML={{ __html: style }} />
          ),
        )}
        <Links />
      </head>
      <body>
        <SkipLink />
        {data?.view ? <ViewBanner {...data.view} /> : null}
        {data?.showCookieBanner && !isAnswer ? (
          <CookieBanner returnTo={pathname + search} usesGoogle={data.maps !== null} />
        ) : null}
        <Header
          brand={brand}
          currentPath={pathname}
          user={data?.user ?? null}
          // Someone who has to verify an e-mail first can only log in again.
          logoHref={pathname === "/verification-email" ? "/connexion" : "/"}
        />
        <NoticeBanners notices={data?.notices ?? []} returnTo={pathname + search} />
        {data?.toast ? (
          <ToastRegion className="frame py-4">
            <Toast type={data.toast.type} mustBeRead>
              {data.toast.message}
            </Toast>
          </ToastRegion>
        ) : null}
        {children}
        {data?.user?.isAdmin && pathname === "/profil" ? null : (
          <Footer brand={brand} year={data?.year ?? 2026} />
        )}
        <IconSprite />
        <PageScript />
      </body>
    </html>
  );
}

/** One script tag, on pages that have an island or an enhancer; none on the others. */
function PageScript() {
  const manifest = useContext(RemixContext)?.manifest;
  if (!usePageAssets().needsScript || !manifest) return null;
  return (
    <>
      {manifest.hmr ? <script type="module" src={manifest.hmr.runtime} /> : null}
      <script type="module" src={manifest.entry.module} />
    </>
  );
}

export default function App() {
  return <Outlet />;
}

/** For a failure of this file's own loader; those of pages are shown by routes/page.tsx. */
export function ErrorBoundary() {
  return <ErrorPage {...usePageFailure()} />;
}
