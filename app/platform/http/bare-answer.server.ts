import type { Request, Response } from "express";
import type { Refusal } from "../web/refusal";

/** Answers a refusal outside Remix: in JSON to programs, as a bare sentence to people. */
export function answerBarely(request: Request, response: Response, refusal: Refusal): void {
  const { message, status } = refusal;
  response.status(status);
  if (request.path.startsWith("/api/")) response.json({ message });
  else response.type("text/plain; charset=utf-8").send(message);
}
