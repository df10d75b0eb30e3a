import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";
import { useEnhance } from "./page-assets";
import { Spinner } from "./spinner";
import { toastDuration, type ToastType } from "./toast-duration";

interface MessageProps {
  type?: ToastType;
  /** For `custom` only; a star by default. */
  icon?: IconName;
  children: ReactNode;
}

const look: Record<ToastType, { className?: string; icon: IconName }> = {
  blank: { icon: "info" },
  success: { className: "toast-success", icon: "valide" },
  error: { className: "toast-error", icon: "alerte" },
  loading: { className: "toast-loading", icon: "info" },
  custom: { className: "toast-custom", icon: "etoile" },
};

/** A message that stays in the page: notice above a list, state of an account… */
export function Banner({
  type = "blank",
  icon,
  children,
  ...attributes
}: MessageProps & { "data-enhance"?: string; "data-duration"?: number }) {
  const { className, icon: usual } = look[type];
  return (
    <div
      {...attributes}
      className={classNames("toast", className)}
      role={type === "error" ? "alert" : "status"}
    >
      {type === "loading" ? <Spinner /> : <Icon name={icon ?? usual} />}
      <div className="min-w-0">{children}</div>
    </div>
  );
}

interface ToastProps extends MessageProps {
  /** In ms; by default that of its type (toast-duration.ts), null: until someone closes it. */
  duration?: number | null;
  /** Says what is said nowhere else: stays at least 5 s, longer the more it says, and an error until someone closes it. */
  mustBeRead?: boolean;
}

/**
 * The message that follows an action. Without script, a banner; with script it has a close button, and
 * closes by itself after its duration, unless someone points at it or is in it.
 */
export function Toast({ duration, mustBeRead, ...message }: ToastProps) {
  const text = typeof message.children === "string" ? message.children : undefined;
  const lasts = toastDuration(message.type ?? "blank", { duration, mustBeRead, text });
  return <Banner {...message} {...useEnhance("toast")} data-duration={lasts ?? undefined} />;
}

/**
 * Where toasts stand: in the page, between what it says, so that none covers a field or a button. What is
 * to be said later, by a script, lies in it as a `ToastTemplate`.
 */
export function ToastRegion({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames("toast-region", className)} aria-live="polite">
      {children}
    </div>
  );
}

/** A toast that an enhancer shows when it has come to it (`raise` of enhancers/toast). */
export function ToastTemplate(toast: ToastProps) {
  return (
    <template>
      <Toast {...toast} />
    </template>
  );
}
