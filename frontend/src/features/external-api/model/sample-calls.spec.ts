import type { ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import { expect, it } from '@jest/globals';
import { anApiToken as aToken } from '#testing/views.ts';
import { mcpSettings, sampleCalls } from './sample-calls.ts';

const now = Date.parse('2026-11-20T09:30:00.000Z');
const person = { platform: 'bluesky', origin: 'https://posthorn.example', now } as const;
const tokenNamesIn = (tokens: readonly ApiTokenView[]) =>
  sampleCalls({ ...person, tokens }).map(({ curl }) => /Bearer <(.*)>/u.exec(curl)?.[1]);

it('returns the four sample calls as shell commands', () => {
  const calls = sampleCalls({ ...person, tokens: [aToken({ name: 'My blog' })] });
  expect(calls.map(({ address }) => address)).toEqual([
    'GET /api/external/platforms',
    'GET /api/external/statistics',
    'GET /api/external/replies',
    'POST /api/external/posts',
  ]);
  expect(calls[0]?.curl).toBe(
    "curl 'https://posthorn.example/api/external/platforms' \\\n  -H 'Authorization: Bearer <My blog>'",
  );
  expect(calls[3]?.curl).toContain(
    `-d '{"content":"Hello from the API","platforms":["bluesky"],"scheduledFor":"2026-11-21T10:00:00.000Z","hashtags":["posthorn"]}'`,
  );
});
it('inserts the name of the newest valid token with the required scopes', () => {
  expect(
    tokenNamesIn([
      aToken({ name: 'Over', expiresAt: '2026-11-20T09:29:59.000Z' }),
      aToken({ name: 'Reader', scopes: ['posts:read', 'accounts:read'] }),
      aToken({ name: 'All' }),
    ]),
  ).toEqual(['Reader', 'Reader', 'All', 'All']);
  expect(tokenNamesIn([aToken({ scopes: ['media:write'] })])).toEqual(Array(4).fill('your API token'));
});
it("keeps the quotes of a command closed, whatever a token's name contains", () => {
  const tokens = [aToken({ name: `Ana's "blog"; rm` })];
  expect(tokenNamesIn(tokens)[0]).toBe('Ana’s "blog"; rm');
  expect(JSON.parse(mcpSettings(tokens, person.origin, now))).toEqual({
    mcpServers: {
      posthorn: {
        type: 'http',
        url: 'https://posthorn.example/mcp',
        headers: { Authorization: 'Bearer <Ana’s "blog"; rm>' },
      },
    },
  });
});
