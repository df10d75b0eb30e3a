import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "./class-names";
import { useEnhance, usePageAssets } from "./page-assets";

/**
 * `<form method="post">` to the page's own address unless another is given. Said, for a form that says none posts to
 * what the window shows, with the fragment of the last link within the page: its answer would open there, not at its top.
 */
export function PostForm(props: ComponentPropsWithoutRef<"form">) {
  return <form action={usePageAssets().address} method="post" {...props} />;
}

/**
 * A form that posts: fields stacked, and, with script, a submit button that says
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
    <PostForm
      noValidate
      {...props}
      {...useEnhance("submit-once", ...enhancers)}
      className={classNames("stack stack-wide", className)}
    />
  );
}
