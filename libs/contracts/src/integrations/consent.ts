import { platforms, type Platform } from '../shared/platform.ts';

/** Why a consent added neither an account nor a permission. */
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
  'other-account',
] as const;
export type ConsentRefusal = (typeof consentRefusals)[number];

/** The permission that a separate consent adds to an account that is already connected. */
export type ConsentOpens = 'comments';

/** The result of a platform's consent page. */
export type ConsentResult =
  | Readonly<{ kind: 'connected'; platform: Platform; already: boolean }>
  /** Several accounts wait for a choice. */
  | Readonly<{ kind: 'choose'; platform: Platform }>
  /** No account was connected. An account that was connected before got another permission. */
  | Readonly<{ kind: 'granted'; platform: Platform; opens: ConsentOpens }>
  /** `opens`: the requested permission; absent: the consent was for connecting an account. */
  | Readonly<{ kind: 'refused'; platform: Platform; reason: ConsentRefusal; opens?: ConsentOpens }>;

/** The URL parameters with the result of a consent. The page removes them when the user closes the message about the result. */
export const CONSENT_RESULT_PARAMETERS = [
  'connected',
  'already',
  'granted',
  'refused',
  'reason',
  'opens',
] as const;

/**
 * The page that shows the result: the person's last page, else Settings. `back`: a path that `ownPathOf` has checked. With several accounts,
 * the person first chooses among them on another page, which then leads to `back`.
 */
export function pageOfConsent(result: ConsentResult, back: string | null = null): string {
  const { platform } = result;
  switch (result.kind) {
    case 'connected':
      return withReport(back, { connected: platform, ...(result.already && { already: '1' }) });
    case 'choose':
      return withReturnPath(`/settings/accounts?choose=${platform}`, back);
    case 'granted':
      return withReport(back, { granted: platform, opens: result.opens });
    case 'refused':
      return withReport(back, {
        refused: platform,
        reason: result.reason,
        ...(result.opens && { opens: result.opens }),
      });
  }
}

/** Adds `back` to `path`: the path to which the page or the consent returns. */
export function withReturnPath(path: string, back: string | null): string {
  if (back === null) return path;
  return `${path}${path.includes('?') ? '&' : '?'}return=${encodeURIComponent(back)}`;
}

function withReport(back: string | null, report: Readonly<Record<string, string>>): string {
  const [path = '', query = ''] = (back ?? '/settings').split('?');
  const kept = query.split('&').filter((pair) => pair !== '' && !isReport(pair));
  const added = Object.entries(report).map(([name, value]) => `${name}=${value}`);
  return `${path}?${[...kept, ...added].join('&')}`;
}
const isReport = (pair: string): boolean =>
  CONSENT_RESULT_PARAMETERS.some((name) => name === pair.split('=')[0]);

/** The result in a page's URL; null for a URL without a result. */
export function consentIn(query: Readonly<Record<string, unknown>>): ConsentResult | null {
  const platformIn = (value: unknown) => platforms.find((platform) => platform === value);
  const connected = platformIn(query['connected']);
  if (connected) return { kind: 'connected', platform: connected, already: Boolean(query['already']) };
  const opens = query['opens'] === 'comments' ? 'comments' : undefined;
  const granted = platformIn(query['granted']);
  if (granted && opens) return { kind: 'granted', platform: granted, opens };
  const refused = platformIn(query['refused']);
  const reason = consentRefusals.find((refusal) => refusal === query['reason']);
  return refused && reason ? { kind: 'refused', platform: refused, reason, ...(opens && { opens }) } : null;
}
