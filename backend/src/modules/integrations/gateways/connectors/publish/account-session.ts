import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { accountStream, needReconnect, type AccountState } from '../../../domain/account/account.ts';
import { noteRenewal, renewalStream } from '../../../domain/account/renewal.ts';
import { expiryOf } from '#connectors/kit/oauth/oauth-credentials.ts';
import { ReconnectNeeded, refused, RenewalFailed } from '#connectors/kit/outcomes.ts';
import type { AccountAccess } from '#connectors/contract/account-access.ts';
import type { Refused } from '#connectors/contract/outcome.ts';
import type { OutgoingPublication } from '../../../ports/publishing.ts';
import { RenewalHangs } from '../../../stores/credentials/credential-leases.ts';
import { Credentials, CredentialsAreMissing } from '../../../stores/credentials/credentials.ts';
import { UploadAddressVault } from '../../../stores/upload-addresses/upload-addresses.ts';
import { limitsFrom } from '../../../read-models/accounts/account-view.ts';
import { RemoteClaims, type Claimant } from '../../../stores/remote-claims/remote-claims.ts';
import { storableOutcome } from './storable-outcome.ts';

/** The refusal reason when a step would send a text that was erased. */
export const ERASED_REASON = 'erased';

/**
 * The maximum age in milliseconds of an account's state and credentials in a repeatable step. The
 * irreversible call always loads both again.
 */
const RECENT_MS = 1_000;

type Target = Claimant & Pick<OutgoingPublication, 'ownerId'>;
type Outcome = Readonly<{ kind: string }>;

/**
 * Runs steps of connectors on accounts. It checks that the account belongs to the caller, and marks an
 * account whose credentials were refused.
 */
@Injectable()
export class AccountSession {
  readonly #logger = new Logger('accounts');
  readonly #recent = new Map<number, AccountState>();
  /**
   * The credentials of a recent state, read after this state. `until`: end of use, on the monotonic clock
   * (`performance.now`).
   */
  readonly #recentCredentials = new WeakMap<
    AccountState,
    Readonly<{ until: number; read: Promise<JsonObject> }>
  >();

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly credentials: Credentials,
    private readonly uploads: UploadAddressVault,
    private readonly claims: RemoteClaims,
    private readonly clock: DatabaseClock,
  ) {}

  /** The current state of an account. Null: this owner has no such account, or it is disconnected. */
  async stateOf(target: Pick<Target, 'accountId' | 'ownerId'>): Promise<AccountState | null> {
    const { accountId } = target;
    await this.#readClock();
    const { state } = await this.reader.load(accountStream, accountId);
    this.#cacheState(accountId, state);
    return usableBy(target, state);
  }

  /**
   * Caches only active accounts. The owner may connect any other account again within this second, and its
   * posts must then continue without delay.
   */
  #cacheState(accountId: number, state: AccountState): void {
    if (state.status !== 'active') {
      this.#recent.delete(accountId);
      return;
    }
    this.#recent.set(accountId, state);
    setTimeout(() => {
      if (this.#recent.get(accountId) === state) this.#recent.delete(accountId);
    }, RECENT_MS).unref();
  }

  /** The state of an account, at most a second old: for repeatable steps, before the irreversible call. */
  async recentStateOf(target: Pick<Target, 'accountId' | 'ownerId'>): Promise<AccountState | null> {
    const known = this.#recent.get(target.accountId);
    if (!known) return this.stateOf(target);
    await this.#readClock();
    return usableBy(target, known);
  }

  /** Reads the database's clock, because connectors use its latest value. */
  async #readClock(): Promise<void> {
    await this.clock.now();
  }

  /**
   * Runs a step on a usable account. If the platform refuses the credentials, marks the account.
   * @param o.words all texts that the step sends to the platform; the step does not run if one of them is
   * erased
   * @param o.isRepeatable the step may use a state that is up to a second old
   */
  async withAccount<Result extends Outcome>(
    target: Target,
    step: (access: AccountAccess) => Promise<Result>,
    { words = null, isRepeatable = false }: Readonly<{ words?: unknown; isRepeatable?: boolean }> = {},
  ): Promise<Result | Refused> {
    if (hasErased(words)) return refused(ERASED_REASON, null, false);
    if (!isRepeatable) return this.#withState(target, await this.stateOf(target), step);
    const state = await this.recentStateOf(target);
    const outcome = await this.#withState(target, state, step, { isRepeatable });
    if (!isReconnect(outcome)) return outcome;
    // The refusal may concern a permission that the owner has renewed within the last second. In this case, the step runs again with the current
    // state.
    const now = await this.stateOf(target);
    return consentAtOf(now) === consentAtOf(state) ? outcome : this.#withState(target, now, step);
  }

  async #withState<Result extends Outcome>(
    target: Target,
    state: AccountState | null,
    step: (access: AccountAccess) => Promise<Result>,
    { isRepeatable = false }: Readonly<{ isRepeatable?: boolean }> = {},
  ): Promise<Result | Refused> {
    if (!state || state.status === 'new') return refused('account-missing', null, false);
    if (state.status === 'needs-reconnect') return refused('reconnect', state.refusal, false);
    const outcome = storableOutcome(
      await this.#refusalOnReconnect(() => step(this.access(target, state, { isRepeatable }))),
    );
    if (isReconnect(outcome)) await this.#markRefused(target.accountId, outcome, state.consentAt);
    return outcome;
  }

  async #refusalOnReconnect<Result>(step: () => Promise<Result>): Promise<Result | Refused> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return refused('reconnect', null, false);
      if (error instanceof ReconnectNeeded) return refused('reconnect', error.platformMessage, false);
      throw error;
    }
  }

  /** @param o.isRepeatable the step may use credentials that are up to a second old */
  access(
    target: Target,
    state: Exclude<AccountState, { status: 'new' }>,
    { isRepeatable = false }: Readonly<{ isRepeatable?: boolean }> = {},
  ): AccountAccess {
    const { accountId } = target;
    return {
      accountId,
      limits: limitsFrom(state.connection.limits),
      credentials: () =>
        isRepeatable ? this.#recentCredentialsOf(accountId, state) : this.credentials.read(accountId),
      renew: (stale, refresh) => {
        this.#recentCredentials.delete(state);
        return this.#renew(state.connection, stale, refresh);
      },
      claim: (remoteId) => this.claims.claim(target, remoteId),
      uploads: {
        keep: (address) => this.uploads.keep(accountId, address),
        open: (name) => this.uploads.open(accountId, name),
      },
    };
  }

  #recentCredentialsOf(accountId: number, state: AccountState): Promise<JsonObject> {
    const known = this.#recentCredentials.get(state);
    if (known && performance.now() < known.until) return known.read;
    const read = this.credentials.read(accountId);
    this.#recentCredentials.set(state, { until: performance.now() + RECENT_MS, read });
    read.catch(() => this.#recentCredentials.delete(state));
    return read;
  }

  async #renew(
    account: Pick<Target, 'accountId' | 'ownerId'>,
    stale: JsonObject,
    refresh: (current: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    const progress = { renewed: false };
    const fresh = await this.#changeCredentials(account.accountId, async (current) => {
      if (!isSame(stale, current)) return current;
      const changed = await refresh(current);
      progress.renewed = changed !== current;
      return changed;
    });
    if (progress.renewed) await this.#noteRenewal(account, fresh);
    return fresh;
  }

  async #changeCredentials(
    accountId: number,
    work: (current: JsonObject) => Promise<JsonObject>,
  ): Promise<JsonObject> {
    try {
      return await this.credentials.withCredentials(accountId, work);
    } catch (error) {
      throw error instanceof RenewalHangs ? new RenewalFailed(null) : error;
    }
  }

  /**
   * The new tokens are already stored. So if the event cannot be recorded, the call that needs the tokens
   * still continues.
   */
  async #noteRenewal(
    { accountId, ownerId }: Pick<Target, 'accountId' | 'ownerId'>,
    fresh: JsonObject,
  ): Promise<void> {
    try {
      const renewedAt = (await this.clock.now()).toISOString();
      const renewal = { accountId, ownerId, expiresAt: expiryOf(fresh), renewedAt };
      await this.writer.decide(renewalStream, accountId, () => noteRenewal(renewal));
    } catch (error) {
      this.#logger.warn({
        msg: 'A renewal of tokens was not recorded; the new tokens are stored and in use',
        accountId,
        err: error,
      });
    }
  }

  async #markRefused(accountId: number, { reason, words }: Refused, consentAt: string): Promise<void> {
    try {
      await this.writer.decide(accountStream, accountId, (account) =>
        needReconnect(account, { reason, words, consentAt }),
      );
    } catch (error) {
      // This error must not hide the outcome of the step. The next step finds the same refusal and marks the
      // account.
      this.#logger.warn({
        msg: 'An account that its platform refuses was not marked for its owner; the next try marks it',
        accountId,
        err: error,
      });
    }
  }
}

function usableBy({ ownerId }: Pick<Target, 'ownerId'>, state: AccountState): AccountState | null {
  if (state.status === 'new' || state.status === 'disconnected') return null;
  return state.connection.ownerId === ownerId ? state : null;
}

const consentAtOf = (state: AccountState | null): string | null =>
  state === null || state.status === 'new' ? null : state.consentAt;

const isReconnect = (outcome: Outcome): outcome is Refused =>
  outcome.kind === 'refused' && (outcome as Refused).reason === 'reconnect';

const isSame = (before: JsonObject, after: JsonObject): boolean =>
  JSON.stringify(before) === JSON.stringify(after);
