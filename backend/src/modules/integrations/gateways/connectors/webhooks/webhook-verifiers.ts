import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { DoorName, WebhookDoor } from '#connectors/contract/webhook.ts';
import { allWebhookDoors } from '#connectors/all-webhooks.ts';

@Injectable()
export class WebhookVerifiers {
  readonly #doors: Readonly<Record<DoorName, WebhookDoor>>;

  constructor({ platformApps }: Configuration) {
    this.#doors = allWebhookDoors(platformApps);
  }

  get all(): readonly WebhookDoor[] {
    return Object.values(this.#doors);
  }

  /** Null: no keys are configured, so no signature can be verified. */
  open(name: DoorName): WebhookDoor | null {
    const door = this.#doors[name];
    return door.registrations.length > 0 ? door : null;
  }
}
