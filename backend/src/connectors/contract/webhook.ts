import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppName } from '#infrastructure/config/app-names.ts';

/** The last part of the address that a platform calls: `/api/webhooks/{name}`. */
export const webhookNames = ['meta', 'threads', 'twitter', 'linkedin', 'tiktok'] as const;
export type WebhookName = (typeof webhookNames)[number];

/** The place where something happened, by the platform's own names. What happened is read from the platform, never from the delivery. */
export type WebhookHint = Readonly<{
  platform: Platform;
  accountRemoteId: string;
  /** Null: the delivery names no post. */
  postRemoteId: string | null;
}>;

/** The answer to a platform that asks whether the address is ours. */
export type Handshake = Readonly<{ type: 'text/plain' | 'application/json'; body: string }>;
export type HandshakeQuery = Readonly<Record<string, unknown>>;

/** What an operator registers for one of our applications. */
type WebhookRegistration = Readonly<{
  app: AppName;
  /** What to subscribe to, in the platform's words. */
  fields: string;
  /** What the platform is to send when it asks; null where it signs its request or asks nothing. */
  verifyToken: string | null;
}>;

/** How one platform delivers webhooks. Nothing here makes a request or stores data. */
export interface WebhookVerifier {
  readonly name: WebhookName;
  /** One for each application that has keys. Empty: no delivery can be signed here. */
  readonly registrations: readonly WebhookRegistration[];
  /** The reason why there is no registration, as a sentence, where keys of the application are not enough. */
  readonly missing?: string;
  /** The answer to a GET; null: the request is no challenge of this platform. Absent where the platform asks nothing. */
  handshake?(query: HandshakeQuery): Handshake | null;
  /** Whether the platform sent exactly these bytes. */
  isSigned(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): boolean;
  /** The hints in a signed body; empty where the body cannot be read. Never throws. */
  hints(rawBody: Buffer): readonly WebhookHint[];
}
