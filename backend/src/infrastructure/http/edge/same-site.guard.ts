import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { EdgeRequest } from '../session/edge-request.ts';
import { FROM_ANY_SITE } from './from-any-site.ts';
import { RequestRefused } from '../errors/request-refused.ts';

const HARMLESS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Accepts a change only from our own pages. Cookies travel with requests from other sites; our origin does not. */
@Injectable()
export class SameSiteGuard implements CanActivate {
  readonly #reflector = new Reflector();

  constructor(private readonly configuration: Configuration) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<EdgeRequest>();
    // A page of another site can send a cookie, but no token.
    if (request.tokenHolder) return true;
    const exempt = this.#reflector.getAllAndOverride<boolean | undefined>(FROM_ANY_SITE, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (exempt || HARMLESS.has(request.method) || isFromOurPages(request, this.configuration)) return true;
    throw new RequestRefused('request.other-site', SERVER_TEXT.otherSite);
  }
}

/** Checks `Sec-Fetch-Site` or, where the browser does not send it, `Origin` with its scheme. Without both headers, returns false. */
function isFromOurPages(
  { headers, protocol }: Pick<Request, 'headers' | 'protocol'>,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const ours = new URL(publicUrl);
  const host = headers.host?.toLowerCase() ?? '';
  // The host check has already refused every Host except ours and, outside production, the names of this machine.
  return headers.origin === (host === ours.host ? ours.origin : `${protocol}://${host}`);
}

/** True for a navigation that another site began. False without these headers: the client is an old browser, or a program with its owner's cookie. */
export const isFromElsewhere = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers['sec-fetch-site'] !== undefined && !isOwnNavigation({ headers });

/**
 * For a GET with an effect (signing out, starting a sign-in). True when the user typed it in or followed it on our own pages. A cross-site link
 * sends the session cookie too. So respond to it with a page whose button sends a POST.
 */
export function isOwnNavigation({ headers }: Pick<Request, 'headers'>): boolean {
  const site = headers['sec-fetch-site'];
  return site === 'same-origin' || site === 'none';
}
