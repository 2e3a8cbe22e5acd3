import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import { Command, Query } from '@nestjs/cqrs';

/** The door of Integrations for other modules: accounts to show, and the five steps of talking to a platform. */

/** The user's accounts that are not disconnected. */
export class AccountsOf extends Query<readonly AccountView[]> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Any account by id, also a disconnected one (old posts show its name); missing ids are left out. */
export class AccountNames extends Query<
  readonly Readonly<{
    id: number;
    platform: Platform;
    accountName: string;
    ownerId: string;
    connected: boolean;
  }>[]
> {
  constructor(readonly ids: readonly number[]) {
    super();
  }
}

/** One file of a post as a connector gets it. */
export type MediaItem = Readonly<{
  mediaUrl: string;
  /** Whose it is: owners take turns where pictures are made to fit. */
  ownerId: string;
  kind: 'image' | 'video';
  mimeType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationSeconds: number | null;
  altText: string;
  /** Absolute path of the stored original; connectors read, never write it. */
  path: string;
}>;

/** What is to be published on one account. The same for every attempt: `contentHash` proves it. */
export type Publication = Readonly<{
  postId: number;
  accountId: number;
  ownerId: string;
  platform: Platform;
  title: string | null;
  /** Final text, suffix included. */
  text: string;
  /** The values of the platform's own fields; already checked against them. */
  options: PublishOptions;
  media: readonly MediaItem[];
  /** SHA-256 of text, title, media digests and options. */
  contentHash: string;
}>;

export type ProblemView = Problem;

/** The one check for screens, API and worker: nothing is sent. Empty list: it fits. */
export class PrecheckPublication extends Query<readonly ProblemView[]> {
  constructor(readonly publication: Omit<Publication, 'contentHash'>) {
    super();
  }
}

/** The limits of one account as they are known now. */
export class LimitsOf extends Query<PlatformLimits | null> {
  constructor(readonly accountId: number) {
    super();
  }
}

/**
 * References that must outlive a crash: record key, idempotency key, media ids, the frozen record. JSON, no secrets
 * (upload addresses that work as passwords stay in the vault and are named by reference).
 */
export type PublishRefs = JsonObject;

/** What came of a step that is safe to repeat. */
export type PrepareOutcome = Readonly<{ kind: 'prepared'; refs: PublishRefs }> | Refused | Postponed;

/**
 * Everything before the final call: tokens, conversion, uploads, containers. Safe to repeat; `refs` of an earlier,
 * unfinished preparation are continued. `save` stores references before the step that uses them.
 */
export class PreparePublication extends Command<PrepareOutcome> {
  constructor(
    readonly publication: Publication,
    readonly refs: PublishRefs | null,
    readonly save: (refs: PublishRefs) => Promise<void>,
    /** Aborted when the time for preparing is over; what is saved after that is refused. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** Definitely not published by this call. `words`: the platform's own, shown to the user. */
export type Refused = Readonly<{
  kind: 'refused';
  /** Stable: `network`, `rejected`, `too-long`, `media-rejected`, `reconnect`, `not-found`, `duplicate`, `server`, … */
  reason: string;
  words: string | null;
  retryable: boolean;
}>;
/**
 * Nothing happened and no try is used up: rate limit, open breaker. With reason `rate-limit` nothing else is sent before
 * `until` for this account, or for the whole app where `scope` says that it is the app's limit.
 */
export type Postponed = Readonly<{
  kind: 'postponed';
  reason: string;
  words: string | null;
  until: string;
  scope?: Budget['scope'];
}>;
export type Published = Readonly<{ kind: 'published'; remoteId: string; permalink: string | null }>;
/** The platform took it and is still working on it. */
type Accepted = Readonly<{ kind: 'accepted'; handle: string }>;
/** It may have been published. Never repeated blindly. */
export type Unknown = Readonly<{
  kind: 'unknown';
  cause: 'timeout' | 'reset' | 'server-error' | 'unreadable';
  words: string | null;
}>;
/**
 * What a platform's answer teaches, so that the next step knows it in whichever process: `noted` are references that take the
 * place of those it was asked with. They are stored together with the outcome.
 */
type Noting = Readonly<{ noted?: PublishRefs }>;
export type CallOutcome = Published | Accepted | ((Refused | Postponed | Unknown) & Noting);

/**
 * Milliseconds for which the server that the final call goes to is left alone yet, because it failed too often lately; 0: the
 * call may be made. To be asked before the intent, so that an outage leaves no trace of calls that were never made.
 */
export class RestOf extends Query<number> {
  constructor(readonly target: Pick<Publication, 'accountId' | 'ownerId' | 'platform'>) {
    super();
  }
}

/** What the call needs could not be read here, so nothing was sent. `cause` is why. */
export class PlatformNotCalled extends Error {
  override readonly name = 'PlatformNotCalled';

  constructor(cause: unknown) {
    super('The platform was not called', { cause });
  }
}

/**
 * The one irreversible call, made once, `deadline` at most. `attemptId` goes to the logs only.
 * @throws PlatformNotCalled; after any other error the call may have been made
 */
export class CallPlatform extends Command<CallOutcome> {
  constructor(
    readonly publication: Publication,
    readonly refs: PublishRefs,
    readonly attemptId: string,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

export type LookUpOutcome =
  | Published
  | Readonly<{ kind: 'absent' }>
  /** The platform has it and is still working on it: ask again, `until` at the earliest. */
  | Readonly<{ kind: 'pending'; until?: string }>
  /**
   * The platform has it, has failed with it and will not publish it. When `retryable`, the next preparation gets the same
   * `refs`, or what was `noted`, and must not continue what has failed.
   */
  | (Refused & Noting)
  /** The look-up itself failed: proves nothing, repeat it later. */
  | Readonly<{ kind: 'failed'; words: string | null; until?: string }>
  /** This platform has no way to tell: a person decides. */
  | Readonly<{ kind: 'cannot-tell' }>;

/**
 * Asks the platform what became of an attempt that began at `armedAt` (ISO); with `besides`, whether there is a copy of the
 * post other than those remote ids.
 */
export class LookUpPublication extends Query<LookUpOutcome> {
  constructor(
    readonly publication: Publication,
    readonly refs: PublishRefs,
    readonly armedAt: string,
    readonly besides: readonly string[] = [],
  ) {
    super();
  }
}

/**
 * How much a platform takes: at most `capacity` within `perSeconds`, evenly refilled, over the whole app or over each
 * account. A budget that lets through a little less than the platform does costs seconds; one that lets through more costs
 * refusals.
 */
export type Budget = Readonly<{
  /** Unique on the platform, without a slash; seen in the metrics. */
  name: string;
  scope: 'app' | 'account';
  capacity: number;
  perSeconds: number;
  /** What it counts: final calls. Where a platform counts requests or points, those that one post costs are worked in. */
  counts: 'posts';
}>;

/** What the platform's connector declares; empty where it declares nothing. */
export class BudgetsOf extends Query<readonly Budget[]> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** Where accounts live: the host of their server, null where the platform is one home for all. Missing ids are left out. */
export class ServersOf extends Query<readonly Readonly<{ id: number; server: string | null }>[]> {
  constructor(readonly ids: readonly number[]) {
    super();
  }
}

/** How this platform may be repeated after an unknown outcome; see the table of publishing.md section 4. */
export type RepeatRule =
  /** The same call again is harmless by construction (own record key). */
  'always' | 'after-negative-check' | 'never';
/** What may be concluded and done on a platform after an unknown outcome. */
export type Repetition = Readonly<{
  rule: RepeatRule;
  /** Milliseconds: how late the platform may show a post that it has. */
  visibility: number;
  /** A call that arrives after it was repeated makes no second post. */
  isHarmlessWhenLate: boolean;
  /** Its own posts can be listed, so that a second one is found. */
  listsPosts: boolean;
}>;
export class RepetitionOf extends Query<Repetition> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** Whether an account can be used now: `disconnected` also for one that this owner never had. */
export type ConnectionState = 'active' | 'needs-reconnect' | 'disconnected';
export class ConnectionStateOf extends Query<ConnectionState> {
  constructor(
    readonly accountId: number,
    readonly ownerId: string,
  ) {
    super();
  }
}

/** One account of one post, as the steps on a platform need it. */
type AccountOfPost = Readonly<{ postId: number; accountId: number; ownerId: string; platform: Platform }>;

/**
 * What would keep this account from publishing at `dueAt` (ISO): it is not connected, a token is refused or ends before
 * then, a quota is used up. Empty: nothing is known to be in the way.
 */
export class ReadinessOf extends Query<readonly ProblemView[]> {
  constructor(
    readonly target: AccountOfPost,
    readonly dueAt: string,
  ) {
    super();
  }
}

/** A published post as its platform knows it. `publishRefs`: what was prepared for it, if anything. */
export type RemotePost = Readonly<{
  remoteId: string;
  permalink: string | null;
  publishRefs: PublishRefs | null;
}>;
export type DeleteOutcome = Readonly<{ kind: 'deleted' }> | Refused | Postponed | Unknown;

/** Takes a published post off its platform. Safe to repeat. */
export class DeleteRemotePost extends Command<DeleteOutcome> {
  constructor(
    readonly target: AccountOfPost,
    readonly post: RemotePost,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** Whether the platform offers a way to delete a published post. */
export class DeletesPosts extends Query<boolean> {
  constructor(readonly platform: Platform) {
    super();
  }
}

/** Published fact: the account works again, by new credentials or a new connection. */
export type AccountReconnectedFact = Event<
  'AccountReconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** One line of the setup checker. `bad` has to be put right, `unclear` could not be told, `note` is good to know. */
export type Finding = Readonly<{ about: string; state: 'good' | 'bad' | 'unclear' | 'note'; text: string }>;

/** Tries the keys of every configured platform and compares what connected accounts have granted. Asks the platforms. */
export class DiagnosePlatforms extends Query<readonly Finding[]> {}
