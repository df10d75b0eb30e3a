import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerWebhook } from "./answer-webhook.server";

/** Where Stripe tells of payments. */
export const action = ({ request }: ActionFunctionArgs) => answerWebhook("platform", request);
export const loader = ({ request }: LoaderFunctionArgs) => answerWebhook("platform", request);
