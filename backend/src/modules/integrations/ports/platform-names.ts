import type { Platform } from '@posthorn/contracts/shared/platform';

/** Platforms as people know them. */
export abstract class PlatformNames {
  abstract of(platform: Platform): string;
}
