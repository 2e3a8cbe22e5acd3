import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { revisionIn } from '#infrastructure/http/edge/if-match.ts';
import { browserName } from '#infrastructure/http/session/browser-name.ts';
import type { DraftSource } from './save-draft.command.ts';

/** The browser that sent the request, and the revision of the draft that the request changes. */
export const SourceOfDraft = createParamDecorator((_: unknown, context: ExecutionContext): DraftSource => {
  const { headers } = context.switchToHttp().getRequest<Request>();
  return { device: browserName(headers['user-agent']), revision: revisionIn(headers) };
});
