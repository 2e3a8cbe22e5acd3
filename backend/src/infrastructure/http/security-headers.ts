import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '../config/configuration.ts';

const EVERYWHERE: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};
const API = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const MEDIA = "sandbox; default-src 'none'";

/** What every reply carries; pages of the app shell replace the policy by `shellPolicy`. */
export function securityHeaders({ publicUrl }: Pick<Configuration, 'publicUrl'>) {
  const app = new URL(publicUrl).origin;
  return (request: Request, response: Response, next: NextFunction): void => {
    response.removeHeader('x-powered-by');
    response.set(EVERYWHERE);
    // In any case of letters, as the route is found.
    if (/^\/media\//i.test(request.path)) {
      response.set({
        'content-security-policy': MEDIA,
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': app,
      });
    } else {
      response.set({ 'content-security-policy': API, 'cross-origin-resource-policy': 'same-origin' });
      response.set('cache-control', 'no-store');
    }
    next();
  };
}

/** Policy of the app shell. `hashes` name its inline scripts: the one that sets the theme before the first paint, and the one that asks ahead. */
export const shellPolicy = (hashes: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/** Policy of a page without the app: its own style, and at most the one script that sets the theme, both named by their hashes. */
export const plainPagePolicy = (scripts: readonly string[], styles: readonly string[]): string =>
  [
    "default-src 'none'",
    ...(scripts.length > 0 ? [['script-src', ...scripts.map((hash) => `'${hash}'`)].join(' ')] : []),
    ['style-src', ...styles.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Policy of a page without any script: a sign-in form. `styleHash` is `sha256-…` of its one style element. */
export const formPagePolicy = (styleHash: string): string =>
  [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
