import { STATUS_CODES } from 'node:http';
import type { ExternalProblem } from '@posthorn/contracts/external/external.http';
import type { ErrorReply, PlainErrorReply } from '@posthorn/contracts/shared/call';
import { ERROR_CODES, type ErrorCode } from '@posthorn/contracts/shared/error-codes';
import type { FieldCodes } from '@posthorn/contracts/shared/field-sentences';
import { DomainError } from '@posthorn/contracts/shared/refusal';
import type { SaidValues } from '@posthorn/contracts/shared/said';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import {
  AmbiguousError,
  ConcurrencyError,
  LogBusyError,
  LogSealedError,
  NotStorableError,
  RetryableError,
  TooLargeError,
} from '@posthorn/event-sourcing/event-store';
import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { isDatabaseDown } from '../database/database-down.ts';
import { isDiskFull } from './errors/disk-full.ts';
import { wordingOf } from './errors/error-wording.ts';
import type { EdgeRequest } from './session/edge-request.ts';
import { RequestNotValid, RequestRefused } from './errors/request-refused.ts';
import { StorageUnavailable } from './errors/storage-unavailable.ts';

export type ErrorAnswer = Readonly<{
  status: number;
  code: ErrorCode;
  message: string;
  values?: SaidValues;
  fields?: Readonly<Record<string, string>>;
  fieldCodes?: FieldCodes;
  headers?: Readonly<Record<string, string>>;
}>;

const answerFor = (code: ErrorCode, message: string): ErrorAnswer => ({
  status: ERROR_CODES[code][0],
  code,
  message,
});
const retrySoon = (code: ErrorCode, message: string): ErrorAnswer => ({
  ...answerFor(code, message),
  headers: { 'retry-after': '5' },
});

/** A route may have set these headers for its file before it failed. With them, caches would keep the error as that file. */
const HEADERS_OF_FILES = ['content-type', 'content-disposition', 'etag', 'last-modified'];

/** The only place that turns an error into HTTP. */
@Catch()
export class ErrorReplyFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendError(error, http.getRequest<EdgeRequest>(), http.getResponse<Response>(), this.logger);
  }
}

/** For code that runs before Nest's own pipeline, for example a body that is not JSON. */
export function sendError(error: unknown, request: EdgeRequest, response: Response, logger: Logger): void {
  const { requestId = '' } = request;
  const answered = answerTo(error);
  const { status, headers = {}, values, fieldCodes, ...codeAndMessage } = answered;
  logFailure(error, answered, { requestId, logger });
  // A response that has already begun cannot become an error response.
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const fields = error instanceof NotStorableError ? unstorableFields(request.body) : {};
  const isNamed = Object.keys(fields).length > 0;
  const body: PlainErrorReply = { ...codeAndMessage, ...(isNamed && { fields }), requestId };
  for (const name of HEADERS_OF_FILES) response.removeHeader(name);
  response.status(status).set({ 'cache-control': 'no-store', ...headers });
  if (request.problemsAt === undefined)
    response.json({
      ...body,
      ...wordingOf({ ...codeAndMessage, fields: body.fields, values, fieldCodes }),
    } satisfies ErrorReply);
  else response.type('application/problem+json').json(problemOf(body, status, request.problemsAt));
}

/** Logs a 5xx. An outage ends by itself, so it is a warning. A full disk and a bug need a person, so they are errors. */
export function logFailure(
  error: unknown,
  { status, code, headers = {} }: ErrorAnswer,
  { requestId, logger }: Readonly<{ requestId: string | undefined; logger: Logger }>,
): void {
  if (status < 500) return;
  const line = { requestId, status, code, err: error };
  if (headers['retry-after'] !== undefined && code !== 'server.storage-full')
    logger.warn({ msg: 'request failed for now; the client may repeat it', ...line });
  else logger.error({ msg: 'request failed', ...line });
}

function problemOf(body: PlainErrorReply, status: number, explainedAt: string): ExternalProblem {
  const { code, message } = body;
  const [type, title] = [`${explainedAt}#${code}`, STATUS_CODES[status] ?? String(status)];
  return { ...body, type, title, status, detail: message };
}

/** The status and message of an error, for routes that respond in a format other than JSON. */
export function answerTo(error: unknown): ErrorAnswer {
  return answerToExpected(error) ?? unavailable(error) ?? answerFor('server.bug', SERVER_TEXT.bug);
}

function answerToExpected(error: unknown): ErrorAnswer | undefined {
  if (error instanceof DomainError) {
    const { status, code, message, values, fields, fieldCodes, members } = error;
    const fieldParts = fields && { fields, fieldCodes };
    return { ...members, status, code, message, ...(values && { values }), ...fieldParts };
  }
  if (error instanceof RequestNotValid) {
    return { status: 400, code: error.code, message: error.message, fields: error.fields };
  }
  if (error instanceof RequestRefused) {
    const { code, message, values, headers, members } = error;
    return { ...members, status: error.getStatus(), code, message, ...(values && { values }), headers };
  }
  if (error instanceof ConcurrencyError) {
    return answerFor('request.too-late', SERVER_TEXT.tooLate);
  }
  if (error instanceof TooLargeError) {
    return answerFor('request.too-large', SERVER_TEXT.bodyTooLarge);
  }
  if (error instanceof NotStorableError) {
    return answerFor('request.not-valid', SERVER_TEXT.notValid);
  }
  return byStatus(error);
}

function unavailable(error: unknown): ErrorAnswer | undefined {
  if (error instanceof LogSealedError) {
    return retrySoon('server.log-sealed', SERVER_TEXT.logSealed);
  }
  if (error instanceof LogBusyError) {
    return retrySoon('server.log-busy', SERVER_TEXT.logBusy);
  }
  if (error instanceof RetryableError || error instanceof AmbiguousError) {
    return retrySoon('server.log-unavailable', SERVER_TEXT.logUnavailable);
  }
  if (isDatabaseDown(error)) {
    return retrySoon('server.database-unavailable', SERVER_TEXT.databaseUnavailable);
  }
  if (error instanceof StorageUnavailable) {
    return retrySoon('server.media-unavailable', SERVER_TEXT.mediaUnavailable);
  }
  if (isDiskFull(error)) {
    return retrySoon('server.storage-full', SERVER_TEXT.storageFull);
  }
  return undefined;
}

/** Errors of Nest, of the body parser and of multer. They carry a status, and messages that are not ours. */
function byStatus(error: unknown): ErrorAnswer | undefined {
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

/** NUL and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** A sentence for each text of a body that neither the log nor the database can store, by its path: `files.0.name`. */
function unstorableFields(body: unknown): Record<string, string> {
  return Object.fromEntries(pathsIn(body, '').map((path) => [path, SERVER_TEXT.notValid]));
}

function pathsIn(value: unknown, path: string): string[] {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? [path] : [];
  // A webhook delivery is kept as its original bytes.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, path ? `${path}.${name}` : name));
}
