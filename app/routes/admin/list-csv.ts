import type { LoaderFunctionArgs } from "@remix-run/node";
import { listAt } from "~/admin/office.server";
import { Refusal } from "~/platform/refusal";
import { refusalResponse } from "~/platform/web/page-loader.server";

/** Any list of the back-office as a file, at its address with `.csv` behind it. */
async function load(args: LoaderFunctionArgs): Promise<Response> {
  const { pathname } = new URL(args.request.url);
  const list = await listAt(pathname.replace(/\.csv$/, ""));
  if (!list) throw refusalResponse(new Refusal("not_found"));
  return await list.csv(args);
}

export const loader = Object.assign(load, { access: "lists.export" as const });
