import type { ConsentOpens } from '@posthorn/contracts/integrations/consent';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { assertNever, isSameJson, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, personal, plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { AccountIsMissing } from '../integrations.errors.ts';

type Account = Readonly<{ accountId: number; ownerId: string }>;
/** The platform's data about the account. Credentials are in the vault, never here. */
export type Connection = Account &
  Readonly<{
    platform: Platform;
    /** The platform's permanent id of the account; names and handles change. */
    remoteId: string;
    accountName: string;
    displayName: string | null;
    /** The account's server, if the platform consists of many servers (such as Mastodon); otherwise null. */
    server: string | null;
    limits: JsonObject;
    connectedAt: string;
  }>;

export type AccountConnected = Event<'AccountConnected', 1, Connection>;
/** The owner connected the account again, after a disconnect or after its credentials were refused. */
export type AccountReconnected = Event<'AccountReconnected', 1, Connection>;
/** `platform`: null in events from before schema 2. */
type AccountOnPlatform = Account & Readonly<{ platform: Platform | null }>;

/** The platform definitely refused our credentials. `words`: the platform's text. */
export type AccountNeedsReconnect = Event<
  'AccountNeedsReconnect',
  2,
  AccountOnPlatform & Readonly<{ reason: string; words: string | null }>
>;
/**
 * The vault contains fresh tokens. `consent`: the owner of an active account gave a new permission.
 * `refresh`: a worker renewed the tokens; today the stream of renewals records this.
 */
export type AccountCredentialsRenewed = Event<
  'AccountCredentialsRenewed',
  1,
  Account &
    Readonly<{
      cause: 'refresh' | 'consent';
      expiresAt: string | null;
      renewedAt: string;
      /** What a separate consent has opened; absent: the consent was for the account itself. */
      opens?: ConsentOpens;
    }>
>;
/** The predecessor of `TokenRenewalFailed`, from before renewals had their own stream. It is no longer recorded. */
type AccountRenewalFailed = Event<
  'AccountRenewalFailed',
  1,
  Account & Readonly<{ words: string | null; failedAt: string }>
>;
/** The permission ends soon (`EXPIRY_SEEN_AHEAD`), and only a new login renews it. Recorded once for each end. */
type AccountExpirySeen = Event<'AccountExpirySeen', 1, Account & Readonly<{ expiresAt: string }>>;
export type AccountDisconnected = Event<'AccountDisconnected', 2, AccountOnPlatform>;
/** Recorded only when a limit has changed. */
export type AccountLimitsRead = Event<'AccountLimitsRead', 1, Account & Readonly<{ limits: JsonObject }>>;
/** A new login showed that the account has another name or another server. */
type AccountRenamed = Event<
  'AccountRenamed',
  1,
  Account & Readonly<{ accountName: string; displayName: string | null; server: string | null }>
>;
/**
 * The product stored the account's picture. `mediaUrl`: the path of the file, below `/media/`. After the
 * connection ends, the state has no picture until the next login stores one.
 */
type AccountPictureStored = Event<'AccountPictureStored', 1, Account & Readonly<{ mediaUrl: string }>>;
/** Contains the state after all earlier events, so that loading the stream can skip these events. */
type AccountSummarized = Event<
  'AccountSummarized',
  3,
  Connection &
    Readonly<{
      status: ConnectedStatus;
      consentAt: string;
      refusal: string | null;
      expirySeen?: string;
      picture?: string;
    }>
>;

export type AccountEvent =
  | AccountConnected
  | AccountReconnected
  | AccountNeedsReconnect
  | AccountCredentialsRenewed
  | AccountRenewalFailed
  | AccountExpirySeen
  | AccountDisconnected
  | AccountLimitsRead
  | AccountRenamed
  | AccountPictureStored
  | AccountSummarized;

type ConnectedStatus = 'active' | 'needs-reconnect' | 'disconnected';
export type AccountState =
  | Readonly<{ status: 'new' }>
  | Readonly<{
      status: ConnectedStatus;
      connection: Connection;
      /** When the owner last gave the permission. Findings about an earlier permission do not apply. */
      consentAt: string;
      /**
       * The platform's text when it refused the credentials; null: they are not refused, or the platform gave
       * no text.
       */
      refusal: string | null;
      /** ISO time when the permission ends, if the product has recorded this (see `AccountExpirySeen`). */
      expirySeen?: string;
      /** The path of the stored picture; absent: no picture is stored. */
      picture?: string;
    }>;

/** How long before the end of the permission the owner is notified, in milliseconds: a week. */
const EXPIRY_SEEN_AHEAD = 7 * 86_400_000;

const owner = personal((data: Account) => data.ownerId);
const connectionFields = {
  ownerId: plain,
  platform: plain,
  remoteId: owner,
  accountName: owner,
  displayName: owner,
  server: owner,
  limits: plain,
  connectedAt: plain,
} as const;
/** Events from before schema 2 do not contain the platform. */
const WITHOUT_PLATFORM = { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data, platform: null }) };
const shapes: EventShapes<AccountEvent> = {
  AccountConnected: { schema: 1, fields: connectionFields },
  AccountReconnected: { schema: 1, fields: connectionFields },
  AccountNeedsReconnect: {
    schema: 2,
    fields: { ownerId: plain, platform: plain, reason: plain, words: owner },
    upcasts: WITHOUT_PLATFORM,
  },
  AccountCredentialsRenewed: {
    schema: 1,
    fields: { ownerId: plain, cause: plain, expiresAt: plain, renewedAt: plain, opens: plain },
  },
  AccountRenewalFailed: { schema: 1, fields: { ownerId: plain, words: owner, failedAt: plain } },
  AccountExpirySeen: { schema: 1, fields: { ownerId: plain, expiresAt: plain } },
  AccountDisconnected: {
    schema: 2,
    fields: { ownerId: plain, platform: plain },
    upcasts: WITHOUT_PLATFORM,
  },
  AccountLimitsRead: { schema: 1, fields: { ownerId: plain, limits: plain } },
  AccountRenamed: {
    schema: 1,
    fields: { ownerId: plain, accountName: owner, displayName: owner, server: owner },
  },
  AccountPictureStored: { schema: 1, fields: { ownerId: plain, mediaUrl: owner } },
  AccountSummarized: {
    schema: 3,
    fields: {
      ...connectionFields,
      status: plain,
      consentAt: plain,
      refusal: owner,
      expirySeen: plain,
      picture: owner,
    },
    // An account had no picture before schema 3.
    upcasts: { 1: (data) => ({ ...data, refusal: null }), 2: (data) => data },
  },
};

export const accountEvent = eventsOf<AccountEvent>(shapes);

export const accountStream: Stream<AccountState, AccountEvent> = {
  category: 'account',
  initial: { status: 'new' },
  shapes,
  evolve(state, event) {
    switch (event.type) {
      case 'AccountConnected':
      case 'AccountReconnected':
        return {
          status: 'active',
          connection: event.data,
          consentAt: event.data.connectedAt,
          refusal: null,
        };
      case 'AccountNeedsReconnect':
        return state.status === 'new'
          ? state
          : { ...state, status: 'needs-reconnect', refusal: event.data.words };
      case 'AccountCredentialsRenewed':
        return state.status === 'new' ? state : renewed(state, event);
      case 'AccountRenewalFailed':
        return state;
      case 'AccountExpirySeen':
        return state.status === 'new' ? state : { ...state, expirySeen: event.data.expiresAt };
      case 'AccountDisconnected':
        return state.status === 'new' ? state : disconnected(state);
      case 'AccountLimitsRead':
        return state.status === 'new'
          ? state
          : { ...state, connection: { ...state.connection, limits: event.data.limits } };
      case 'AccountRenamed':
        return state.status === 'new' ? state : renamed(state, event);
      case 'AccountPictureStored':
        return state.status === 'new' ? state : { ...state, picture: event.data.mediaUrl };
      case 'AccountSummarized': {
        const { status, consentAt, refusal, expirySeen, picture, ...connection } = event.data;
        const optional = {
          ...(expirySeen !== undefined && { expirySeen }),
          ...(picture !== undefined && { picture }),
        };
        return { status, connection, consentAt, refusal, ...optional };
      }
      default:
        return assertNever(event);
    }
  },
  summary: {
    types: ['AccountConnected', 'AccountReconnected', 'AccountSummarized'],
    every: 100,
    of: (state) =>
      state.status === 'new'
        ? null
        : accountEvent('AccountSummarized', {
            ...state.connection,
            status: state.status,
            consentAt: state.consentAt,
            refusal: state.refusal,
            ...(state.expirySeen !== undefined && { expirySeen: state.expirySeen }),
            ...pictureIn(state),
          }),
  },
};

type KnownAccount = Exclude<AccountState, { status: 'new' }>;

function renewed(
  state: KnownAccount,
  { data: { cause, renewedAt, opens } }: AccountCredentialsRenewed,
): KnownAccount {
  if (cause !== 'consent' || opens !== undefined) return state;
  const { status, connection, refusal } = state;
  return { status, connection, consentAt: renewedAt, refusal, ...pictureIn(state) };
}

/** The disconnected state has no picture, because its file is deleted. */
function disconnected({ connection, consentAt, refusal, expirySeen }: KnownAccount): KnownAccount {
  const seen = expirySeen === undefined ? {} : { expirySeen };
  return { status: 'disconnected', connection, consentAt, refusal, ...seen };
}

/** The path of the account's stored picture; null: no picture is stored. */
export const pictureOf = (state: AccountState): string | null =>
  state.status === 'new' ? null : (state.picture ?? null);

function pictureIn(state: AccountState): Readonly<{ picture?: string }> {
  const picture = pictureOf(state);
  return picture === null ? {} : { picture };
}

function renamed(
  state: KnownAccount,
  { data: { accountName, displayName, server } }: AccountRenamed,
): KnownAccount {
  return { ...state, connection: { ...state.connection, accountName, displayName, server } };
}

/** Connects an account. For an active account, records the new consent and any changed names. */
export function connect(
  state: AccountState,
  connection: Connection,
  expiresAt: string | null,
): (AccountConnected | AccountReconnected | AccountCredentialsRenewed | AccountRenamed)[] {
  switch (state.status) {
    case 'new':
      return [accountEvent('AccountConnected', connection)];
    case 'active':
      return [
        ...noteConsent(state, { expiresAt, renewedAt: connection.connectedAt }),
        ...noteNames(state.connection, connection),
      ];
    case 'needs-reconnect':
    case 'disconnected':
      return [accountEvent('AccountReconnected', connection)];
  }
}

function noteNames(before: Connection, { accountName, displayName, server }: Connection): AccountRenamed[] {
  const { accountId, ownerId } = before;
  const isSame =
    before.accountName === accountName && before.displayName === displayName && before.server === server;
  const data = { accountId, ownerId, accountName, displayName, server };
  return isSame ? [] : [accountEvent('AccountRenamed', data)];
}

/**
 * Adds an event only to an active account. It adds nothing when the owner has given a new permission after `consentAt`, the time of the permission
 * that the platform refused.
 */
export function needReconnect(
  state: AccountState,
  { reason, words, consentAt }: Readonly<{ reason: string; words: string | null; consentAt: string }>,
): AccountNeedsReconnect[] {
  if (state.status !== 'active' || state.consentAt !== consentAt) return [];
  const { accountId, ownerId, platform } = state.connection;
  return [accountEvent('AccountNeedsReconnect', { accountId, ownerId, platform, reason, words })];
}

/**
 * Records the end of an active account's permission, at most a week ahead. @param expiresAt ISO; null: the
 * permission has no end
 */
export function noteExpiry(state: AccountState, expiresAt: string | null, now: Date): AccountExpirySeen[] {
  if (state.status !== 'active' || expiresAt === null || state.expirySeen === expiresAt) return [];
  const leftMs = Date.parse(expiresAt) - now.getTime();
  if (leftMs <= 0 || leftMs > EXPIRY_SEEN_AHEAD) return [];
  const { accountId, ownerId } = state.connection;
  return [accountEvent('AccountExpirySeen', { accountId, ownerId, expiresAt })];
}

function noteConsent(
  state: KnownAccount,
  renewal: Pick<AccountCredentialsRenewed['data'], 'expiresAt' | 'renewedAt'>,
): AccountCredentialsRenewed[] {
  const { accountId, ownerId } = state.connection;
  const data = { accountId, ownerId, cause: 'consent', ...renewal } as const;
  return [accountEvent('AccountCredentialsRenewed', data)];
}

/**
 * Records that a separate consent opened more of the account. @throws AccountIsMissing for a stranger's or
 * disconnected account
 */
export function noteGrant(
  state: AccountState,
  actorId: string,
  { opens, renewedAt }: Readonly<{ opens: ConsentOpens; renewedAt: string }>,
): AccountCredentialsRenewed[] {
  const { accountId, ownerId } = ownConnection(state, actorId);
  const data = { accountId, ownerId, cause: 'consent', expiresAt: null, renewedAt, opens } as const;
  return [accountEvent('AccountCredentialsRenewed', data)];
}

/** @throws AccountIsMissing for a stranger's account and for an account that is not connected */
export function disconnect(state: AccountState, actorId: string): AccountDisconnected[] {
  const { accountId, ownerId, platform } = ownConnection(state, actorId);
  return [accountEvent('AccountDisconnected', { accountId, ownerId, platform })];
}

function ownConnection(state: AccountState, actorId: string): Connection {
  if (state.status === 'new' || state.status === 'disconnected') throw new AccountIsMissing();
  if (state.connection.ownerId !== actorId) throw new AccountIsMissing();
  return state.connection;
}

export function noteLimits(state: AccountState, limits: JsonObject): AccountLimitsRead[] {
  if (state.status === 'new' || state.status === 'disconnected') return [];
  const { accountId, ownerId } = state.connection;
  if (sameLimits(state.connection.limits, limits)) return [];
  return [accountEvent('AccountLimitsRead', { accountId, ownerId, limits })];
}

/** Records only for an active account: the owner may have disconnected it while its picture was fetched. */
export function notePicture(state: AccountState, mediaUrl: string): AccountPictureStored[] {
  if (state.status !== 'active') return [];
  const { accountId, ownerId } = state.connection;
  return [accountEvent('AccountPictureStored', { accountId, ownerId, mediaUrl })];
}

/** Ignores the day on which limits were confirmed. */
const sameLimits = (before: JsonObject, after: JsonObject): boolean =>
  isSameJson({ ...before, confirmed: '' }, { ...after, confirmed: '' });
