import { randomUUID } from "node:crypto";
import type { AppLoadContext, ServerBuild } from "@remix-run/node";
import compression from "compression";
import express, {
  type ErrorRequestHandler,
  type Express,
  type RequestHandler,
  type Response as ExpressResponse,
} from "express";
import { constants } from "node:zlib";
import type { ViteDevServer } from "vite";
import { databaseAnswers } from "../database.server";
import { env } from "../env.server";
import { answerHeaders } from "./answer-headers.server";
import { answerBarely, answerFailure } from "./bare-answer.server";
import { guard } from "./guards.server";
import { logger, requestScope } from "../log.server";
import { loggablePath } from "../loggable-path";
import { refusalOf } from "../web/refusal-of.server";
import { RequestSession } from "../session.server";
import { contextOf, maintenance } from "./maintenance.server";
import { measure, metricsEndpoint } from "./metrics.server";
import { originCheck } from "./origin-check.server";
import { pageCache } from "./page-cache.server";
import { pagePolicy } from "./page-policy.server";
import { plainRequests } from "./plain-requests.server";
import type { Destination } from "./route-groups.server";
import { securityHeaders } from "./security-headers.server";
import { siteAddress } from "./site-address.server";
import { siteOf, siteOfSources, type Site } from "./site.server";
import { staticFiles } from "./static-files.server";
import { countVisits } from "./count-visits.server";
import { standIn, unavailablePage } from "./unavailable-page.server";
import { proxyWarning } from "./proxy-warning.server";
import { unreadBodies } from "./unread-bodies.server";

/** What is served: a build and the folder of its browser files, or in development the sources. */
export type AppOptions = {
  /** For /readyz: whether this process has all that it would make its first visitors wait for. */
  isReady?: () => boolean;
} & (
  | { build: ServerBuild; clientDir: string }
  | { vite: Pick<ViteDevServer, "middlewares" | "ssrLoadModule"> }
);

/** The Express application: what every request passes on its way to Remix, in order. */
export function createExpressApp(options: AppOptions): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(identify, proxyWarning, measure, answerHeaders, unreadBodies, plainRequests);
  app.get("/healthz", (_request, response) => void response.type("text").send("ok"));
  app.get("/readyz", (_request, response, next) => {
    databaseAnswers()
      .then((answers) => {
        if (!answers) return response.status(503).type("text").send("no database");
        const ready = options.isReady?.() ?? true;
        return response
          .status(ready ? 200 : 503)
          .type("text")
          .send(ready ? "ok" : "reading the venues");
      })
      .catch(next);
  });
  app.get("/metrics", metricsEndpoint);
  app.use(securityHeaders("vite" in options));
  app.use("vite" in options ? options.vite.middlewares : staticFiles(options.clientDir));
  app.use(originCheck);

  if ("vite" in options) {
    const siteNow = siteOfSources(options.vite);
    app.use((request, response, next) => {
      siteNow()
        .then((site) => {
          lead(site, request.path, response);
          next();
        })
        .catch(next);
    }, maintenance);
  } else {
    const site = siteOf(options.build, "production");
    app.use((request, response, next) => {
      lead(site, request.path, response);
      next();
    });
    app.use(maintenance, countVisits);
    app.use(pagePolicy((response) => (response.locals as Led).destination.pattern));
    app.use(
      pageCache((url, request) =>
        site.render(site.destinationOf(request.path))(new Request(new URL(url, env.APP_URL)), {
          requestId: String(request.res?.locals.requestId),
          ip: request.ip ?? "unknown",
          session: new RequestSession(null, null, () => undefined),
        }),
      ),
    );
  }
  app.use(compression({ brotli: { params: PACKED_AS_IT_COMES } }));
  app.use(guarded, siteAddress);
  app.use((request, response, next) => {
    const { site, destination } = response.locals as Led;
    site.answer(destination)(request, response, next);
  });
  app.use(unavailablePage, lastResort);
  return app;
}

/**
 * How pages that are made anew are packed: fast, and with as much to look back at (128 kB) as a page is long. Left
 * alone each packer looks back 4 MB, and has memory for it.
 */
const PACKED_AS_IT_COMES = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_LGWIN]: 17,
};

/** What a request's `response.locals` hold once it is known where it leads. */
interface Led {
  site: Site;
  destination: Destination;
  route: string;
}

/** What they hold once somebody asked who sends it. */
interface Known {
  context?: AppLoadContext;
}

/** Finds where a request leads, in the build that will answer it. */
function lead(site: Site, path: string, response: ExpressResponse): void {
  const destination = site.destinationOf(path);
  const led: Led = { site, destination, route: destination.pattern };
  Object.assign(response.locals, led);
}

/** Gives the request its id (also sent back), its log scope and its log line. */
const identify: RequestHandler = (request, response, next) => {
  const requestId = randomUUID();
  response.locals.requestId = requestId;
  response.setHeader("X-Request-Id", requestId);
  const start = performance.now();
  response.on("close", () => {
    logger[isFault(response) ? "error" : "info"](
      {
        requestId,
        method: request.method,
        path: loggablePath(request.path),
        status: response.statusCode,
        ms: Math.round(performance.now() - start),
        ...whoAsked(response),
        finished: response.writableFinished,
      },
      "request",
    );
  });
  requestScope.run({ requestId }, next);
};

/** Whether an answer is for somebody to look at: not that the site is closed, as it was told to be. */
function isFault({ statusCode, locals }: ExpressResponse): boolean {
  return statusCode >= 500 && !(locals as Known).context?.closed;
}

/** Who asked, for the log, by ids alone and where that was read anyway; or who looked at the site as whom. */
function whoAsked({ locals }: ExpressResponse) {
  const { context } = locals as Known;
  if (!context) return;
  const { knownView: view, knownHolder: holder } = context.session;
  if (view) return { viewedBy: view.admin.id, viewedAs: view.person.id };
  return context.caller ?? (holder && { viewer: holder.id });
}

/** Applies the route group's guard before Remix runs anything. */
const guarded: RequestHandler = (request, response, next) => {
  const context = contextOf(request, response);
  const { site, destination } = response.locals as Led;
  const { group } = destination;
  context.refusalPage = (refused, wanted) => standIn(site, refused)(wanted, context);
  guard(group, context.session, { method: request.method, url: request.originalUrl })
    .then((refused) => {
      if (!refused) return next();
      const toast = refused.headers.get("set-cookie");
      if (toast) response.append("Set-Cookie", toast);
      response.redirect(303, refused.headers.get("location") ?? "/");
    })
    .catch(next);
};

/**
 * What fails outside Remix: a bare sentence, with the incident's number when nobody expected it and
 * the story in the log.
 */
const lastResort: ErrorRequestHandler = (error: unknown, request, response, next) => {
  const refusal = response.headersSent ? null : refusalOf(error);
  if (refusal) return answerBarely(request, response, refusal);
  logger.error({ err: error, requestId: response.locals.requestId }, "unexpected error");
  if (response.headersSent) return next(error);
  answerFailure(request, response);
};
