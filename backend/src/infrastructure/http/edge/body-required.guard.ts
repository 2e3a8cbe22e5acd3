import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { RequestRefused } from '../errors/request-refused.ts';

/**
 * Refuses a request whose body is missing, is a list, or has a type that no parser reads. Validation takes such a body for `{}`. For a call
 * that replaces all fields, this would delete them.
 */
export class BodyRequired implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const body: unknown = context.switchToHttp().getRequest<Request>().body;
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return true;
    throw new RequestRefused('request.malformed', SERVER_TEXT.malformedJson);
  }
}
