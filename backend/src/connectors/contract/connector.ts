import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import type { CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
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

/** What a user types to prove that they own an account. For consent by redirect, see `./oauth-connection.ts`. */
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
  /** The URL of the account's picture, from `pictureAddress`. Absent: the platform returned no usable URL. */
  picture?: string;
}>;

/** How the call of this platform may be repeated after an unknown outcome. `always` needs a record key that Posthorn chooses. */
export type CallRepeatRule = Exclude<RepeatRule, 'idempotent'>;

/**
 * One platform. The port is the same for platforms that publish with one call, with an upload and a call, or with a container and
 * a call. `prepare` does all steps before the call, and returns their ids in `refs`.
 */
export type Connector = Readonly<{
  platform: Platform;
  descriptor: PlatformDescriptor;
  repeatRule: CallRepeatRule;
  /**
   * How many final calls the platform accepts, as documented. Absent if the platform documents no limit. Also absent if each
   * server has its own limits: such a server reports a limit when it refuses a request.
   */
  budgets?: readonly Budget[];
  /** Present if people connect accounts with a form. @throws DomainError with a message for the user */
  connect?(proof: Proof): Promise<RemoteAccount>;
  /**
   * Returns new tokens for tokens that expired or were refused. Absent if tokens do not expire, or if only a new login renews
   * them. Pass this function to `AccountAccess.renew`, which runs it under the account's lock.
   * @throws ReconnectNeeded only when the platform definitely refused; RenewalFailed and errors of the network otherwise
   */
  refresh?(credentials: JsonObject): Promise<JsonObject>;
  /**
   * Revokes credentials at the platform. False: the platform cannot revoke them, so people end the connection on the platform themselves.
   * The caller may ignore a failure.
   */
  disconnect(credentials: JsonObject): Promise<boolean>;
  /** `disconnect` ends this login alone. Absent: it may also end other people's logins to the same account. */
  endsOneLoginOnly?: true;
  /** Limits that the account's own server publishes; null if the server publishes none. */
  readLimits(access: AccountAccess): Promise<PlatformLimits | null>;
  /** The fields of `descriptor.options` with the choices of this account; absent if no field depends on the account. */
  publishFields?(access: AccountAccess): Promise<readonly OptionField[]>;
  /** Checks what the table of limits and fields cannot express. Makes no request. */
  precheck?(
    publication: Omit<OutgoingPublication, 'contentHash'>,
    limits: PlatformLimits,
  ): readonly ProblemByCode[];
  /** Does all steps before `call`. Safe to repeat; continues from the `refs` of an earlier attempt. Ends soon after `signal` is aborted. */
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
  /** After a call with an unknown outcome: finds out whether the call published the post. */
  lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    attemptStartedAt: string,
  ): Promise<LookUpOutcome>;
  /**
   * Reasons why a post could not be published at `scheduledFor` (ISO). The platform refuses the token, the token will have
   * expired, or a quota is used up. Called once, some minutes before that time; publishes nothing. Absent if the platform cannot
   * report such reasons.
   * @throws ReconnectNeeded, and errors of the network, after which the outcome stays unknown
   */
  readiness?(access: AccountAccess, scheduledFor: string): Promise<readonly CheckProblem[]>;
  /**
   * Deletes a published post from the platform. A post that no longer exists counts as deleted. Safe to repeat, so the caller
   * simply retries an unknown outcome. Absent if the platform's API cannot delete.
   */
  deletePost?(access: AccountAccess, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome>;
  /** Present if several consents can connect an account: the app whose consent gave these credentials. */
  connectedBy?(credentials: JsonObject): AppName;
  /** Further calls on a published post. Safe to repeat. Whatever the outcome of such a call is, the post stays published. */
  actions?: PostActions;
  /** Comments under the platform's posts; absent if the API does not offer them. */
  comments?: CommentConnector;
  /** Figures of the platform's posts; absent if the API does not offer them. */
  metrics?: MetricsConnector;
  /**
   * Present if the platform sends webhooks about comments only for subscribed accounts. Absent if registering the application is
   * enough.
   */
  subscriptions?: AccountSubscriptions;
  /** Present if not every kind of login can delete posts: whether a login with these credentials can. */
  deletesPostsWith?(credentials: JsonObject): boolean;
}>;
