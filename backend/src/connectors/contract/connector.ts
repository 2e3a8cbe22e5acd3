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

/** What a user types to prove to own an account. Consent by redirect is `./oauth-connection.ts`. */
export type Proof =
  | Readonly<{ kind: 'app-password'; identifier: string; password: string }>
  | Readonly<{ kind: 'token'; server: string; token: string }>;

/** One account as its platform describes it. `credentials` go to the vault and nowhere else. */
export type RemoteAccount = Readonly<{
  platform: Platform;
  remoteId: string;
  accountName: string;
  displayName: string | null;
  server: string | null;
  limits: PlatformLimits;
  credentials: JsonObject;
}>;

/** How the call of this platform may be repeated after an unknown outcome; `always` needs a record key of our own. */
export type CallRepeatRule = Exclude<RepeatRule, 'idempotent'>;

/**
 * One platform. The same port for those that publish by one call, by upload and then call, by container and then
 * publish: whatever must come first belongs to `prepare`, and its handles travel in `refs`.
 */
export type Connector = Readonly<{
  platform: Platform;
  descriptor: PlatformDescriptor;
  repeatRule: CallRepeatRule;
  /**
   * How much of its final calls the platform takes, as documented. Absent where it says nothing, and where each server has
   * limits of its own: those say it with their refusals.
   */
  budgets?: readonly Budget[];
  /** Where accounts are connected by a form. @throws DomainError in words for the user */
  connect?(proof: Proof): Promise<RemoteAccount>;
  /**
   * New tokens for those that end or were refused; absent where tokens do not end or are renewed by a new login only. Run
   * under the account's lock: hand it to `AccountAccess.renew`.
   * @throws ReconnectNeeded only when the platform definitely refused
   */
  refresh?(credentials: JsonObject): Promise<JsonObject>;
  /**
   * Gives credentials back to the platform. False: it takes none back, and people end the connection there by hand. A failure may
   * be ignored.
   */
  disconnect(credentials: JsonObject): Promise<boolean>;
  /** `disconnect` ends this login alone. Absent: it may also end logins of other people to the same account. */
  endsOneLoginOnly?: true;
  /** Limits that the account's own server publishes; null where it publishes none. */
  readLimits(access: AccountAccess): Promise<PlatformLimits | null>;
  /** The fields of `descriptor.options` with the choices of this account; absent where none depend on it. */
  publishFields?(access: AccountAccess): Promise<readonly OptionField[]>;
  /** What the table of limits and fields cannot say. Pure: nothing is asked, nothing sent. */
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
   * What would keep a post from being published at `scheduledFor` (ISO): a token that is refused or will have ended by then, a
   * quota that is used up. Asked once, some minutes before; nothing is sent. Absent where the platform cannot tell.
   * @throws ReconnectNeeded, and errors of the network, which prove nothing
   */
  readiness?(access: AccountAccess, scheduledFor: string): Promise<readonly Problem[]>;
  /**
   * Takes a published post off the platform; a post that is not there any more counts as deleted. Safe to repeat, so an
   * unknown outcome is simply tried again. Absent where the platform's interface cannot delete.
   */
  deletePost?(access: AccountAccess, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome>;
  /** Where several consents lead to an account: the one that these credentials are of. */
  connectedBy?(credentials: JsonObject): AppName;
  /** What else can be done with a published post. Safe to repeat; the post stays published whatever comes of it. */
  actions?: PostActions;
  /** Comments under its posts; absent where the interface has none. */
  comments?: CommentConnector;
  /** Figures of its posts; absent where the interface has none. */
  metrics?: MetricsConnector;
  /** Where its platform tells of comments only of accounts that were subscribed one by one; absent where the application is all. */
  subscriptions?: AccountSubscriptions;
  /** Where not every way to an account can delete: whether the one with these credentials can. */
  deletesPostsWith?(credentials: JsonObject): boolean;
}>;
