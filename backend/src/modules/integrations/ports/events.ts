import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';

/** The account works again, because its owner logged in again or connected it again. */
export type AccountReconnectedEvent = Event<
  'AccountReconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** The events about connections of accounts that the module Scheduling receives. */
export type AccountConnectionEvent = Event<
  'AccountConnected' | 'AccountReconnected' | 'AccountDisconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** The events about accounts that the link page receives. The link page shows the active accounts. */
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
      Readonly<{
        accountId: number;
        ownerId: string;
        /** The path of the picture, below `/media/`. */ mediaUrl: string;
      }>
    >
  | Event<
      'AccountNeedsReconnect' | 'AccountDisconnected',
      number,
      Readonly<{ accountId: number; ownerId: string }>
    >;

/**
 * The events about accounts that other programs receive. `platform`: null in older events, which do not
 * contain it.
 */
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
