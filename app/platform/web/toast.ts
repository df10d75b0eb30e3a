const TOAST_TYPES = ["blank", "success", "error", "loading", "custom"] as const;
export type ToastType = (typeof TOAST_TYPES)[number];

/** A short message after something was done. */
export interface Toast {
  type: ToastType;
  message: string;
  description?: string;
}
