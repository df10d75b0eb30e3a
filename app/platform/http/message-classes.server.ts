import { IncomingMessage, ServerResponse, type ServerOptions } from "node:http";
import type { Express } from "express";

/**
 * The classes of which a server makes its requests and responses, so that they are Express's own from the start. Express
 * would give each of them another prototype as it comes: V8 then makes a class for each single one, which cost as much
 * as all else of an answer from memory (docs/benchmarks.md), most of it in collecting garbage.
 *
 * @param app changed: what its settings and methods are looked up in is the classes' prototypes from now on
 */
export function messageClasses(
  app: Express,
): Pick<ServerOptions, "IncomingMessage" | "ServerResponse"> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Asked extends IncomingMessage> extends ServerResponse<Asked> {}
  const messages = app as unknown as { request: object; response: object };
  Object.setPrototypeOf(AppRequest.prototype, messages.request);
  Object.setPrototypeOf(AppResponse.prototype, messages.response);
  messages.request = AppRequest.prototype;
  messages.response = AppResponse.prototype;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
