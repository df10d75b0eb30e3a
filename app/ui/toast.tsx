import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";
import { useEnhance } from "./page-assets";
import { Spinner } from "./spinner";

export type ToastType = "blank" | "success" | "error" | "loading" | "custom";

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

/**
 * The message that follows an action. Without script, a banner; with script it floats, closes
 * by itself after `duration` ms (5 s at least, errors and loading never) and has a close button.
 */
export function Toast({ duration, ...message }: MessageProps & { duration?: number }) {
  const stays = message.type === "error" || message.type === "loading";
  return (
    <Banner
      {...message}
      {...useEnhance("toast")}
      data-duration={stays ? undefined : Math.max(5000, duration ?? 0)}
    />
  );
}
