export type ToastType = "blank" | "success" | "error" | "loading" | "custom";

/** A short message after something was done. */
export interface Toast {
  type: ToastType;
  message: string;
  description?: string;
}
