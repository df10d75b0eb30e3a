import { createContext, useContext } from "react";

/**
 * What a page asks for while it renders: the icons it shows, and whether anything on it needs the
 * browser script. root.tsx reads this after the page's content and emits just that.
 */
export interface PageAssets {
  /** Path and query that the page answers to, where forms without an address of their own post to. */
  readonly address?: string;
  /** Whether the page answers a form: what it shows, and what was typed, is nowhere but in it. */
  readonly isAnswer: boolean;
  icons: Set<string>;
  needsScript: boolean;
}

/** A fresh, empty record; entry.server.tsx makes one for each render. */
export function createPageAssets(address?: string, isAnswer = false): PageAssets {
  return { address, isAnswer, icons: new Set(), needsScript: false };
}

const PageAssetsContext = createContext<PageAssets>(createPageAssets());

export const PageAssetsProvider = PageAssetsContext.Provider;

/** The record of the page being rendered. */
export function usePageAssets(): PageAssets {
  return useContext(PageAssetsContext);
}

/**
 * Attributes that attach an enhancer (a file of app/enhancers) to an element, and the mark that
 * this page needs the script: `<form {...useEnhance("submit-once")}>`.
 */
export function useEnhance(...names: string[]): { "data-enhance": string } {
  usePageAssets().needsScript = true;
  return enhanceIfScripted(...names);
}

/** The same for what is no reason to bring the script: where nothing else asks for it, nothing is enhanced. */
export function enhanceIfScripted(...names: string[]): { "data-enhance": string } {
  return { "data-enhance": names.join(" ") };
}
