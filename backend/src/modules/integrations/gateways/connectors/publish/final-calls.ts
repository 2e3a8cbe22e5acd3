import { Injectable } from '@nestjs/common';
import { CallNotMade } from '#infrastructure/effects/call-not-made.ts';
import { hasErased } from '#infrastructure/event-log/personal-field.ts';
import { watchRequests } from '#infrastructure/outgoing/request-watch.ts';
import type { AccountAccess } from '#connectors/contract/account-access.ts';
import { ReconnectNeeded, wordsOf } from '#connectors/kit/outcomes.ts';
import type { CallOutcome, LookUpOutcome, Unsent } from '../../../ports/publishing.ts';
import { CredentialsAreMissing } from '../../../stores/credentials/credentials.ts';
import { RemoteClaims, type Claimant } from '../../../stores/remote-claims/remote-claims.ts';
import { storableOutcome } from './storable-outcome.ts';
import { UsableAccounts } from './usable-accounts.ts';

/** Whoever is to be told something once: a publication or a reply, on an account of its owner. */
type Caller = Claimant & Readonly<{ ownerId: string }>;

/** The irreversible call of a connector, and the question what became of it: the same for posts and for replies. */
@Injectable()
export class FinalCalls {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly claims: RemoteClaims,
  ) {}

  /**
   * @param words all that the call tells the platform; with erased ones among them it is not made
   * @throws CallNotMade when what it needs could not be read; after any other error the call may have been made
   */
  async make(
    caller: Caller,
    words: unknown,
    call: (access: AccountAccess) => Promise<CallOutcome>,
  ): Promise<CallOutcome & Unsent> {
    let begun = false;
    const claimed = new Set<string>();
    const step = (access: AccountAccess) => {
      begun = true;
      const claim = async (remoteId: string) => {
        const isOurs = await access.claim(remoteId);
        if (isOurs) claimed.add(remoteId);
        return isOurs;
      };
      return call({ ...access, claim });
    };
    const { result: outcome, sent } = await watchRequests(() =>
      this.accounts.withAccount(caller, step, { words }),
    ).catch((error: unknown) => {
      throw begun ? error : new CallNotMade(error);
    });
    if (outcome.kind === 'published' && !claimed.has(outcome.remoteId))
      await this.claims.own(caller, outcome.remoteId);
    const isUnsent = !sent && (outcome.kind === 'refused' || outcome.kind === 'postponed');
    return isUnsent ? { ...outcome, unsent: true } : outcome;
  }

  /** @param besides remote ids that are known already; with any, nothing is claimed */
  async lookUp(
    caller: Caller,
    words: unknown,
    ask: (access: AccountAccess) => Promise<LookUpOutcome>,
    besides: readonly string[] = [],
  ): Promise<LookUpOutcome> {
    const state = await this.accounts.stateOf(caller);
    // Without its credentials we can no longer ask; the account's owner can still look.
    if (!state || state.status === 'new') return { kind: 'cannot-tell' };
    // What it would be recognised by is gone.
    if (hasErased(words)) return { kind: 'cannot-tell' };
    try {
      const own = this.accounts.access(caller, state);
      const access = besides.length === 0 ? own : this.#besides(own, caller, besides);
      const found = storableOutcome(await ask(access));
      return found.kind === 'published' && besides.includes(found.remoteId) ? { kind: 'absent' } : found;
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return { kind: 'cannot-tell' };
      if (error instanceof ReconnectNeeded) return { kind: 'failed', words: wordsOf(error.words) };
      throw error;
    }
  }

  /** Passes the known copies by. Takes nothing: what it finds may be the post of a publication that is on its way. */
  #besides(access: AccountAccess, caller: Caller, known: readonly string[]): AccountAccess {
    const claim = async (id: string) => !known.includes(id) && (await this.claims.isFree(caller, id));
    return { ...access, claim };
  }
}
