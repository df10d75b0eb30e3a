import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerWebhook } from "./answer-webhook.server";

/** Where Stripe tells of its connected accounts. */
const handler = ({ request, context }: LoaderFunctionArgs) =>
  answerWebhook("connect", request, context.requestId);

export { handler as action, handler as loader };
