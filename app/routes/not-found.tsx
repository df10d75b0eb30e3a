import { Refusal } from "~/platform/web/refusal";
import { pageLoader } from "~/platform/web/page-loader.server";

/** Any path that no other route knows. */
export const loader = pageLoader({ access: "public" }, () => {
  throw new Refusal("not_found");
});

export default function NotFound() {
  return null;
}
