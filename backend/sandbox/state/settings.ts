import type { ModelMode } from '../model/model-modes.ts';
import type { JournaledStore } from './journal.ts';

/** The settings that a test can change. */
export type Settings = Readonly<{
  /** How long lists and views leave out a new post. A read by its id or key shows the post immediately. */
  visibilityDelaySeconds: number;
  /** Age at which a Bluesky access token expires, even if it was issued before this setting. */
  accessTokenSeconds: number;
  /**
   * Whether documented rate limits refuse calls. When off, only headers show the limits. The limit on Bluesky logins is always enforced.
   */
  enforceRateLimits: boolean;
  /** Whether platforms that recognize a repeated text refuse it. How long they recognize it is not documented. */
  recognizeDuplicates: boolean;
  /** How long the sandbox waits before it handles a call to a platform or to Stripe, in milliseconds. */
  callMilliseconds: number;
  /** How the model that writes replies behaves. */
  model: ModelMode;
}>;

const DEFAULTS: Settings = {
  visibilityDelaySeconds: 0,
  accessTokenSeconds: 7200,
  enforceRateLimits: false,
  recognizeDuplicates: true,
  callMilliseconds: 0,
  model: 'obey',
};

export class SettingsStore implements JournaledStore<Partial<Settings>> {
  #current = DEFAULTS;

  get current(): Settings {
    return this.#current;
  }

  apply(entry: Partial<Settings>): void {
    this.#current = { ...this.#current, ...entry };
  }

  clear(): void {
    this.#current = DEFAULTS;
  }

  isStillNeeded(): boolean {
    return true;
  }
}
