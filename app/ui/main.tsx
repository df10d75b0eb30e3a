import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface MainProps {
  /** Spacing and ground, for example `frame section stack`. */
  className?: string;
  children: ReactNode;
}

/**
 * The page's one `main`, target of the skip link. AuthLayout, SidebarLayout and ErrorPage hold
 * their own; every other page renders this once.
 */
export function Main({ className, children }: MainProps) {
  return (
    <main id="contenu" tabIndex={-1} className={classNames(className)}>
      {children}
    </main>
  );
}
