import { platforms, type Platform } from '../shared/platform.ts';

/** Why a consent connected nothing. */
export const consentRefusals = [
  'denied',
  'expired',
  'failed',
  'scopes',
  'no-account',
  'limit',
  'unreachable',
  'not-configured',
] as const;
export type ConsentRefusal = (typeof consentRefusals)[number];

/** How the way through a platform's consent page ended. */
export type ConsentResult =
  | Readonly<{ kind: 'connected'; platform: Platform; already: boolean }>
  /** Several accounts wait for a choice. */
  | Readonly<{ kind: 'choose'; platform: Platform }>
  | Readonly<{ kind: 'refused'; platform: Platform; reason: ConsentRefusal }>;

/** The page of our own that tells it. */
export function pageOfConsent(result: ConsentResult): string {
  const { platform } = result;
  switch (result.kind) {
    case 'connected':
      return `/settings?connected=${platform}${result.already ? '&already=1' : ''}`;
    case 'choose':
      return `/settings/accounts?choose=${platform}`;
    case 'refused':
      return `/settings?refused=${platform}&reason=${result.reason}`;
  }
}

/** What a page's address tells; null for an address that tells of no consent. */
export function consentIn(query: Readonly<Record<string, unknown>>): ConsentResult | null {
  const platformIn = (value: unknown) => platforms.find((platform) => platform === value);
  const connected = platformIn(query['connected']);
  if (connected) return { kind: 'connected', platform: connected, already: Boolean(query['already']) };
  const refused = platformIn(query['refused']);
  const reason = consentRefusals.find((refusal) => refusal === query['reason']);
  return refused && reason ? { kind: 'refused', platform: refused, reason } : null;
}

/** `name` is how people know the platform. */
export const CONSENT_TEXT: Readonly<Record<ConsentRefusal, (name: string) => string>> = {
  denied: (name) =>
    `${name} was not connected, because the permission was not given. You can try again at any time.`,
  expired: (name) =>
    `${name} was not connected: it took longer than 10 minutes or went on in another browser. Please try again.`,
  failed: (name) => `${name} did not confirm the permission. Please try again.`,
  scopes: (name) =>
    `${name} was not connected, because a permission that publishing needs was left out. Please try again and leave all of them ticked.`,
  'no-account': (name) =>
    `${name} gave the permission, but there is no account, page or channel there that you may publish on.`,
  limit: () => 'Upgrade to Premium to connect more than 5 accounts',
  unreachable: (name) => `${name} cannot be reached right now. Please try again later.`,
  'not-configured': (name) =>
    `${name} is not configured on this server. Its operator has to add the keys of an app.`,
};
