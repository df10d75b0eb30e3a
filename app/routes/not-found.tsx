import { Refusal } from "~/platform/web/refusal";
import { pageLoader } from "~/platform/web/form-action.server";

/** Any path that no other route knows. */
export const loader = pageLoader(() => Promise.reject(new Refusal("not_found")));

export default function NotFound() {
  return null;
}
