import { sentenceOf, type SaidPart, type Sentences } from './said.ts';

/** The actors in a history, as the owner sees them. `name`: the name of an API token. */
export const ACTORS = {
  you: 'You',
  'other-user': 'Somebody else',
  token: ({ name = '' }) => String(name),
  'token/revoked': ({ name = '' }) => `${String(name)} (revoked)`,
  'token/unknown': 'An API token',
  rule: 'A rule of yours',
  system: 'System',
} as const satisfies Sentences;

type Actor = Readonly<{ kind: 'user' | 'apiToken' | 'rule' | 'system'; id: string }>;
/** `name`: in English. `said`: the code of the name in `ACTORS`; absent in responses of older servers. */
export type ActorView = Actor & Readonly<{ name: string; said?: SaidPart }>;

/** API tokens by their ids. Unknown tokens are absent. */
export type TokenActors = ReadonlyMap<string, Readonly<{ name: string; isRevoked: boolean }>>;

/** The actor of a step, as the owner of the history sees it. */
export function actorView({ kind, id }: Actor, ownerId: string, tokens: TokenActors): ActorView {
  const said = actorPart({ kind, id }, ownerId, tokens);
  return { kind, id, name: sentenceOf(ACTORS, said, said.values) ?? '', said };
}

function actorPart({ kind, id }: Actor, ownerId: string, tokens: TokenActors): SaidPart {
  switch (kind) {
    case 'user':
      return { code: id === ownerId ? 'you' : 'other-user' };
    case 'apiToken': {
      const token = tokens.get(id);
      if (!token) return { code: 'token', variant: 'unknown' };
      const { name, isRevoked } = token;
      return { code: 'token', ...(isRevoked && { variant: 'revoked' }), values: { name } };
    }
    case 'rule':
    case 'system':
      return { code: kind };
  }
}
