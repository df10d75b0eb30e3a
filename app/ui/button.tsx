import type { ComponentPropsWithoutRef } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";

/**
 * - `primary`: one a view.
 * - `danger`: only the final confirmation; `quiet-danger` leads to it.
 * - `mimosa`: for owners, on dark grounds.
 */
export type ButtonVariant = "primary" | "secondary" | "danger" | "quiet-danger" | "mimosa";

interface ButtonLook {
  variant?: ButtonVariant;
  /** 44 px instead of 48: tables and header. */
  compact?: boolean;
  /** As wide as its container. */
  wide?: boolean;
  icon?: IconName;
  /** Shows the icon alone; the children become the name that screen readers say. */
  iconOnly?: boolean;
}

const variantClass: Record<ButtonVariant, string | false> = {
  primary: false,
  secondary: "btn-secondary",
  danger: "btn-danger",
  "quiet-danger": "btn-quiet-danger",
  mimosa: "btn-mimosa",
};

function buttonClass({ variant = "primary", compact, wide, iconOnly }: ButtonLook, extra?: string) {
  return classNames(
    "btn",
    variantClass[variant],
    compact && "btn-compact",
    iconOnly && "btn-square",
    wide && "w-full",
    extra,
  );
}

function content({ icon, iconOnly }: ButtonLook, children: React.ReactNode) {
  return (
    <>
      {icon ? <Icon name={icon} size={20} /> : null}
      {iconOnly ? <span className="sr-only">{children}</span> : children}
    </>
  );
}

/** A button that submits its form unless told otherwise. */
export function Button({
  variant,
  compact,
  wide,
  icon,
  iconOnly,
  className,
  children,
  ...props
}: ButtonLook & ComponentPropsWithoutRef<"button">) {
  const look = { variant, compact, wide, icon, iconOnly };
  return (
    <button {...props} className={buttonClass(look, className)}>
      {content(look, children)}
    </button>
  );
}

/**
 * What Enter in a field does, put first into a form whose first button to be seen does less: browsers press the first
 * in it. Nobody sees it, by the eye or the keyboard or a screen reader; the button that it stands for has the same value.
 */
export function DefaultButton(props: { name: string; value: string }) {
  return <button {...props} className="sr-only" tabIndex={-1} aria-hidden />;
}

/** A link that looks like a button: it leads somewhere and changes nothing. */
export function LinkButton({
  variant,
  compact,
  wide,
  icon,
  iconOnly,
  className,
  children,
  ...props
}: ButtonLook & ComponentPropsWithoutRef<"a"> & { href: string }) {
  const look = { variant, compact, wide, icon, iconOnly };
  return (
    <a {...props} className={buttonClass(look, className)}>
      {content(look, children)}
    </a>
  );
}
