import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { RepeatRule } from '#infrastructure/effects/attempt/effect.ts';
import type { AccountAccess, SaveRefs } from './account-access.ts';
import type { PostActions } from './actions.ts';
import type { Budget } from './budget.ts';
import type { CommentConnector } from './comments.ts';
import type { MetricsConnector } from './metrics.ts';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from './outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from './publication.ts';
import type { PlatformDescriptor } from './platform-descriptor.ts';
import type { AccountSubscriptions } from './subscription.ts';

/** What a user types to prove that they own an account. Consent by redirect is in `./oauth-connection.ts`. */
export type Proof =
  | Readonly<{ kind: 'app-password'; identifier: string; password: string }>
  | Readonly<{ kind: 'token'; server: string; token: string }>;

/** One account as its platform describes it. `credentials` go only to the vault. */
export type RemoteAccount = Readonly<{
  platform: Platform;
  remoteId: string;
  accountName: string;
  displayName: string | null;
  server: string | null;
  limits: PlatformLimits;
  credentials: JsonObject;
  /** The address of its picture at the platform, from `pictureAddress`. Absent: the platform named none. */
  picture?: string;
}>;

/** How the call of this platform may be repeated after an unknown outcome; `always` needs a record key of ours. */
export type CallRepeatRule = Exclude<RepeatRule, 'idempotent'>;

/**
 * One platform. The port is the same for platforms that publish by one call, by upload and then call, or by container and then
 * publish. All earlier steps belong to `prepare`, which returns their handles in `refs`.
 */
export type Connector = Readonly<{
  platform: Platform;
  descriptor: PlatformDescriptor;
  repeatRule: CallRepeatRule;
  /**
   * How many final calls the platform accepts, as documented. Absent where it documents none, and where each server has its own
   * limits: those servers report them with their refusals.
   */
  budgets?: readonly Budget[];
  /** Present where people connect accounts by a form. @throws DomainError in words for the user */
  connect?(proof: Proof): Promise<RemoteAccount>;
  /**
   * Returns new tokens for those that expired or were refused. Absent where tokens do not expire or only a new login renews them.
   * It runs under the account's lock: pass it to `AccountAccess.renew`.
   * @throws ReconnectNeeded only when the platform definitely refused
   */
  refresh?(credentials: JsonObject): Promise<JsonObject>;
  /**
   * Revokes credentials at the platform. False: the platform cannot revoke them, and people end the connection there by hand.
   * The caller may ignore a failure.
   */
  disconnect(credentials: JsonObject): Promise<boolean>;
  /** `disconnect` ends this login alone. Absent: it may also end other people's logins to the same account. */
  endsOneLoginOnly?: true;
  /** Limits that the account's own server publishes; null where it publishes none. */
  readLimits(access: AccountAccess): Promise<PlatformLimits | null>;
  /** The fields of `descriptor.options` with the choices of this account; absent where none depend on it. */
  publishFields?(access: AccountAccess): Promise<readonly OptionField[]>;
  /** Checks that the table of limits and fields cannot express. Pure: makes no request. */
  precheck?(
    publication: Omit<OutgoingPublication, 'contentHash'>,
    limits: PlatformLimits,
  ): readonly Problem[];
  /** Safe to repeat. Continues from the `refs` of an earlier try. Ends soon after `signal` is aborted. */
  prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome>;
  /** The irreversible call. */
  call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome>;
  lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome>;
  /**
   * Reasons why a post could not be published at `scheduledFor` (ISO): a token that is refused or will have expired, or an exhausted
   * quota. Called once, some minutes before; publishes nothing. Absent where the platform cannot report them.
   * @throws ReconnectNeeded, and errors of the network, after which the outcome stays unknown
   */
  readiness?(access: AccountAccess, scheduledFor: string): Promise<readonly Problem[]>;
  /**
   * Deletes a published post from the platform. A post that no longer exists counts as deleted. Safe to repeat, so the caller simply
   * retries an unknown outcome. Absent where the platform's API cannot delete.
   */
  deletePost?(access: AccountAccess, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome>;
  /** Where several consents lead to an account: the one that gave these credentials. */
  connectedBy?(credentials: JsonObject): AppName;
  /** Further calls on a published post. Safe to repeat; the post stays published whatever their outcome. */
  actions?: PostActions;
  /** Comments under its posts; absent where the API has none. */
  comments?: CommentConnector;
  /** Figures of its posts; absent where the API has none. */
  metrics?: MetricsConnector;
  /** Where the platform sends webhooks about comments only for subscribed accounts. Absent where registering the application is enough. */
  subscriptions?: AccountSubscriptions;
  /** Where not every kind of login can delete posts: whether the one with these credentials can. */
  deletesPostsWith?(credentials: JsonObject): boolean;
}>;
