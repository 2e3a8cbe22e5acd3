import type { Request } from 'express';

/** RFC 9110, section 13.1.2: matches any of several tags by weak comparison. */
export const matchesEtag = ({ headers }: Pick<Request, 'headers'>, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((tag) => {
    const candidate = tag.trim();
    return candidate === '*' || candidate.replace(/^W\//u, '') === etag.replace(/^W\//u, '');
  });
