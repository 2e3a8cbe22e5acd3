import type { RequestHandler } from 'express';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { RequestRefused } from '../errors/request-refused.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. A reader with a copy must fetch the file again after this time. */
const DAYS = 90;

/**
 * `/.well-known/security.txt` (RFC 9116): the contact for security reports.
 * @param contact a `mailto:`, `https:` or `tel:` URL; null: there is no contact and no such file
 */
export function securityContact(publicUrl: string, contact: string | null, now: () => Date): RequestHandler {
  return (request, response, next) => {
    if (request.path !== PATH || (request.method !== 'GET' && request.method !== 'HEAD')) next();
    else if (contact === null) next(new RequestRefused('request.not-found', SERVER_TEXT.notFound));
    else {
      // Whole days, so that the text stays the same for a day.
      const expires = new Date((Math.floor(now().getTime() / DAY_MS) + DAYS) * DAY_MS).toISOString();
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires}`,
        'Preferred-Languages: en',
        `Canonical: ${publicUrl}${PATH}`,
      ];
      response
        .set('cache-control', 'public, max-age=3600')
        .type('text/plain')
        .send(`${lines.join('\n')}\n`);
    }
  };
}
