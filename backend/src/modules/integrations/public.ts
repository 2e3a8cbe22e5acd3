import type { PublicAccountView } from '@posthorn/contracts/identity/public-user.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Event } from '@posthorn/event-sourcing';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import { Command, Query } from '@nestjs/cqrs';
import type { Budget } from './connectors/contract/budget.ts';
import type { CallRepeatRule } from './connectors/contract/connector.ts';
import type {
  CallOutcome,
  CoverOutcome,
  DeleteOutcome,
  LookUpOutcome,
  PrepareOutcome,
} from './connectors/contract/outcome.ts';
import type {
  CoverPicture,
  OutgoingPublication,
  PublishRefs,
  RemotePost,
} from './connectors/contract/publication.ts';

export type { Budget } from './connectors/contract/budget.ts';
export type { CallRepeatRule } from './connectors/contract/connector.ts';
export type {
  CallOutcome,
  CoverOutcome,
  DeleteOutcome,
  LookUpOutcome,
  PrepareOutcome,
  Refused,
} from './connectors/contract/outcome.ts';
export type {
  MediaItem,
  OutgoingPublication,
  PublishRefs,
  RemotePost,
} from './connectors/contract/publication.ts';

/** The door of Integrations for other modules: accounts to show, and the five steps of talking to a platform. */

/** The user's accounts that are not disconnected. */
export class AccountsOf extends Query<readonly AccountView[]> {
  constructor(readonly userId: string) {
    super();
  }
}

/** Every account that a user ever connected, also those that are disconnected. */
export class AccountIdsOf extends Query<readonly number[]> {
  constructor(readonly ownerId: string) {
    super();
  }
}

/** What anybody may know of the user's accounts that work: no ids, and none that is disconnected or has to be connected again. */
export class PublicAccountsOf extends Query<readonly PublicAccountView[]> {
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

/** Accounts that anybody connected here, disconnected ones included, by what their platform calls them. */
export class AccountsByRemoteId extends Query<
  readonly Readonly<{ remoteId: string; accountId: number; ownerId: string }>[]
> {
  constructor(
    readonly platform: Platform,
    readonly remoteIds: readonly string[],
  ) {
    super();
  }
}

export type ProblemView = Problem;

/**
 * The one check for screens, API and worker: nothing is sent. Empty list: it fits.
 * `limits`: of an account that the sender has just read; without them the account is read.
 */
export class PrecheckPublication extends Query<readonly ProblemView[]> {
  constructor(
    readonly publication: Omit<OutgoingPublication, 'contentHash'>,
    readonly limits: PlatformLimits | null = null,
  ) {
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
 * Everything before the final call: tokens, conversion, uploads, containers. Safe to repeat; `refs` of an earlier,
 * unfinished preparation are continued. `save` stores references before the step that uses them.
 */
export class PreparePublication extends Command<PrepareOutcome> {
  constructor(
    readonly publication: OutgoingPublication,
    readonly refs: PublishRefs | null,
    readonly save: (refs: PublishRefs) => Promise<void>,
    /** Aborted when the time for preparing is over; what is saved after that is refused. */
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/**
 * Milliseconds for which the server that the final call goes to is left alone yet, because it failed too often lately; 0: the
 * call may be made. To be asked before the intent, so that an outage leaves no trace of calls that were never made.
 */
export class RestOf extends Query<number> {
  constructor(readonly target: Pick<OutgoingPublication, 'accountId' | 'ownerId' | 'platform'>) {
    super();
  }
}

/** `unsent`: no request of it left this machine, so that nothing of the platform's budget was used. */
export type Unsent = Readonly<{ unsent?: true }>;

/**
 * The one irreversible call, made once.
 * @throws CallNotMade when what it needs could not be read; after any other error the call may have been made
 */
export class CallPlatform extends Command<CallOutcome & Unsent> {
  constructor(
    readonly publication: OutgoingPublication,
    readonly refs: PublishRefs,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/**
 * Asks the platform what became of an attempt that began at `armedAt` (ISO); with `besides`, whether there is a copy of the
 * post other than those remote ids.
 */
export class LookUpPublication extends Query<LookUpOutcome> {
  constructor(
    readonly publication: OutgoingPublication,
    readonly refs: PublishRefs,
    readonly armedAt: string,
    readonly besides: readonly string[] = [],
  ) {
    super();
  }
}

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

/** What is known of a platform's final call, and what may be concluded and done after an unknown outcome. */
export type Repetition = Readonly<{
  rule: CallRepeatRule;
  /** How much of a post's files the call carries at most. */
  callBytes: number;
  /** Milliseconds: how late the platform may show a post that it has. */
  visibility: number;
  /** A call that arrives after it was repeated makes no second post. */
  isHarmlessWhenLate: boolean;
  /** Its own posts can be listed, so that a second one is found. */
  listsPosts: boolean;
  /** A picture beside a video becomes its cover, by a call of its own once the video is out. */
  setsCovers: boolean;
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

/** Empty problems: nothing is known to be in the way. `asked: false`: the platform could not be asked, which may pass. */
export type Readiness = Readonly<{ problems: readonly ProblemView[]; asked: boolean }>;

/**
 * What would keep this account from publishing at `dueAt` (ISO): it is not connected, a token is refused or ends before
 * then, a quota is used up.
 */
export class ReadinessOf extends Query<Readiness> {
  constructor(
    readonly target: AccountOfPost,
    readonly dueAt: string,
  ) {
    super();
  }
}

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

/** Sets the picture that stands for a published video. Safe to repeat. */
export class SetCover extends Command<CoverOutcome> {
  constructor(
    readonly target: AccountOfPost,
    readonly cover: CoverPicture,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

/** `not-offered`: by the platform. `not-granted`: by the owner of the account. */
export type DeletionRight = 'yes' | 'not-offered' | 'not-granted';

/** Whether published posts of an account can be deleted on its platform. */
export class DeletesPosts extends Query<DeletionRight> {
  constructor(
    readonly platform: Platform,
    readonly accountId: number,
  ) {
    super();
  }
}

/** The account works again, by new credentials or a new connection. */
export type AccountReconnectedEvent = Event<
  'AccountReconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** What Scheduling hears of how an account is connected. */
export type AccountConnectionEvent = Event<
  'AccountConnected' | 'AccountReconnected' | 'AccountDisconnected',
  number,
  Readonly<{ accountId: number; ownerId: string }>
>;

/** The account needs its owner: the platform refuses our credentials, or will soon and only a new login helps. */
export type AccountTroubleEvent =
  | Event<'AccountNeedsReconnect', number, Readonly<{ accountId: number; ownerId: string }>>
  | Event<'AccountExpirySeen', number, Readonly<{ accountId: number; ownerId: string }>>;

/** `endsAt`: when the permission ends; null where it has ended. */
export type AccountTrouble = Readonly<{ cause: 'reconnect' | 'ending'; endsAt: string | null }>;

/** Whether an account needs its owner now; null: it does not, or it is disconnected, or it is somebody else's. */
export class TroubleOfAccount extends Query<AccountTrouble | null> {
  constructor(
    readonly accountId: number,
    readonly ownerId: string,
  ) {
    super();
  }
}

/** One line of the setup checker. `bad` has to be put right, `unclear` could not be told, `note` is good to know. */
export type Finding = Readonly<{ about: string; state: 'good' | 'bad' | 'unclear' | 'note'; text: string }>;

/** Tries the keys of every configured platform and compares what connected accounts have granted. Asks the platforms. */
export class DiagnosePlatforms extends Query<readonly Finding[]> {}

/** What the link page hears of accounts: those that are active are named there. */
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
        connectedAt: string;
      }>
    >
  | Event<
      'AccountRenamed',
      number,
      Readonly<{ accountId: number; ownerId: string; accountName: string; displayName: string | null }>
    >
  | Event<
      'AccountNeedsReconnect' | 'AccountDisconnected',
      number,
      Readonly<{ accountId: number; ownerId: string }>
    >;

/** What other programs are told of an account. */
export type AccountStepEvent =
  | Event<
      'AccountConnected' | 'AccountReconnected',
      number,
      Readonly<{ accountId: number; ownerId: string; platform: Platform }>
    >
  | Event<'AccountNeedsReconnect', number, Readonly<{ accountId: number; ownerId: string; reason: string }>>
  | Event<'AccountDisconnected', number, Readonly<{ accountId: number; ownerId: string }>>;
