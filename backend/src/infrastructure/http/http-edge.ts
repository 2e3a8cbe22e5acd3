import type { Server } from 'node:http';
import { join } from 'node:path';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { EXTERNAL_PATH, MCP_PATH } from '@posthorn/contracts/external/external.http';
import { Logger } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Clock } from '../clock.ts';
import { Configuration } from '../config/configuration.ts';
import { PositionContext } from '#infrastructure/event-log/position-context.ts';
import { HttpFigures } from '../observability/http-figures.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { runInLane, REQUEST_LANE } from '#infrastructure/database/fair-queue.ts';
import { bodyShape } from './edge/body-shape.ts';
import { bodyDeadline } from './edge/body-deadline.ts';
import { compressedAnswers } from './edge/compressed-answers.ts';
import type { EdgeRequest } from './session/edge-request.ts';
import { ErrorReplyFilter, sendError } from './error-reply.filter.ts';
import { addressRateLimit } from './edge/address-rate-limit.ts';
import { filesForCrawlers, productPages } from './pages/for-crawlers.ts';
import { hostCheck } from './edge/host-check.ts';
import { KnownPages, knownPages } from './pages/known-pages.ts';
import { externalEdge, externalProblems, onlyPosts } from './external/external-edge.ts';
import { TokenReader } from './session/token-reader.ts';
import { mediaSource, ownMediaAddresses } from './pages/media-addresses.ts';
import { PageFacts } from './pages/page-facts.ts';
import { pageHosts } from './edge/page-hosts.ts';
import { RateLimits } from './edge/rate-limits.ts';
import { settleReplies, trackPositions } from './edge/request-positions.ts';
import { RequestValidation } from './edge/request-validation.ts';
import { securityContact } from './pages/security-contact.ts';
import { paymentOrigins, securityHeaders } from './edge/security-headers.ts';
import { sitemapFiles } from './pages/sitemap-files.ts';
import { Sitemap } from './pages/sitemap.ts';
import { undecodablePaths } from './edge/undecodable-paths.ts';
import { webApp } from './pages/web-app.ts';
import { WEBHOOK_PATHS, webhookBodies } from './edge/webhook-bodies.ts';

/** The path to which pages report clicks. It ignores case, as the router does. */
const PINGS = /^\/u\/[^/]+\/seen\/[^/]+\/?$/i;
/** The body of a ping is `PING` (html.spec.whatwg.org, "Hyperlink auditing"). */
const PING_BYTES_MAX = 16;

const BODY_LIMIT = '1mb';
/** How long a request may take to arrive with its body. With the five minutes of Node, a slow connection could never upload a large video. */
const REQUEST_MAX_MS = HOUR_MS;
/** Paths whose requests need an API token. */
const TOKEN_PATHS = [EXTERNAL_PATH, MCP_PATH];

/**
 * Adds everything between the network and a controller. Guards and the cause of events come with the infrastructure module. `product.ts` and the specs
 * call this function, so that both behave alike. Create the app with `bodyParser: false` and `rawBody: true`.
 */
export function useHttpEdge(app: NestExpressApplication): void {
  const server: Server = app.getHttpServer();
  server.requestTimeout = REQUEST_MAX_MS;
  const configuration = app.get(Configuration);
  const logger = new Logger('http');
  app.set('trust proxy', configuration.trustedProxies);
  app.set('query parser', 'simple');
  app.disable('x-powered-by');
  app.disable('etag');
  // Covers all database queries of a request, its sign-in and limits too; see `FairPool`.
  app.use((_request: Request, _response: Response, next: NextFunction) => {
    runInLane(REQUEST_LANE, next);
  });
  app.use(bodyDeadline());
  app.use(trackPositions(app.get(PositionContext)));
  app.use(app.get(HttpFigures).middleware());
  app.use(securityHeaders(configuration));
  app.use(TOKEN_PATHS, externalProblems(configuration.publicUrl));
  app.use(pageHosts(configuration));
  app.use(hostCheck(configuration));
  app.use(knownPages(() => app.get(KnownPages, { strict: false })));
  app.use(addressRateLimit(configuration.requestsPerMinute));
  app.use(compressedAnswers());
  app.use(settleReplies(app.get(PositionContext), app.get(ReadGate)));
  const reader = () => app.get(TokenReader, { strict: false });
  app.use(
    TOKEN_PATHS,
    externalEdge({ publicUrl: configuration.publicUrl, reader, limits: app.get(RateLimits) }),
  );
  app.use(MCP_PATH, onlyPosts());
  for (const { path, limit } of WEBHOOK_PATHS) app.use(path, ...webhookBodies(limit));
  app.use(pingBodies());
  app.useBodyParser('json', { limit: BODY_LIMIT });
  app.useBodyParser('urlencoded', { limit: BODY_LIMIT, extended: false });
  app.use(bodyShape());
  app.use(ownMediaAddresses(configuration));
  const built = join(repositoryRoot(), 'frontend', 'dist');
  const payment = configuration.stripe && paymentOrigins(configuration.stripe);
  const { publicUrl } = configuration;
  const media = mediaSource(configuration);
  const sitemap = app.get(Sitemap);
  const clock = app.get(Clock);
  sitemap.add(productPages(publicUrl));
  app.use(...filesForCrawlers(publicUrl), sitemapFiles(publicUrl, sitemap));
  app.use(securityContact(publicUrl, BRAND.securityContact, () => clock.now()));
  app.use(...webApp(built, () => app.get(PageFacts, { strict: false }), { publicUrl, payment, media }));
  app.use(undecodablePaths());
  // Errors of the middleware above reach no filter of Nest.
  app.use((error: unknown, request: EdgeRequest, response: Response, next: NextFunction) => {
    if (response.headersSent) next(error);
    else sendError(error, request, response, logger);
  });
  app.useGlobalPipes(new RequestValidation());
  app.useGlobalFilters(new ErrorReplyFilter());
}

/**
 * Recognizes pings by their path alone, ignores cookies, and lets no parser read the body. If the body is longer than that of a ping, the
 * response closes the connection, so that the server need not read the rest.
 */
function pingBodies() {
  return ({ method, path, headers }: Request, response: Response, next: NextFunction): void => {
    if (method === 'POST' && PINGS.test(path)) {
      if (
        headers['transfer-encoding'] !== undefined ||
        Number(headers['content-length'] ?? 0) > PING_BYTES_MAX
      )
        response.set('connection', 'close');
      delete headers.cookie;
      // Parsers decide by this header.
      delete headers['content-type'];
    }
    next();
  };
}
