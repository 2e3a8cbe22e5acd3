import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { hasErased } from '#infrastructure/log/personal-field.ts';
import { ReconnectNeeded } from '../../providers/outcomes.ts';
import { Providers } from '../../providers/providers.ts';
import { LookUpPublication, type LookUpOutcome } from '../../public.ts';
import { CredentialsAreMissing } from '../../vault/credentials.ts';
import { AccountDesk } from './account-desk.ts';

@QueryHandler(LookUpPublication)
export class LookUpPublicationHandler implements IQueryHandler<LookUpPublication> {
  constructor(
    private readonly desk: AccountDesk,
    private readonly providers: Providers,
  ) {}

  async execute({ publication, refs, armedAt }: LookUpPublication): Promise<LookUpOutcome> {
    const provider = this.providers.find(publication.platform);
    const state = await this.desk.stateOf(publication);
    // Without its credentials we can no longer ask; the account's owner can still look.
    if (!provider || !state || state.status === 'new') return { kind: 'cannot-tell' };
    // What it would be recognised by is gone.
    if (hasErased([publication, refs])) return { kind: 'cannot-tell' };
    try {
      return await provider.lookUp(this.desk.access(publication, state), publication, refs, armedAt);
    } catch (error) {
      if (error instanceof CredentialsAreMissing) return { kind: 'cannot-tell' };
      if (error instanceof ReconnectNeeded) return { kind: 'failed', words: error.words };
      throw error;
    }
  }
}
