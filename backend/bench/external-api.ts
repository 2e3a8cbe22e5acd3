import { randomUUID } from 'node:crypto';
import { API_SCOPES } from '@posthorn/contracts/identity/api-tokens.http';
import type { Pool } from 'pg';
import { newApiToken } from '#infrastructure/http/session/token-format.ts';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { ApiTokens } from '#modules/identity/read-models/api-tokens/api-tokens.ts';
import { digestOf } from '#infrastructure/vault/secrets.ts';
import { startProduct } from '../test/product.ts';
import { atRate, type Waits } from './at-rate.ts';
import { HttpCalls } from './http-calls.ts';
import { openBenchContext } from './bench-context.ts';
import type { Report } from './report.ts';
import { userWith, type UserWithPosts } from './user-with-posts.ts';

const EMAIL = 'programs@example.com';
const POSTS = 30;
/** Each token may make 300 requests a minute. */
const TOKENS = 18;
const READS = { perSecond: 200, seconds: 8, target: { atMost: 100 } } as const;
const WRITES = { perSecond: 20, seconds: 6, target: { atMost: 250 } } as const;
const CHECKS = { perSecond: 200, seconds: 5, target: { atMost: 1 } } as const;

/** Measures programs that use the built product, each with its own token: reading, writing, and checking a token. */
export async function benchExternalApi(report: Report): Promise<void> {
  const product = await startProduct({
    embedded: true,
    built: true,
    log: 'postgres',
    env: { COMPLIMENTARY_PREMIUM: EMAIL },
  });
  try {
    const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const user = await userWith(EMAIL, POSTS, product, context);
      const tokens = await tokensOf(user.id, context.app.get(ApiTokens));
      await measureTokenChecks(tokens, context.app.get(TokenReader), context.pool, report);
      const programs = tokens.map(
        (token) => new HttpCalls(product.url, '', { authorization: `Bearer ${token}` }),
      );
      const programOf = (turn: number) => programs[turn % programs.length] ?? user.calls;
      await measureReads(programOf, user.calls, report);
      await measureWrites(programOf, user, report);
      for (const calls of programs) calls.close();
    } finally {
      await context.close();
    }
  } finally {
    await product.close();
  }
}

/** The programs take turns. */
type ProgramOf = (turn: number) => HttpCalls;

async function tokensOf(ownerId: string, tokens: ApiTokens): Promise<readonly string[]> {
  const newTokens = Array.from({ length: TOKENS }, () => newApiToken());
  const createdAt = new Date().toISOString();
  for (const token of newTokens)
    await tokens.open(token, {
      tokenId: randomUUID(),
      ownerId,
      name: 'Bench',
      scopes: API_SCOPES,
      preview: 'Abcd…wxyz',
      expiresAt: null,
      createdAt,
    });
  return newTokens;
}

async function measureTokenChecks(
  tokens: readonly string[],
  reader: TokenReader,
  pool: Pool,
  report: Report,
): Promise<void> {
  const tokenOf = (turn: number) => tokens[turn % tokens.length] ?? '';
  const bareWork = (turn: number) =>
    pool.query('select owner_id from identity.api_token where token_hash = $1', [digestOf(tokenOf(turn))]);
  const work = (turn: number) => reader.find(tokenOf(turn));
  await atRate(CHECKS.perSecond, 2, work);
  const bare = await atRate(CHECKS.perSecond, CHECKS.seconds, bareWork);
  const found = await atRate(CHECKS.perSecond, CHECKS.seconds, work);
  add(report, 'a token is looked up at 200/s', found, { name: 'bare SELECT', waits: bare }, CHECKS.target);
}

/** Measures the documented reading calls. The baseline is a request of the product's own page. */
async function measureReads(programOf: ProgramOf, screens: HttpCalls, report: Report): Promise<void> {
  const { items } = JSON.parse((await programOf(0).get('/api/external/posts?limit=1')).body) as {
    items: readonly { id: number }[];
  };
  const paths = ['platforms', 'statistics', 'replies', 'posts', `posts/${String(items[0]?.id ?? 0)}`];
  const work = (turn: number) => programOf(turn).get(`/api/external/${paths[turn % paths.length] ?? ''}`);
  const callOfScreen = () => screens.get('/api/posts');
  await atRate(READS.perSecond, 3, work);
  await atRate(READS.perSecond, 1, callOfScreen);
  const bare = await atRate(READS.perSecond, READS.seconds, callOfScreen);
  const api = await atRate(READS.perSecond, READS.seconds, work);
  add(report, 'external reads at 200/s', api, { name: 'GET /api/posts', waits: bare }, READS.target);
}

async function measureWrites(programOf: ProgramOf, { calls, targets }: UserWithPosts, report: Report) {
  const common = { content: 'The kiln is open again.', scheduledFor: '2035-01-01T09:00:00.000Z' };
  const accountIds = targets.map(({ accountId }) => accountId);
  const callOfScreen = () => calls.post('/api/posts', { ...common, selectedAccountIds: accountIds });
  const work = (turn: number) => programOf(turn).post('/api/external/posts', { ...common, accountIds });
  await atRate(WRITES.perSecond, 1, work);
  const bare = await atRate(WRITES.perSecond, WRITES.seconds, callOfScreen);
  const api = await atRate(WRITES.perSecond, WRITES.seconds, work);
  add(report, 'external creates at 20/s', api, { name: 'POST /api/posts', waits: bare }, WRITES.target);
}

function add(
  report: Report,
  name: string,
  waits: Waits,
  baseline: Readonly<{ name: string; waits: Waits }>,
  target: Readonly<{ atMost: number }>,
): void {
  for (const percentile of ['p50', 'p99'] as const)
    report.add({
      name: `${name}, ${percentile}`,
      value: waits[percentile],
      unit: 'ms',
      baseline: { name: baseline.name, value: baseline.waits[percentile] },
      target: percentile === 'p99' ? target : null,
    });
}
