import { Module, type DynamicModule } from '@nestjs/common';
import { PlatformWebhooks } from '#modules/integrations/ports/platform-webhooks.ts';
import { WebhookSubscriptions } from '#modules/integrations/ports/webhook-subscriptions.ts';

/** What the inbox calls of other modules. */
const PORTS = [PlatformWebhooks, WebhookSubscriptions];

/** Fills each port with the double that extends it. A port without a double fails when it is called. */
export function portsFilledBy(...doubles: readonly object[]): DynamicModule {
  const providers = PORTS.map((provide) => ({
    provide,
    useValue: doubles.find((double) => double instanceof provide) ?? {},
  }));
  return { module: FilledPorts, global: true, providers, exports: PORTS };
}

@Module({})
class FilledPorts {}
