import type { ModelMode } from '../model/model-modes.ts';
import type { JournaledStore } from './journal.ts';

/** What a test may turn. */
export type Settings = Readonly<{
  /** How long a new post stays out of look-ups (the lists and the views; what the platform keeps by key shows at once). */
  visibilityDelaySeconds: number;
  /** Age at which an access token of Bluesky expires, also one that is already out. */
  accessTokenSeconds: number;
  /** Whether the documented budgets refuse anybody. Off, they only show in the headers; the limit on logins always holds. */
  enforceRateLimits: boolean;
  /** Whether the platforms that know a repeated text when they see it refuse it. How long they do is documented nowhere. */
  recognizeDuplicates: boolean;
  /** How long every call of a platform is on its way before it is looked at. */
  callMilliseconds: number;
  /** How the model behaves that writes replies. */
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

  matters(): boolean {
    return true;
  }
}
