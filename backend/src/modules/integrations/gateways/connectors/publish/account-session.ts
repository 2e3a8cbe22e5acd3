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

/** The reason when a text is not sent because it was erased. */
export const ERASED_REASON = 'erased';

/**
 * The account is read again before the one call that publishes. Steps before it can be repeated, so they may use a state of the account
 * that is at most so many milliseconds old.
 */
const RECENT_MS = 1_000;

type Target = Claimant & Pick<OutgoingPublication, 'ownerId'>;
type Outcome = Readonly<{ kind: string }>;

/** Between the commands of publishing and the connectors: who may use which account, and what a refusal means for it. */
@Injectable()
export class AccountSession {
  readonly #logger = new Logger('accounts');
  readonly #recent = new Map<number, AccountState>();
  /** Read after the state that is their key; `until`: on the monotonic clock. */
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

  /** Null: no such account of this owner, or it is disconnected. */
  async stateOf(target: Pick<Target, 'accountId' | 'ownerId'>): Promise<AccountState | null> {
    const { accountId } = target;
    await this.#readClock();
    const { state } = await this.reader.load(accountStream, accountId);
    this.#keep(accountId, state);
    return usableBy(target, state);
  }

  /** Keeps only usable accounts. Another one may be connected again within this second, and then its posts continue at once. */
  #keep(accountId: number, state: AccountState): void {
    if (state.status !== 'active') {
      this.#recent.delete(accountId);
      return;
    }
    this.#recent.set(accountId, state);
    setTimeout(() => {
      if (this.#recent.get(accountId) === state) this.#recent.delete(accountId);
    }, RECENT_MS).unref();
  }

  /** The same, at most a second old: for questions that are repeated before anything is sent. */
  async recentStateOf(target: Pick<Target, 'accountId' | 'ownerId'>): Promise<AccountState | null> {
    const known = this.#recent.get(target.accountId);
    if (!known) return this.stateOf(target);
    await this.#readClock();
    return usableBy(target, known);
  }

  /** Connectors use this time from here on. */
  async #readClock(): Promise<void> {
    await this.clock.now();
  }

  /**
   * Runs a step on a usable account. If the platform refuses its credentials, the account is marked.
   * @param o.words all texts that the step sends to the platform; it does not run if one of them is erased
   * @param o.isRepeatable a state of the account that is a second old is enough
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
    // The refusal may be about a permission of a second ago, or an account that was disconnected since.
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
      await this.#guarded(() => step(this.access(target, state, { isRepeatable }))),
    );
    if (isReconnect(outcome)) await this.#markRefused(target.accountId, outcome, state.consentAt);
    return outcome;
  }

  async #guarded<Result>(step: () => Promise<Result>): Promise<Result | Refused> {
    try {
      return await step();
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return refused('reconnect', null, false);
      if (error instanceof ReconnectNeeded) return refused('reconnect', error.platformMessage, false);
      throw error;
    }
  }

  /** @param o.isRepeatable credentials that are a second old are enough */
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
    const done = { renewed: false };
    const fresh = await this.#changed(account.accountId, async (current) => {
      if (!isSame(stale, current)) return current;
      const changed = await refresh(current);
      done.renewed = changed !== current;
      return changed;
    });
    if (done.renewed) await this.#noteRenewal(account, fresh);
    return fresh;
  }

  async #changed(accountId: number, work: (current: JsonObject) => Promise<JsonObject>): Promise<JsonObject> {
    try {
      return await this.credentials.withCredentials(accountId, work);
    } catch (error) {
      throw error instanceof RenewalHangs ? new RenewalFailed(null) : error;
    }
  }

  /** The new tokens are stored before this. So if the event cannot be recorded, the call that needs the tokens still continues. */
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
      // The outcome of the publication comes first; the next try finds the same refusal.
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
