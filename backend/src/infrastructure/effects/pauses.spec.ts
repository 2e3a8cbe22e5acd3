import { expect, it } from '@jest/globals';
import { pauseOf, pausesOf } from './pauses.ts';

const callee = { platform: 'youtube', accountId: 7 };
const other = { platform: 'youtube', accountId: 8 };

it('pauses posts and replies together, of one account or of the whole app', () => {
  for (const kind of ['posts', 'replies'] as const) {
    expect(pausesOf(callee, 'posts')).toContain(pauseOf({}, callee, kind));
    expect(pausesOf(callee, 'replies')).toContain(pauseOf({}, callee, kind));
    expect(pausesOf(other, 'posts')).not.toContain(pauseOf({}, callee, kind));
    expect(pausesOf(other, 'replies')).toContain(pauseOf({ scope: 'app' }, callee, kind));
  }
});
it.each(['account', 'app', 'server'] as const)(
  'pauses only the replies, if only the replies reached a limit of the %s',
  (scope) => {
    const limit = { scope, onlyThisKind: true } as const;
    const at = { ...callee, server: 'https://a.test' };
    expect(pausesOf(at, 'replies')).toContain(pauseOf(limit, at, 'replies'));
    expect(pausesOf(at, 'posts')).not.toContain(pauseOf(limit, at, 'replies'));
    expect(pausesOf(at, 'posts')).toContain(pauseOf(limit, at, 'posts'));
  },
);
it('pauses the account if its server is not known', () => {
  expect(pauseOf({ scope: 'server' }, callee, 'posts')).toBe(pauseOf({ scope: 'account' }, callee, 'posts'));
});
