import type { IncomingHttpHeaders } from 'node:http';
import type { WebhookName, Handshake, HandshakeQuery } from '#connectors/contract/webhook.ts';

export type { WebhookName } from '#connectors/contract/webhook.ts';

/** `accountId`: an account that is connected now. `postRemoteId`: null: the delivery contains no post id. */
export type AccountHint = Readonly<{ accountId: number; postRemoteId: string | null }>;

/** `unsigned`: the signature is missing or invalid, so the delivery may not come from the platform. */
export type OpenedDelivery =
  | Readonly<{ kind: 'not-configured' }>
  | Readonly<{ kind: 'unsigned' }>
  | Readonly<{ kind: 'signed'; hints: readonly AccountHint[] }>;

/** Verifies and reads what platforms send to our webhook URLs. */
export abstract class PlatformWebhooks {
  /** The webhook with this name, the last part of our webhook URL; null: there is none. */
  abstract verifierNameOf(name: string): WebhookName | null;
  /**
   * Verifies the signature of a delivery, and returns the connected accounts that it concerns. Leaves out
   * accounts that no user connected.
   */
  abstract open(name: WebhookName, rawBody: Buffer, headers: IncomingHttpHeaders): Promise<OpenedDelivery>;
  /**
   * The response to a platform that checks whether the URL is ours; null: the request is not such a
   * check.
   */
  abstract handshake(name: WebhookName, query: HandshakeQuery): Handshake | 'not-configured' | null;
}
