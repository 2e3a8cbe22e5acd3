import type { MissingReason } from '../shared/metrics.ts';

/** Why a metric of a platform is missing, as a sentence. */
export const MISSING_TEXT: Readonly<Record<MissingReason, (platform: string) => string>> = {
  'not-offered': (platform) => `${platform} does not report this figure.`,
  'not-permitted': (platform) =>
    `${platform} reports this figure only with a permission that this account did not give. Reconnect the account to give it.`,
  hidden: (platform) => `This figure is hidden on ${platform}.`,
  'too-early': (platform) => `${platform} reports this figure later.`,
  failed: (platform) => `${platform} did not send a valid figure. We will ask again.`,
  expired: (platform) => `The terms of ${platform} do not allow keeping this figure longer.`,
};
