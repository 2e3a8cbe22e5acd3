import type { JournaledStore } from '../state/journal.ts';

/** How webhooks are delivered. */
export type WebhookSettings = Readonly<{
  /** Off: the platforms send nothing, as before an address was registered. */
  send: boolean;
  /** Sends each one twice. */
  doubled: boolean;
  /** Sends a forgery with a wrong signature before each one. */
  forged: boolean;
  /** Sends every second one before its predecessor. */
  reordered: boolean;
  /** Holds webhooks back until this is turned off; a reset deletes them. */
  withheld: boolean;
}>;

const DEFAULTS: WebhookSettings = {
  send: true,
  doubled: false,
  forged: false,
  reordered: false,
  withheld: false,
};

export class WebhookSettingsStore implements JournaledStore<Partial<WebhookSettings>> {
  #current = DEFAULTS;

  get current(): WebhookSettings {
    return this.#current;
  }

  apply(entry: Partial<WebhookSettings>): void {
    this.#current = { ...this.#current, ...entry };
  }

  clear(): void {
    this.#current = DEFAULTS;
  }

  isStillNeeded(): boolean {
    return true;
  }
}
