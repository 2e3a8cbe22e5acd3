import { readToken } from './signed-token.ts';

/** The total lifetime and the age of a token, in seconds. */
export function tokenLife(
  token: string,
  { now, secret }: Readonly<{ now: () => number; secret: string }>,
): Readonly<{ lifeSeconds: number; ageSeconds: number }> {
  const claims = readToken(token, secret) ?? {};
  const [issuedAt, endsAt] = [Number(claims['issuedAt']), Number(claims['endsAt'])];
  return { lifeSeconds: (endsAt - issuedAt) / 1000, ageSeconds: (now() - issuedAt) / 1000 };
}
