import { platforms, type Platform } from '../shared/platform.ts';

/** Why a consent connected nothing. */
export const consentRefusals = [
  'denied',
  'expired',
  'failed',
  'scopes',
  'no-account',
  'personal-account',
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
