import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type {
  CallOutcome,
  LookUpOutcome,
  PrepareOutcome,
  ProblemView,
  Publication,
  PublishRefs,
  RepeatRule,
} from '../public.ts';

/** How a user proves to own an account. */
export type Proof =
  | Readonly<{ kind: 'app-password'; identifier: string; password: string }>
  | Readonly<{ kind: 'token'; server: string; token: string }>
  | Readonly<{ kind: 'code'; code: string; verifier: string | null; redirectUri: string }>;

/** One account as its platform describes it. `credentials` go to the vault and nowhere else. */
export type RemoteAccount = Readonly<{
  remoteId: string;
  accountName: string;
  displayName: string | null;
  server: string | null;
  limits: PlatformLimits;
  credentials: JsonObject;
}>;

/** What a connector may use of one connected account. */
export type AccountAccess = Readonly<{
  accountId: number;
  limits: PlatformLimits;
  /** @throws CredentialsAreMissing */
  credentials(): Promise<JsonObject>;
  /**
   * New credentials for those that were refused or are about to expire. One process at a time; when somebody else has
   * changed them since `stale` was read, `refresh` is not called and theirs are answered.
   * @throws CredentialsAreMissing, and what `refresh` throws
   */
  renew(stale: JsonObject, refresh: (current: JsonObject) => Promise<JsonObject>): Promise<JsonObject>;
  /**
   * Takes a remote post for this publication; false when another one has it. Where posts are found by their text alone,
   * two publications of one text must not both claim the same post.
   */
  claim(remoteId: string): Promise<boolean>;
}>;

export type SaveRefs = (refs: PublishRefs) => Promise<void>;

/**
 * One platform. The same port for those that publish by one call, by upload and then call, by container and then
 * publish: whatever must come first belongs to `prepare`, and its handles travel in `refs`.
 */
export type SocialProvider = Readonly<{
  platform: Platform;
  repeatRule: RepeatRule;
  /** All accounts that the proof opens; most platforms know one. @throws DomainError in words for the user */
  connect(proof: Proof): Promise<readonly [RemoteAccount, ...RemoteAccount[]]>;
  /** Gives credentials back to the platform, where it takes them. A failure may be ignored. */
  disconnect(credentials: JsonObject): Promise<void>;
  /** Limits that the account's own server publishes; null where it publishes none. */
  readLimits(access: AccountAccess): Promise<PlatformLimits | null>;
  /** Pure: nothing is asked, nothing sent. */
  precheck(publication: Omit<Publication, 'contentHash'>, limits: PlatformLimits): readonly ProblemView[];
  /** Safe to repeat. Continues from the `refs` of an earlier try. */
  prepare(
    access: AccountAccess,
    publication: Publication,
    refs: PublishRefs | null,
    save: SaveRefs,
  ): Promise<PrepareOutcome>;
  /** The irreversible call. */
  call(
    access: AccountAccess,
    publication: Publication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome>;
  lookUp(
    access: AccountAccess,
    publication: Publication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome>;
}>;
