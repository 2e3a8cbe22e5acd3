import {
  API_REFERENCE_PATH,
  EXTERNAL_LIMITS,
  EXTERNAL_TEXT,
  openApiDocument,
} from '@posthorn/contracts/external/external.http';
import type { NextFunction, Response } from 'express';
import type { EdgeRequest } from '../session/edge-request.ts';
import { ownCallOf } from '../edge/own-calls.ts';
import { limitHeaders, type Limit, type RateLimits } from '../edge/rate-limits.ts';
import { RequestRefused } from '../errors/request-refused.ts';
import { bearerOf } from '../session/bearer.ts';
import { tokenNotValid } from '../session/current-token.ts';
import { FailedLookUps } from './failed-look-ups.ts';
import type { TokenReader } from '../session/token-reader.ts';

const CALLS: Limit = {
  name: 'token',
  points: EXTERNAL_LIMITS.callsAMinute,
  seconds: 60,
  message: EXTERNAL_TEXT.tooMany,
};

type EdgeParts = Readonly<{ publicUrl: string; reader: () => TokenReader; limits: RateLimits }>;

/**
 * Guards `/api/external` and `/mcp` before any body is read: a request needs a valid token. It ignores cookies and refuses pages of other sites.
 * Every response states the token's limit. Only the API document needs no token.
 */
export function externalEdge({ publicUrl, reader, limits }: EdgeParts) {
  const { origin } = new URL(publicUrl);
  const failures = new FailedLookUps(limits);
  const enter = async (request: EdgeRequest, response: Response): Promise<void> => {
    response.set(limitHeaders(CALLS, null));
    const from = request.headers.origin;
    if (from !== undefined && from !== origin)
      throw new RequestRefused('external.browser', EXTERNAL_TEXT.browser);
    if (request.baseUrl + request.path === openApiDocument.path) {
      delete request.headers.cookie;
      return;
    }
    const token = bearerOf(request);
    if (token === null) throw tokenNotValid();
    const { ip = '' } = request;
    await failures.check(ip, token);
    const holder = await reader().find(token);
    if (!holder) {
      await failures.noteFailed(ip, token);
      throw tokenNotValid();
    }
    failures.noteValid(token);
    if (!ownCallOf(request)?.isCounted)
      response.set(limitHeaders(CALLS, await limits.take(CALLS, holder.tokenId)));
    request.tokenHolder = holder;
  };
  return (request: EdgeRequest, response: Response, next: NextFunction): void => {
    enter(request, response).then(() => {
      next();
    }, next);
  };
}

/** `/mcp` has no session to end and sends no messages by itself, so it accepts only POST. Use it after the token check. */
export function onlyPosts() {
  return ({ method }: EdgeRequest, _response: Response, next: NextFunction): void => {
    if (method === 'POST') next();
    else next(new RequestRefused('request.only-posts', EXTERNAL_TEXT.onlyPosts, { allow: 'POST' }));
  };
}

/** Makes all errors of calls with a token problems (RFC 9457). Use it before all code that may refuse such a call. */
export function externalProblems(publicUrl: string) {
  return (request: EdgeRequest, _response: Response, next: NextFunction): void => {
    request.problemsAt = publicUrl + API_REFERENCE_PATH;
    next();
  };
}
