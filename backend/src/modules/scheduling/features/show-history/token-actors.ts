import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { ApiTokenNames } from '#modules/identity/ports/api-token-names.ts';
import type { TokenActors } from '@posthorn/contracts/shared/actors';
import { Injectable } from '@nestjs/common';

@Injectable()
export class NamesOfTokens {
  constructor(private readonly names: ApiTokenNames) {}

  /** The API tokens that caused the steps. */
  async in(steps: readonly Readonly<{ meta: EventMeta }>[]): Promise<TokenActors> {
    const actors = steps.map(({ meta }) => meta.actor).filter(({ kind }) => kind === 'apiToken');
    const ids = [...new Set(actors.map(({ id }) => id))];
    if (ids.length === 0) return new Map();
    const tokens = await this.names.namesOf(ids);
    return new Map(tokens.map((token) => [token.id, token]));
  }
}
