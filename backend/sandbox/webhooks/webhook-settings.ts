import type { JournaledStore } from '../state/journal.ts';

/** How webhooks are delivered. */
export type WebhookSettings = Readonly<{
  /** When off, the platforms send nothing, like before a URL was registered. */
  send: boolean;
  /** Sends each webhook twice. */
  doubled: boolean;
  /** Before each webhook, sends a forgery with a wrong signature. */
  forged: boolean;
  /** Sends every second webhook before its predecessor. */
  reordered: boolean;
  /** Withholds webhooks until this is turned off. A reset deletes withheld webhooks. */
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
