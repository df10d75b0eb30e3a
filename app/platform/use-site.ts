import { useRouteLoaderData } from "@remix-run/react";

/** What the root loader tells every page about the site. */
export interface Site {
  brand: string;
  appUrl: string;
}

/** The site, in a component of a page. */
export function useSite(): Site {
  const site = useRouteLoaderData<Site>("root");
  if (!site) throw new Error("useSite outside of a page");
  return site;
}
