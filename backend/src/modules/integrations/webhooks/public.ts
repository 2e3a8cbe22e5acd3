import type { IncomingHttpHeaders } from 'node:http';
import { Command, Query } from '@nestjs/cqrs';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { DoorName, Handshake, HandshakeQuery } from '../connectors/contract/webhook.ts';

export { doorNames, type DoorName, type Handshake } from '../connectors/contract/webhook.ts';

/** The third door of Integrations: what platforms tell by themselves. */

/** `account`: one of ours, connected now. `postRemoteId`: null where the delivery names no post. */
export type AccountHint = Readonly<{ accountId: number; postRemoteId: string | null }>;

/** `unsigned`: it is not from the platform, or it was changed on its way. */
export type OpenedDelivery =
  | Readonly<{ kind: 'not-configured' }>
  | Readonly<{ kind: 'unsigned' }>
  | Readonly<{ kind: 'signed'; hints: readonly AccountHint[] }>;

/** Who signed a delivery, and which connected accounts it is about; those of strangers are left out. */
export class OpenDelivery extends Query<OpenedDelivery> {
  constructor(
    readonly door: DoorName,
    readonly rawBody: Buffer,
    readonly headers: IncomingHttpHeaders,
  ) {
    super();
  }
}

/** What a platform is answered that asks whether the address is ours; null: it is no question of that platform. */
export class AnswerHandshake extends Query<Handshake | 'not-configured' | null> {
  constructor(
    readonly door: DoorName,
    readonly query: HandshakeQuery,
  ) {
    super();
  }
}

/** Whether an account was subscribed at its platform, as the platform last said. */
export type SubscriptionNow = Readonly<{
  accountId: number;
  platform: Platform;
  /** ISO; null: it is not, or nobody has looked yet. */
  subscribedAt: string | null;
  /** A call was made, and its answer was lost. */
  isOpen: boolean;
  /** Why it is not; null where there is nothing in the way. */
  trouble: string | null;
  words: string | null;
}>;

/** All accounts that their platforms want subscribed one by one. Asks nobody. */
export class SubscriptionsNow extends Query<readonly SubscriptionNow[]> {}

/** The platform of this account was to tell of something and did not: it is asked soon whether the account is still subscribed. */
export class LookAtSubscription extends Command<void> {
  constructor(readonly accountId: number) {
    super();
  }
}
