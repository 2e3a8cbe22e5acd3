import { DAY_MS, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { amountOf, at, listOf, objectOf } from '../../kit/json.ts';

type Headers = Readonly<Record<string, string>>;

/**
 * In percent: from this use on, Posthorn delays calls that can wait. Source:
 * developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
const NEARLY_USED_UP = 80;
/** The longest wait, even if the platform requests a longer one. */
const LONGEST_WAIT_MS = DAY_MS;

/** Whether the app or an account has used most of its rate limit. */
export const isNearlyUsedUp = (headers: Headers): boolean =>
  usagesIn(headers).some((usage) => highest(usage) >= NEARLY_USED_UP);

/** Milliseconds until the platform expects to accept calls again; null if the platform does not say. */
export function regainAccess(headers: Headers): number | null {
  const minutes = usagesIn(headers).map(
    (usage) => amountOf(at(usage, 'estimated_time_to_regain_access')) ?? 0,
  );
  const longest = Math.max(0, ...minutes);
  return longest === 0 ? null : Math.min(longest * MINUTE_MS, LONGEST_WAIT_MS);
}

const highest = (usage: JsonValue): number =>
  Math.max(
    ...['call_count', 'total_cputime', 'total_time'].map((figure) => amountOf(at(usage, figure)) ?? 0),
  );

/** The used percentages for the app, and for each account that the token can access. */
function usagesIn(headers: Headers): JsonValue[] {
  const app = parseHeader(headers['x-app-usage']);
  const accounts = objectOf(parseHeader(headers['x-business-use-case-usage']));
  return [
    ...(app === undefined ? [] : [app]),
    ...Object.values(accounts ?? {}).flatMap((list) => listOf(list)),
  ];
}

function parseHeader(header: string | undefined): JsonValue | undefined {
  try {
    return JSON.parse(header ?? '') as JsonValue;
  } catch {
    return undefined;
  }
}
