import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { answerWebhook } from "./answer-webhook.server";

/** Where Stripe tells of its connected accounts. */
export const action = ({ request }: ActionFunctionArgs) => answerWebhook("connect", request);
export const loader = ({ request }: LoaderFunctionArgs) => answerWebhook("connect", request);
