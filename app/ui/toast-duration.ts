export type ToastType = "blank" | "success" | "error" | "loading" | "custom";

/** How long a toast of each type stays unless told otherwise, in ms; null: until someone closes it. */
const DURATION: Record<ToastType, number | null> = {
  blank: 4_000,
  success: 2_000,
  error: 4_000,
  loading: null,
  custom: 4_000,
};

/** Less is too short to read a sentence in. */
const TO_BE_READ_MS = 5_000;
/** What a slow reader needs for each word of a longer one. */
const A_WORD_MS = 400;

interface Wish {
  /** In ms; the type's own when absent, null: until someone closes it. */
  duration?: number | null;
  /** Says what is said nowhere else: stays at least 5 s, longer the more it says, and an error until someone closes it. */
  mustBeRead?: boolean;
  /** What it says, as far as it is plain text. */
  text?: string;
}

/** How long a toast stays, in ms; null: until someone closes it. */
export function toastDuration(
  type: ToastType,
  { duration = DURATION[type], mustBeRead = false, text = "" }: Wish = {},
): number | null {
  if (!mustBeRead || duration === null) return duration;
  if (type === "error") return null;
  return Math.max(duration, TO_BE_READ_MS, text.split(/\s+/).length * A_WORD_MS);
}
