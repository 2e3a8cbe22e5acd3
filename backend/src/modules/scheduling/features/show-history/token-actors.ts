import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import { ApiTokenNames } from '#modules/identity/ports/api-token-names.ts';
import { Injectable } from '@nestjs/common';

/** The names of API tokens that caused events, by their ids. */
export type TokenActors = ReadonlyMap<string, string>;

@Injectable()
export class NamesOfTokens {
  constructor(private readonly names: ApiTokenNames) {}

  async in(steps: readonly Readonly<{ meta: EventMeta }>[]): Promise<TokenActors> {
    const actors = steps.map(({ meta }) => meta.actor).filter(({ kind }) => kind === 'apiToken');
    const ids = [...new Set(actors.map(({ id }) => id))];
    if (ids.length === 0) return new Map();
    const tokens = await this.names.namesOf(ids);
    return new Map(
      tokens.map(({ id, name, isRevoked }) => [id, isRevoked ? `${name} (revoked)` : name] as const),
    );
  }
}
