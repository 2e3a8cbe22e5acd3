import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { MetricsConnector } from '#connectors/contract/metrics.ts';
import type { MetricsTerms } from '../ports/metrics-of-posts.ts';

type Agreed = Pick<Configuration, 'metricsKeepDays' | 'amendedTerms'>;

/** What a platform's terms say, without what the operator has agreed on with it, and with a shorter time where the operator sets one. */
export function termsOf(
  platform: Platform,
  { keepDays, apart, costUsd = 0 }: Pick<MetricsConnector, 'keepDays' | 'apart' | 'costUsd'>,
  { metricsKeepDays, amendedTerms }: Agreed,
): MetricsTerms {
  const isAmended = amendedTerms.has(platform);
  const days = Math.min((isAmended ? null : keepDays) ?? Infinity, metricsKeepDays ?? Infinity);
  return { keepDays: days === Infinity ? null : days, apart: apart === true && !isAmended, costUsd };
}
