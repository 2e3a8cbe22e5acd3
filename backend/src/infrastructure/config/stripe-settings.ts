import type { Variables } from './variables.ts';

/** `webhookSecrets`: the current secret, and during a rotation the old one too. `apiUrl` has no trailing slash. */
export type StripeSettings = Readonly<{
  mode: 'live' | 'test';
  secretKey: string;
  publishableKey: string;
  webhookSecrets: readonly string[];
  apiUrl: string;
  /** The URL from which browsers load Stripe’s script. */
  scriptUrl: string;
}>;

const API = 'https://api.stripe.com';
/** The script belongs to one version of the API (docs.stripe.com/sdks/stripejs-versioning); "endive" is our library’s version. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';
/** Fixed, because they open only the sandbox of this machine. */
const SANDBOX_KEYS = {
  secretKey: 'sk_test_posthorn_sandbox',
  publishableKey: 'pk_test_posthorn_sandbox',
  webhookSecrets: ['whsec_posthorn_sandbox'],
} as const;

/** Secret keys and restricted keys. The formats are those of docs.stripe.com/keys. */
const SECRET_KEY = /^[rs]k_(?<mode>live|test)_\w+$/u;
const PUBLISHABLE_KEY = /^pk_(?<mode>live|test)_\w+$/u;
const WEBHOOK_SECRET = /^whsec_[\w+/=]+$/u;

/**
 * Reads `STRIPE_SECRET_KEY`, `STRIPE_PUBLISHABLE_KEY`, `STRIPE_WEBHOOK_SECRET`: all or none. `STRIPE_API_URL` and `STRIPE_JS_URL` are
 * Stripe’s URLs. Without keys the sandbox is used; without a sandbox subscriptions are unavailable.
 */
export function readStripeSettings(read: Variables, sandboxUrl: string | null): StripeSettings | null {
  const secretKey = read.optionalText('STRIPE_SECRET_KEY');
  const publishableKey = read.optionalText('STRIPE_PUBLISHABLE_KEY');
  const webhookSecrets = read.words('STRIPE_WEBHOOK_SECRET');
  const ownApi = read.operatorUrl('STRIPE_API_URL')?.replace(/\/+$/u, '') ?? null;
  const ownScript = read.optionalUrl('STRIPE_JS_URL', ['http:', 'https:']);
  if (secretKey === null && publishableKey === null && webhookSecrets.length === 0) {
    return sandboxUrl === null
      ? null
      : {
          ...SANDBOX_KEYS,
          mode: 'test',
          apiUrl: ownApi ?? 'https://stripe.sandbox.test',
          scriptUrl: ownScript ?? `${sandboxUrl}/stripe.js`,
        };
  }
  const all = 'set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or none of the three';
  if (secretKey === null) read.refuse('STRIPE_SECRET_KEY', `is missing: ${all}`);
  if (publishableKey === null) read.refuse('STRIPE_PUBLISHABLE_KEY', `is missing: ${all}`);
  if (webhookSecrets.length === 0) read.refuse('STRIPE_WEBHOOK_SECRET', `is missing: ${all}`);
  if (secretKey === null || publishableKey === null || webhookSecrets.length === 0) return null;
  // Messages must not contain the values, which are secrets.
  const mode = modeOf(SECRET_KEY, secretKey);
  const shownMode = modeOf(PUBLISHABLE_KEY, publishableKey);
  if (mode === null)
    read.refuse('STRIPE_SECRET_KEY', 'is not a Stripe secret key: it begins with sk_ or rk_');
  if (shownMode === null)
    read.refuse('STRIPE_PUBLISHABLE_KEY', 'is not a Stripe publishable key: it begins with pk_');
  if (!webhookSecrets.every((secret) => WEBHOOK_SECRET.test(secret)))
    read.refuse('STRIPE_WEBHOOK_SECRET', 'is not the secret of a webhook endpoint: it begins with whsec_');
  if (mode === null || shownMode === null) return null;
  if (mode !== shownMode)
    read.refuse('STRIPE_PUBLISHABLE_KEY', `is a ${shownMode} key, but STRIPE_SECRET_KEY is a ${mode} key`);
  if (mode === 'live' && sandboxUrl !== null)
    read.refuse(
      'STRIPE_SECRET_KEY',
      'is a live key, which the product does not use together with the sandbox: set SANDBOX=off',
    );
  return {
    mode,
    secretKey,
    publishableKey,
    webhookSecrets,
    apiUrl: ownApi ?? API,
    scriptUrl: ownScript ?? SCRIPT,
  };
}

function modeOf(shape: RegExp, key: string): 'live' | 'test' | null {
  const mode = shape.exec(key)?.groups?.['mode'];
  return mode === 'live' || mode === 'test' ? mode : null;
}
