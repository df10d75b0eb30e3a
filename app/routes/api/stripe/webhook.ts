import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerWebhook } from "./answer-webhook.server";

/** Where Stripe tells of payments. */
const handler = ({ request, context }: LoaderFunctionArgs) =>
  answerWebhook("platform", request, context.requestId);

export { handler as action, handler as loader };
