import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { WebhookName, WebhookVerifier } from '#connectors/contract/webhook.ts';
import { allWebhookVerifiers } from '#connectors/all-webhooks.ts';

@Injectable()
export class WebhookVerifiers {
  readonly #verifiers: Readonly<Record<WebhookName, WebhookVerifier>>;

  constructor({ platformApps }: Configuration) {
    this.#verifiers = allWebhookVerifiers(platformApps);
  }

  get all(): readonly WebhookVerifier[] {
    return Object.values(this.#verifiers);
  }

  /** The verifier for this name. Null: no keys are configured, so no signature can be verified. */
  configured(name: WebhookName): WebhookVerifier | null {
    const verifier = this.#verifiers[name];
    return verifier.registrations.length > 0 ? verifier : null;
  }
}
