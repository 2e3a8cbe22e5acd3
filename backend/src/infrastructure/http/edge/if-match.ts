import { DRAFT_TEXT } from '@posthorn/contracts/scheduling/drafts.http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RequestNotValid } from '../errors/request-refused.ts';

/** Proxies that compress responses mark their tags as weak. MCP tools send the number without quotes. */
const REVISION = /^(?:(?:W\/)?"(?<tag>0|[1-9]\d{0,8})"|(?<bare>0|[1-9]\d{0,8}))$/u;

/**
 * The revision in the header If-Match of a request, null without one.
 * @throws RequestNotValid
 */
export function revisionIn(headers: Request['headers']): number | null {
  const header = headers['if-match'];
  if (header === undefined) return null;
  const { tag, bare } = REVISION.exec(header)?.groups ?? {};
  const revision = tag ?? bare;
  if (revision === undefined) throw new RequestNotValid({ 'if-match': DRAFT_TEXT.revisionNotValid });
  return Number(revision);
}

/** The revision in If-Match of the current request, null without one. */
export const IfMatch = createParamDecorator((_: unknown, context: ExecutionContext): number | null =>
  revisionIn(context.switchToHttp().getRequest<Request>().headers),
);

/** The header ETag that `IfMatch` reads. */
export const etagOf = ({ revision }: Readonly<{ revision: number }>): string => `"${String(revision)}"`;
