import type { Request, Response } from "express";
import { PROBLEM_TYPE, problemOf, problemOfRefusal, type Problem } from "../web/problem.server";
import { refusalHeaders, type Refusal } from "../refusal";

/** Answers a refusal outside Remix: as a problem to programs, as a bare sentence to people. */
export function answerBarely(request: Request, response: Response, refusal: Refusal): void {
  const { code, message, status } = refusal;
  if (code !== "method") response.set(refusalHeaders(refusal));
  if (isApi(request)) return sendProblem(response, problemOfRefusal(refusal, idOf(response)));
  response.status(status).type("text/plain; charset=utf-8").send(message);
}

/** Answers what nobody expected, with the incident's number. */
export function answerFailure(request: Request, response: Response): void {
  const message = `Une erreur est survenue. Incident ${idOf(response)}`;
  if (isApi(request)) {
    const told = { code: "failure" as const, status: 500, message };
    return sendProblem(response, problemOf(told, idOf(response)));
  }
  response.status(500).type("text/plain; charset=utf-8").send(message);
}

function isApi({ path }: Request): boolean {
  return path.startsWith("/api/");
}

function idOf({ locals }: Response): string {
  return String(locals.requestId);
}

function sendProblem(response: Response, problem: Problem): void {
  response.status(problem.status).type(PROBLEM_TYPE).send(JSON.stringify(problem));
}
