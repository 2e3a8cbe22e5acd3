import type { IncomingHttpHeaders } from 'node:http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { AppName } from '#infrastructure/config/app-names.ts';

/** The last part of the address that a platform calls: `/api/webhooks/{name}`. */
export const doorNames = ['meta', 'threads', 'twitter', 'linkedin', 'tiktok'] as const;
export type DoorName = (typeof doorNames)[number];

/** Where something happened, by the platform's own names. What happened is read there and believed from nowhere else. */
export type WebhookHint = Readonly<{
  platform: Platform;
  accountRemoteId: string;
  /** Null: the delivery names no post. */
  postRemoteId: string | null;
}>;

/** What a platform is to be answered that asks whether the address is ours. */
export type Handshake = Readonly<{ type: 'text/plain' | 'application/json'; body: string }>;
export type HandshakeQuery = Readonly<Record<string, unknown>>;

/** What an operator registers for one of our applications. */
type WebhookRegistration = Readonly<{
  app: AppName;
  /** What to subscribe to, in the words of the platform. */
  fields: string;
  /** What the platform is to send along when it asks; null where it signs its question or asks nothing. */
  verifyToken: string | null;
}>;

/** How one platform delivers what happened. Nothing here asks or stores anything. */
export interface WebhookDoor {
  readonly name: DoorName;
  /** One for each application that there are keys for; none: nobody can sign anything here. */
  readonly registrations: readonly WebhookRegistration[];
  /** Why there is no registration, as a sentence, where more than the keys of the application is needed. */
  readonly missing?: string;
  /** The answer to a GET; null: it is no question of this platform. Absent where the platform asks nothing. */
  handshake?(query: HandshakeQuery): Handshake | null;
  /** Whether the platform sent exactly these bytes. */
  isSigned(rawBody: Buffer, headers: IncomingHttpHeaders, now: Date): boolean;
  /** Of a body that is signed; none where it cannot be read. Never throws. */
  hints(rawBody: Buffer): readonly WebhookHint[];
}
