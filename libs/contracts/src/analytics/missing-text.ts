import type { MissingReason } from '../shared/metrics.ts';

/** Why a metric of a platform is missing, as a sentence. */
export const MISSING_TEXT: Readonly<Record<MissingReason, (platform: string) => string>> = {
  'not-offered': (platform) => `${platform} does not tell this figure.`,
  'not-permitted': (platform) =>
    `${platform} tells this figure only with a permission that this account did not give. Connect it again to allow it.`,
  hidden: (platform) => `This figure is hidden on ${platform}.`,
  'too-early': (platform) => `${platform} has this figure later.`,
  failed: (platform) => `${platform} answered something that is no figure. It is asked again.`,
  expired: (platform) => `The terms of ${platform} let nobody keep this figure any longer.`,
};
