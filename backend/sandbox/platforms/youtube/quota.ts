import { RateWindow } from '../../http/rate-window.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { refusal } from './youtube-refusal.ts';

/** The units that a writing call costs. A listing call costs one unit. */
export const WRITE_UNITS = 50;

/** The daily limits of the whole project (developers.google.com/youtube/v3/determine_quota_cost). */
const A_DAY = { units: 10_000, statistics: 10_000, uploads: 100 };

/** The quotas that all calls of an application share. */
export class YouTubeQuota {
  readonly #settings: SandboxContext['settings'];
  readonly #windows: Readonly<Record<keyof typeof A_DAY, RateWindow>>;

  constructor({ now, settings }: Pick<SandboxContext, 'now' | 'settings'>) {
    this.#settings = settings;
    const day = (bucket: keyof typeof A_DAY) => new RateWindow(now, A_DAY[bucket], 86_400);
    this.#windows = { units: day('units'), statistics: day('statistics'), uploads: day('uploads') };
  }

  /** @throws Refusal 403 when the day's quota is used up */
  take(bucket: keyof typeof A_DAY, points: number): void {
    if (!this.#windows[bucket].take('project', points, this.#settings().enforceRateLimits).allowed)
      throw refusal(
        403,
        'quotaExceeded',
        'The request cannot be completed because you have exceeded your quota.',
      );
  }

  clear(): void {
    for (const window of Object.values(this.#windows)) window.clear();
  }
}
