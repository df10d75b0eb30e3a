import { Refusal } from "~/platform/refusal";
import { pageLoader } from "~/platform/web/page-loader.server";

/** Any path that no other route knows; what stands for all while the site is closed, and for a file that is refused (platform/http). */
export const loader = pageLoader({ access: "public" }, ({ refused }) => {
  throw refused ?? new Refusal("not_found");
});

export default function NotFound() {
  return null;
}
