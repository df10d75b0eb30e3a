import { LRUCache } from "lru-cache";
import { createElement, type ComponentType } from "react";
import { renderToString } from "react-dom/server";
import {
  createPageAssets,
  PageAssetsProvider,
  usePageAssets,
  type PageAssets,
} from "./page-assets";

/** Sets of props whose HTML is kept for one component, some kilobytes each. */
const MOST_KEPT = 500;

/** The root element, which may have a class and nothing else, and what is in it. */
const ROOT = /^<(\w+)(?: class="([^"&]*)")?>(.*)<\/\1>$/s;

interface KeptHtml {
  tag: string;
  className: string | undefined;
  inner: string;
  /** The icons it shows, and whether it needs the script. */
  assets: PageAssets;
}

/**
 * Makes a component that looks the same, but is rendered once for each set of props and then kept as
 * a string: header, footer and empty filters are four tenths of the listing's elements.
 *
 * The props are the whole of what `Component` depends on (no context, no clock), they are JSON, and
 * they are nobody's own: what people type or are called makes too many sets.
 *
 * @throws Error when the root element has other attributes than a class.
 */
export function kept<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  const known = new LRUCache<string, KeptHtml>({ max: MOST_KEPT });
  return function Kept(props: Props) {
    const page = usePageAssets();
    const key = JSON.stringify(props);
    let part = known.get(key);
    if (!part) known.set(key, (part = render(<Component {...props} />)));
    for (const icon of part.assets.icons) page.icons.add(icon);
    page.needsScript ||= part.assets.needsScript;
    return createElement(part.tag, {
      className: part.className,
      dangerouslySetInnerHTML: { __html: part.inner },
    });
  };
}

function render(element: JSX.Element): KeptHtml {
  const assets = createPageAssets();
  const html = renderToString(<PageAssetsProvider value={assets}>{element}</PageAssetsProvider>);
  const [, tag, className, inner] = ROOT.exec(html) ?? [];
  if (tag === undefined || inner === undefined) {
    throw new Error(`No part to keep: ${html.slice(0, 100)}`);
  }
  return { tag, className, inner, assets };
}
