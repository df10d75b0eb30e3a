import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "./class-names";
import { useEnhance } from "./page-assets";

/**
 * A form that posts: `method="post"`, fields stacked, and, with script, a submit button that says
 * 'Envoi en cours…' and ignores further presses. Without script the server guards against doubles.
 */
export function Form({ className, ...props }: ComponentPropsWithoutRef<"form">) {
  return (
    <form
      method="post"
      {...props}
      {...useEnhance("submit-once")}
      className={classNames("stack stack-wide", className)}
    />
  );
}
