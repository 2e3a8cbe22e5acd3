import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';

/** The account works again, by new credentials or a new connection. */
export type AccountReconnectedEvent = Event<
  'AccountReconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** What Scheduling receives about the connection of an account. */
export type AccountConnectionEvent = Event<
  'AccountConnected' | 'AccountReconnected' | 'AccountDisconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** What the link page receives about accounts: it shows the active ones. */
export type ShownAccountEvent =
  | Event<
      'AccountConnected' | 'AccountReconnected',
      number,
      Readonly<{
        accountId: number;
        ownerId: string;
        platform: Platform;
        accountName: string;
        displayName: string | null;
        /** The platform's id of the account. */
        remoteId: string;
        connectedAt: string;
      }>
    >
  | Event<
      'AccountRenamed',
      number,
      Readonly<{ accountId: number; ownerId: string; accountName: string; displayName: string | null }>
    >
  | Event<
      'AccountPictureStored',
      number,
      Readonly<{ accountId: number; ownerId: string; /** Its path below `/media/`. */ mediaUrl: string }>
    >
  | Event<
      'AccountNeedsReconnect' | 'AccountDisconnected',
      number,
      Readonly<{ accountId: number; ownerId: string }>
    >;

/** What other programs receive about an account. `platform`: null where an older event does not name it. */
export type AccountStepEvent =
  | Event<
      'AccountConnected' | 'AccountReconnected',
      number,
      Readonly<{ accountId: number; ownerId: string; platform: Platform }>
    >
  | Event<
      'AccountNeedsReconnect',
      number,
      Readonly<{ accountId: number; ownerId: string; platform: Platform | null; reason: string }>
    >
  | Event<
      'AccountDisconnected',
      number,
      Readonly<{ accountId: number; ownerId: string; platform: Platform | null }>
    >;
