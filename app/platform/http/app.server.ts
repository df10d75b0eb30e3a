import { randomUUID } from "node:crypto";
import { createRequestHandler, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { constants } from "node:zlib";
import type { ViteDevServer } from "vite";
import { createLoadContext } from "../web/context.server";
import { databaseAnswers } from "../database.server";
import { env } from "../env.server";
import { guard } from "./guards.server";
import { logger, requestScope } from "../log.server";
import { loggablePath } from "./loggable-path";
import { refusalOf } from "../web/refusal-of.server";
import { RequestSession } from "../session.server";
import { measure, metricsEndpoint } from "./metrics.server";
import { originCheck } from "./origin-check.server";
import { pageCache } from "./page-cache.server";
import { remixHandler } from "./remix-handler.server";
import { perBranch } from "./route-branches.server";
import { routeGroups, type Destination } from "./route-groups.server";
import { securityHeaders } from "./security-headers.server";
import { staticFiles } from "./static-files.server";

interface AppOptions {
  build: ServerBuild;
  /** Folder of the built browser files; absent in development, where Vite serves them. */
  clientDir?: string;
  vite?: ViteDevServer;
}

/** The Express application: what every request passes on its way to Remix, in order. */
export function createExpressApp({ build, clientDir, vite }: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(identify, measure);
  app.get("/healthz", (_request, response) => void response.type("text").send("ok"));
  app.get("/readyz", (_request, response, next) => {
    databaseAnswers()
      .then((ready) =>
        response
          .status(ready ? 200 : 503)
          .type("text")
          .send(ready ? "ok" : "no database"),
      )
      .catch(next);
  });
  app.get("/metrics", metricsEndpoint);
  app.use(securityHeaders(vite !== undefined));
  if (vite) app.use(vite.middlewares);
  if (clientDir) app.use(staticFiles(clientDir));
  app.use(originCheck);

  const destinationOf = routeGroups(build);
  app.use((request, response, next) => {
    const destination = destinationOf(request.path);
    response.locals.destination = destination;
    response.locals.route = destination.pattern;
    next();
  });

  const handlerOf = perBranch(build, (branch) => createRequestHandler(branch, "production"));
  if (!vite) {
    app.use(
      pageCache((url, request) =>
        handlerOf(destinationOf(request.path))(new Request(new URL(url, env.APP_URL)), {
          requestId: String(request.res?.locals.requestId),
          ip: request.ip ?? "unknown",
          session: new RequestSession(null, null, () => undefined),
        }),
      ),
    );
  }
  app.use(
    compression({
      brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    }),
  );
  app.use(guarded);
  const sources = vite && remixOnSources(vite);
  app.use(remixHandler(({ locals }) => sources ?? handlerOf(locals.destination as Destination)));
  app.use(lastResort);
  return app;
}

/** Remix on the sources as they are now. */
function remixOnSources(vite: ViteDevServer) {
  const load = () => vite.ssrLoadModule("virtual:remix/server-build");
  return createRequestHandler(load as unknown as () => Promise<ServerBuild>, "development");
}

/** Gives the request its id (also sent back), its log scope and its log line. */
const identify: RequestHandler = (request, response, next) => {
  const requestId = randomUUID();
  response.locals.requestId = requestId;
  response.setHeader("X-Request-Id", requestId);
  const start = performance.now();
  response.on("close", () => {
    const level = response.statusCode >= 500 ? "error" : "info";
    logger[level](
      {
        requestId,
        method: request.method,
        path: loggablePath(request.path),
        status: response.statusCode,
        ms: Math.round(performance.now() - start),
        finished: response.writableFinished,
      },
      "request",
    );
  });
  requestScope.run({ requestId }, next);
};

/** Applies the route group's guard before Remix runs anything. */
const guarded: RequestHandler = (request, response, next) => {
  const context = createLoadContext(request, response);
  response.locals.context = context;
  const { group } = response.locals.destination as Destination;
  // A route's own header takes its place.
  if (context.session.present) response.setHeader("Cache-Control", "private, no-store");
  guard(group, context.session, { method: request.method, url: request.originalUrl })
    .then((refused) => {
      if (refused) response.redirect(303, refused.headers.get("location") ?? "/");
      else next();
    })
    .catch(next);
};

/**
 * What fails outside Remix: a bare sentence, with the incident's number when nobody expected it and
 * the story in the log.
 */
const lastResort: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const refusal = response.headersSent ? null : refusalOf(error);
  if (refusal) {
    response.status(refusal.status);
    if (request.path.startsWith("/api/")) response.json({ message: refusal.message });
    else response.type("text/plain; charset=utf-8").send(refusal.message);
    return;
  }
  logger.error({ err: error, requestId: response.locals.requestId }, "unexpected error");
  if (response.headersSent) return next(error);
  response
    .status(500)
    .type("text/plain; charset=utf-8")
    .send(`Une erreur est survenue. Incident ${String(response.locals.requestId)}`);
};
