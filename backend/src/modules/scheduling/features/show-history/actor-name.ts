import type { EventMeta } from '@posthorn/event-sourcing/event-store';
import type { TokenActors } from './token-actors.ts';

/** The name of the actor that the owner of the post sees. */
export function actorName({ kind, id }: EventMeta['actor'], ownerId: string, tokens: TokenActors): string {
  switch (kind) {
    case 'user':
      return id === ownerId ? 'You' : 'Somebody else';
    case 'apiToken':
      return tokens.get(id) ?? 'An API token';
    case 'rule':
      return 'A rule of yours';
    case 'system':
      return 'System';
  }
}
