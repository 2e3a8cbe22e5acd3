import { expect, it } from '@jest/globals';
import { requestOf } from './tool-request.ts';
import { TOOLS } from './tools/tools.ts';

const toolNamed = (name: string) => {
  const tool = TOOLS.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};
const POST = { content: 'Hi', scheduled_for: '2030-01-01T13:00:00Z', account_ids: [3], local_time: '09:30' };
const BODY = { content: 'Hi', scheduledFor: '2030-01-01T13:00:00Z', accountIds: [3], localTime: '09:30' };

it.each([
  ['list_accounts', {}, 'GET /accounts', null, {}],
  ['list_posts', { status: 'failed', limit: 5 }, 'GET /posts?status=failed&limit=5', null, {}],
  ['get_post', { post_id: 7 }, 'GET /posts/7?include=history', null, {}],
  ['get_statistics', {}, 'GET /statistics', null, {}],
  ['list_comments', { cursor: 'a/b&c' }, 'GET /replies?cursor=a%2Fb%26c', null, {}],
  [
    'list_events',
    { after: 'evt_1', types: ['post.*', 'reply.sent'], limit: 9 },
    ...['GET /events?after=evt_1&types=post.*%2Creply.sent&limit=9', null, {}],
  ],
  ['check_post', POST, 'POST /posts?dry_run=true', BODY, {}],
  ['schedule_post', { ...POST, idempotency_key: 'k' }, 'POST /posts', BODY, { 'idempotency-key': 'k' }],
  [
    'reschedule_post',
    { post_id: 7, scheduled_for: 'x', revision: 2 },
    'PUT /posts/7',
    { scheduledFor: 'x', revision: 2 },
    {},
  ],
  [
    'edit_post',
    {
      post_id: 7,
      content: 'Hi',
      hashtags: '',
      account_ids: [3, 4],
      targets: [{ accountId: 4, content: 'Ho' }],
    },
    'PUT /posts/7',
    {
      content: 'Hi',
      hashtags: '',
      selectedAccountIds: [3, 4],
      targets: [{ accountId: 4, content: 'Ho' }],
    },
    {},
  ],
  [
    'save_draft',
    { draft_id: 'd', revision: 2, planned_for: null, content: 'Hi' },
    'PUT /drafts/d?partial=true',
    { plannedFor: null, content: 'Hi' },
    { 'if-match': '2' },
  ],
  [
    'schedule_draft',
    {
      draft_id: 'd',
      revision: 2,
      scheduled_for: '2030-01-01T13:00:00Z',
      timezone: 'Europe/Paris',
      local_time: '2030-01-01T14:00',
    },
    'POST /drafts/d/schedule',
    { scheduledFor: '2030-01-01T13:00:00Z', timezone: 'Europe/Paris', localTime: '2030-01-01T14:00' },
    { 'if-match': '2' },
  ],
  ['schedule_draft', { draft_id: 'd', revision: 2 }, 'POST /drafts/d/schedule', {}, { 'if-match': '2' }],
  ['get_draft', { draft_id: 'd' }, 'GET /drafts/d', null, {}],
  ['duplicate_post', { post_id: 7 }, 'POST /posts/7/duplicate', {}, {}],
  ['delete_post', { post_id: 7 }, 'DELETE /posts/7?only_unpublished=true', null, {}],
  ['retry_publication', { post_id: 7, account_id: 3 }, 'POST /posts/7/targets/3/retry', {}, {}],
  [
    'reply_to_comment',
    { comment_id: 5, text: 'Thanks', idempotency_key: 'k', confirm: true },
    ...['POST /comments/5/reply', { replyText: 'Thanks' }, { 'idempotency-key': 'k' }],
  ],
] as const)('turns %s with %j into %s', (name, args, call, body, headers) => {
  const { method, path, ...sent } = requestOf(toolNamed(name), args, 'a-token');
  expect(`${method} ${path.replace('/api/external', '')}`).toBe(call);
  expect(sent).toEqual({ body, headers: { authorization: 'Bearer a-token', ...headers } });
});

it('escapes each argument, so that it stays in its part of the path', () => {
  const { path } = requestOf(toolNamed('get_post'), { post_id: '7/../../me?x=' }, 'a-token');
  expect(path).toBe('/api/external/posts/7%2F..%2F..%2Fme%3Fx%3D?include=history');
});

it('has an argument for each path parameter, and requires a key for tools that must run only once', () => {
  for (const { name, call, arguments: all } of TOOLS) {
    const inPath = Object.values(all).filter((argument) => argument.in === 'path');
    const parts = [...call.path.matchAll(/:(\w+)/gu)].map(([, part]) => part);
    expect([name, inPath.map(({ as }) => as)]).toEqual([name, parts]);
  }
  const keyed = TOOLS.filter(({ arguments: all }) => all['idempotency_key']?.isRequired).map(
    ({ name }) => name,
  );
  expect(keyed).toEqual(['schedule_post', 'reply_to_comment']);
  // A draft is scheduled as the user saw it.
  expect(toolNamed('schedule_draft').arguments['revision']?.isRequired).toBe(true);
});
