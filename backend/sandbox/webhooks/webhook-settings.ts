import type { JournaledStore } from '../state/journal.ts';

/** What becomes of the deliveries. */
export type WebhookSettings = Readonly<{
  /** Off: the platforms tell nothing, as before anybody registered an address. */
  send: boolean;
  /** Each one twice. */
  doubled: boolean;
  /** Before each one somebody sends the like of it, signed with a secret of their own. */
  forged: boolean;
  /** Each second one before the one before it. */
  reordered: boolean;
  /** They are kept until this is turned off, or lost with a reset. */
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

  matters(): boolean {
    return true;
  }
}
