import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "./class-names";
import { useEnhance } from "./page-assets";

/**
 * A form that posts: `method="post"`, fields stacked, and, with script, a submit button that says
 * 'Envoi en cours…' and ignores further presses. Without script the server guards against doubles. What is
 * wrong is told by the server, in one way everywhere: the error summary, and beside each field the same words.
 */
export function Form({
  className,
  enhancers = [],
  ...props
}: ComponentPropsWithoutRef<"form"> & {
  /** What scripts do with it besides. */
  enhancers?: readonly string[];
}) {
  return (
    <form
      method="post"
      noValidate
      {...props}
      {...useEnhance("submit-once", ...enhancers)}
      className={classNames("stack stack-wide", className)}
    />
  );
}
