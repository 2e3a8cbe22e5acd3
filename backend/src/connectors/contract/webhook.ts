import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppName } from '#infrastructure/config/app-names.ts';

/** The last part of the URL that a platform calls: `/api/webhooks/{name}`. */
export const webhookNames = ['meta', 'threads', 'twitter', 'linkedin', 'tiktok'] as const;
export type WebhookName = (typeof webhookNames)[number];

/**
 * The account and the post where something happened, by their ids on the platform. Posthorn reads what happened from the platform,
 * never from the delivery.
 */
export type WebhookHint = Readonly<{
  platform: Platform;
  accountRemoteId: string;
  /** Null: the delivery contains no post id. */
  postRemoteId: string | null;
}>;

/** The response to a platform that checks whether the webhook URL is ours. */
export type Handshake = Readonly<{ type: 'text/plain' | 'application/json'; body: string }>;
export type HandshakeQuery = Readonly<Record<string, unknown>>;

/** What an operator registers for one application. */
type WebhookRegistration = Readonly<{
  app: AppName;
  /** What to subscribe to, in the terms of the platform's pages. */
  fields: string;
  /** The token that the platform sends when it checks the URL; null if the platform signs this request or checks nothing. */
  verifyToken: string | null;
}>;

/** How one platform delivers webhooks. Nothing here makes a request or stores data. */
export interface WebhookVerifier {
  readonly name: WebhookName;
  /** One registration for each application that has keys. Empty: this server cannot verify any delivery. */
  readonly registrations: readonly WebhookRegistration[];
  /** The reason why there is no registration although the application has keys, as a sentence. */
  readonly missing?: string;
  /** The response to a GET; null: the request is not a challenge of this platform. Absent if the platform sends no challenge. */
  handshake?(query: HandshakeQuery): Handshake | null;
  /** Whether the platform sent exactly these bytes. */
  isSigned(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): boolean;
  /** The hints in a signed body; empty if the body cannot be read. Never throws. */
  hints(rawBody: Buffer): readonly WebhookHint[];
}
