import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { hasErased } from '#infrastructure/log/personal-field.ts';
import { ReconnectNeeded, wordsOf } from '../../connectors/outcomes.ts';
import { Connectors } from '../../connectors/connectors.ts';
import type { AccountAccess } from '../../connectors/contract/connector.ts';
import { LookUpPublication, type LookUpOutcome, type OutgoingPublication } from '../../public.ts';
import { CredentialsAreMissing } from '../../vault/credentials.ts';
import { withAskedOptions } from './asked-options.ts';
import { UsableAccounts } from './usable-accounts.ts';
import { storableOutcome } from './storable-outcome.ts';

@QueryHandler(LookUpPublication)
export class LookUpPublicationHandler implements IQueryHandler<LookUpPublication> {
  constructor(
    private readonly accounts: UsableAccounts,
    private readonly connectors: Connectors,
  ) {}

  async execute({ publication, refs, armedAt, besides }: LookUpPublication): Promise<LookUpOutcome> {
    const connector = this.connectors.find(publication.platform);
    const state = await this.accounts.stateOf(publication);
    // Without its credentials we can no longer ask; the account's owner can still look.
    if (!connector || !state || state.status === 'new') return { kind: 'cannot-tell' };
    // What it would be recognised by is gone.
    if (hasErased([publication, refs])) return { kind: 'cannot-tell' };
    try {
      const own = this.accounts.access(publication, state);
      const access = besides.length === 0 ? own : this.#besides(own, publication, besides);
      const asked = withAskedOptions(publication, connector.descriptor);
      const found = storableOutcome(await connector.lookUp(access, asked, refs, armedAt));
      return found.kind === 'published' && besides.includes(found.remoteId) ? { kind: 'absent' } : found;
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return { kind: 'cannot-tell' };
      if (error instanceof ReconnectNeeded) return { kind: 'failed', words: wordsOf(error.words) };
      throw error;
    }
  }

  /** Passes the known copies by. Takes nothing: what it finds may be the post of a publication that is on its way. */
  #besides(access: AccountAccess, publication: OutgoingPublication, known: readonly string[]): AccountAccess {
    const claim = async (id: string) => !known.includes(id) && (await this.accounts.isFree(publication, id));
    return { ...access, claim };
  }
}
