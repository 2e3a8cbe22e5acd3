import { STATUS_CODES } from 'node:http';
import type { ExternalProblem } from '@posthorn/contracts/external/external.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { DomainError } from '@posthorn/event-sourcing';
import {
  AmbiguousError,
  ConcurrencyError,
  LogSealedError,
  NotStorableError,
  RetryableError,
  TooLargeError,
} from '@posthorn/event-sourcing/event-store';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { isDatabaseDown } from '../database/database-down.ts';
import { isDiskFull } from '../disk-full.ts';
import { MediaStoreAway } from '../media/store/media-store.ts';
import type { EdgeRequest } from './edge-request.ts';
import { RequestNotValid, RequestRefused } from './request-refused.ts';
import { unstorableFields } from './unstorable-fields.ts';

export type Answer = Readonly<{
  status: number;
  code: string;
  message: string;
  fields?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}>;

const STATUS: Record<DomainError['kind'], number> = {
  refused: 422,
  missing: 404,
  conflict: 409,
  forbidden: 403,
};
const SOON = { 'retry-after': '5' } as const;

/** The only place that turns an error into HTTP. */
@Catch()
export class ErrorReplyFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<EdgeRequest>(), http.getResponse<Response>(), this.logger);
  }
}

/** For what runs before Nest's own pipeline, as a body that is no JSON. */
export function sendError(error: unknown, request: EdgeRequest, response: Response, logger: Logger): void {
  const { requestId = '' } = request;
  const { status, headers = {}, ...answer } = answerTo(error);
  if (status >= 500)
    logger.error({ msg: 'request failed', requestId, status, code: answer.code, err: error });
  // A stream that broke off half way has no place left for an error.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const fields = error instanceof NotStorableError ? unstorableFields(request.body) : {};
  const isNamed = Object.keys(fields).length > 0;
  const body: ErrorReply = { ...answer, ...(isNamed && { fields }), requestId };
  response.status(status).set(headers);
  if (request.problemsAt === undefined) response.json(body);
  else response.type('application/problem+json').json(problemOf(body, status, request.problemsAt));
}

function problemOf(body: ErrorReply, status: number, explainedAt: string): ExternalProblem {
  const { code, message } = body;
  const [type, title] = [`${explainedAt}#${code}`, STATUS_CODES[status] ?? String(status)];
  return { ...body, type, title, status, detail: message };
}

/** The status and words of an error, for doors that answer with something else than JSON. */
export function answerTo(error: unknown): Answer {
  return (
    expected(error) ?? unavailable(error) ?? { status: 500, code: 'server.bug', message: SERVER_TEXT.bug }
  );
}

function expected(error: unknown): Answer | undefined {
  if (error instanceof DomainError) {
    const { code, message, fields } = error;
    return { status: STATUS[error.kind], code, message, ...(fields && { fields }) };
  }
  if (error instanceof RequestNotValid) {
    return { status: 400, code: error.code, message: error.message, fields: error.fields };
  }
  if (error instanceof RequestRefused) {
    const { code, message, headers, members } = error;
    return { ...members, status: error.getStatus(), code, message, headers };
  }
  if (error instanceof ConcurrencyError) {
    return { status: 409, code: 'request.too-late', message: SERVER_TEXT.tooLate };
  }
  if (error instanceof TooLargeError) {
    return { status: 413, code: 'request.too-large', message: SERVER_TEXT.bodyTooLarge };
  }
  if (error instanceof NotStorableError) {
    return { status: 400, code: 'request.not-valid', message: SERVER_TEXT.notValid };
  }
  return byStatus(error);
}

function unavailable(error: unknown): Answer | undefined {
  if (error instanceof LogSealedError) {
    return { status: 503, code: 'server.log-sealed', message: SERVER_TEXT.logSealed, headers: SOON };
  }
  if (error instanceof RetryableError || error instanceof AmbiguousError) {
    return {
      status: 503,
      code: 'server.log-unavailable',
      message: SERVER_TEXT.logUnavailable,
      headers: SOON,
    };
  }
  if (isDatabaseDown(error)) {
    return {
      status: 503,
      code: 'server.database-unavailable',
      message: SERVER_TEXT.databaseUnavailable,
      headers: SOON,
    };
  }
  if (error instanceof MediaStoreAway) {
    return {
      status: 503,
      code: 'server.media-unavailable',
      message: SERVER_TEXT.mediaUnavailable,
      headers: SOON,
    };
  }
  if (isDiskFull(error)) {
    return { status: 503, code: 'server.storage-full', message: SERVER_TEXT.storageFull, headers: SOON };
  }
  return undefined;
}

/** Errors of Nest, of the body parser and of multer: they carry a status, and words that are not ours. */
function byStatus(error: unknown): Answer | undefined {
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  if (status === undefined || status >= 500) return undefined;
  const message = error instanceof Error ? error.message : SERVER_TEXT.notValid;
  if (status === 404) return { status, code: 'request.not-found', message: SERVER_TEXT.notFound };
  if (status === 413) return { status, code: 'request.too-large', message: SERVER_TEXT.bodyTooLarge };
  if (error instanceof HttpException) return { status, code: 'request.refused', message };
  const malformed = typeof error === 'object' && error !== null && 'type' in error;
  return malformed && error.type === 'entity.parse.failed'
    ? { status, code: 'request.malformed', message: SERVER_TEXT.malformedJson }
    : { status, code: 'request.refused', message: SERVER_TEXT.notValid };
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}
