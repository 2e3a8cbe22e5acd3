import type { NextFunction, Request, Response } from 'express';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { StripeSettings } from '#infrastructure/config/stripe-settings.ts';

const permissions = (payment: string): string =>
  `camera=(), microphone=(), geolocation=(), payment=${payment}, usb=()`;

const EVERYWHERE: Readonly<Record<string, string>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': permissions('()'),
};
const API = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
const MEDIA = "sandbox; default-src 'none'";

/** Headers of every response; pages of the app shell replace the policy by `shellPolicy`. */
export function securityHeaders({ publicUrl }: Pick<Configuration, 'publicUrl'>) {
  const app = new URL(publicUrl).origin;
  return (request: Request, response: Response, next: NextFunction): void => {
    response.removeHeader('x-powered-by');
    response.set(EVERYWHERE);
    // Ignores case, as the router does.
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

/** The origins of the payment form, without a path. */
export type PaymentOrigins = Readonly<{ scripts: readonly string[]; frames: readonly string[]; api: string }>;

const STRIPE_SCRIPTS = 'https://js.stripe.com';

/** Stripe's script opens further hosts of Stripe (docs.stripe.com/security/guide, "Content Security Policy"). Any other form has one host. */
export function paymentOrigins({
  apiUrl,
  scriptUrl,
}: Pick<StripeSettings, 'apiUrl' | 'scriptUrl'>): PaymentOrigins {
  const script = new URL(scriptUrl).origin;
  const isStripe = script === STRIPE_SCRIPTS;
  const scripts = isStripe ? [script, 'https://*.js.stripe.com'] : [script];
  return {
    scripts,
    frames: isStripe ? [...scripts, 'https://hooks.stripe.com'] : scripts,
    api: new URL(apiUrl).origin,
  };
}

/**
 * Further headers of a page with the payment form. A wallet opens from its frame, and may open a window that reports back. `same-origin` would cut
 * that window off (html.spec.whatwg.org, "Cross-origin opener policies").
 */
export const paymentHeaders = ({
  scripts: [script = ''],
}: PaymentOrigins): Readonly<Record<string, string>> => ({
  'permissions-policy': permissions(`(self "${script}")`),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
});

/**
 * Policy of the app shell. `hashes` identify its inline scripts: one sets the theme before the first paint, one requests data early.
 * @param payment on the one page with the payment form
 * @param media image and video sources in addition to our own host: `mediaSource`
 */
export const shellPolicy = (
  hashes: readonly string[],
  payment: PaymentOrigins | null = null,
  media: string | null = null,
): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`), ...(payment?.scripts ?? [])].join(' '),
    "style-src 'self'",
    "style-src-elem 'self' 'unsafe-inline'",
    "style-src-attr 'none'",
    ["img-src 'self' data: blob:", ...(media === null ? [] : [media])].join(' '),
    ["media-src 'self' blob:", ...(media === null ? [] : [media])].join(' '),
    ["connect-src 'self'", ...(payment ? [payment.api] : [])].join(' '),
    // The editor of the link page shows that page beside its fields.
    ['frame-src', ...(payment?.frames ?? ["'self'"])].join(' '),
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');

/** Policy of a page without the app: its own style, and at most the script that sets the theme. Hashes identify both. */
export const plainPagePolicy = (
  scripts: readonly string[],
  styles: readonly string[],
  hasForm = false,
): string =>
  [
    "default-src 'none'",
    ...(scripts.length > 0 ? [['script-src', ...scripts.map((hash) => `'${hash}'`)].join(' ')] : []),
    ['style-src', ...styles.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self'",
    "manifest-src 'self'",
    // The offline page checks whether the server is reachable; auditing tools request robots.txt.
    "connect-src 'self'",
    "base-uri 'none'",
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** Policy of the service worker: it may call only our host. */
export const WORKER_POLICY = "default-src 'none'; connect-src 'self'";

/** Policy of a page without a script, such as a sign-in form. `styleHash` is `sha256-…` of its one style element. */
export const formPagePolicy = (styleHash: string): string =>
  [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
