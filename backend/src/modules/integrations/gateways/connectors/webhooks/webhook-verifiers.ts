import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { WebhookName, WebhookVerifier } from '#connectors/contract/webhook.ts';
import { allWebhookVerifiers } from '#connectors/all-webhooks.ts';

@Injectable()
export class WebhookVerifiers {
  readonly #doors: Readonly<Record<WebhookName, WebhookVerifier>>;

  constructor({ platformApps }: Configuration) {
    this.#doors = allWebhookVerifiers(platformApps);
  }

  get all(): readonly WebhookVerifier[] {
    return Object.values(this.#doors);
  }

  /** Null: no keys are configured, so no signature can be verified. */
  open(name: WebhookName): WebhookVerifier | null {
    const door = this.#doors[name];
    return door.registrations.length > 0 ? door : null;
  }
}
