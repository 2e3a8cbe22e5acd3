import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookName, Handshake, HandshakeQuery } from '#connectors/contract/webhook.ts';

export type { WebhookName } from '#connectors/contract/webhook.ts';

/** `accountId`: an account that is connected now. `postRemoteId`: null where the delivery names no post. */
export type AccountHint = Readonly<{ accountId: number; postRemoteId: string | null }>;

/** `unsigned`: the delivery is not from the platform, or was changed on its way. */
export type OpenedDelivery =
  | Readonly<{ kind: 'not-configured' }>
  | Readonly<{ kind: 'unsigned' }>
  | Readonly<{ kind: 'signed'; hints: readonly AccountHint[] }>;

/** What platforms send to our webhook addresses. */
export abstract class PlatformWebhooks {
  /** The address of ours that ends in `name`; null: there is none. */
  abstract verifierNameOf(name: string): WebhookName | null;
  /** Who signed a delivery, and which connected accounts it is about; those of strangers are left out. */
  abstract open(name: WebhookName, rawBody: Buffer, headers: IncomingHttpHeaders): Promise<OpenedDelivery>;
  /** The answer to a platform that asks whether the address is ours; null: it is no question of that platform. */
  abstract handshake(name: WebhookName, query: HandshakeQuery): Handshake | 'not-configured' | null;
}
