import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { ErrorReply } from '@posthorn/contracts/shared/call';
import { HISTORY_TEXT, type HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { product, newUser } from './everyday-product.ts';
import { run } from '../program.ts';
import { SandboxControl } from '../sandbox-control.ts';

let ana: Creator;
let folder: string;
let published: PostView;
let history: HistoryView;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-history-'));
  ana = await newUser();
  const [bluesky, mastodon] = [await ana.connectBluesky(), await ana.connectMastodon()];
  const later = { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() };
  const { body } = await ana.schedule([bluesky], 'First words', { ...later, title: 'First title' });
  await edit(body.id, { content: 'First words', ...later, selectedAccountIds: [bluesky.id, mastodon.id] });
  await edit(body.id, { content: 'Second words', ...later });
  await edit(body.id, { content: 'Last words', scheduledFor: new Date().toISOString() });
  published = await ana.settled(body.id);
  history = (await historyOf(published.id)).body;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const edit = async (id: number, change: object) => {
  const response = await ana.client.call('PUT', `/api/posts/${String(id)}`, change);
  expect(response.status).toBe(200);
};
const historyOf = (id: number, at?: string) =>
  ana.client.get<HistoryView>(
    `/api/posts/${String(id)}/history${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`,
  );
const exportOf = async (id: number): Promise<string> => {
  const response = await ana.client.get(`/api/posts/${String(id)}/history/export`);
  expect(response.headers.get('content-type')).toContain('application/x-ndjson');
  expect(response.headers.get('content-disposition')).toContain(`post-${String(id)}-history.ndjson`);
  return response.text;
};

/** Checks an export as an auditor does who has only the file. */
async function verify(text: string) {
  const file = join(folder, 'export.ndjson');
  await writeFile(file, text);
  const { code, said } = await run('libs/event-store/src/cli/log-verify.ts', { args: [file] });
  return { code, said: said.replace(`${file}: `, '') };
}

describe('the export', () => {
  let text: string;
  beforeAll(async () => {
    text = await exportOf(published.id);
  });

  it('contains every event of the post and of both publications, and passes the check', async () => {
    const { length } = history.events;
    expect(await verify(text)).toEqual({ code: 0, said: `ok, ${String(length)} events in 3 streams` });
    expect(text.trim().split('\n')).toHaveLength(length + 1);
  });
  it('fails the check after a change of one byte', async () => {
    const bytes = Buffer.from(text);
    // Changes the middle of each line, and both ends of the file.
    let start = 0;
    const positions = text
      .trim()
      .split('\n')
      .map((line) => {
        const middle = start + (Buffer.byteLength(line) >> 1);
        start += Buffer.byteLength(line) + 1;
        return middle;
      });
    const chosen = [0, positions[0], positions[positions.length >> 1], positions.at(-1), bytes.length - 1];
    for (const position of chosen) {
      const changed = Buffer.from(bytes);
      changed[position ?? 0] = (changed[position ?? 0] ?? 0) ^ 1;
      const { code, said } = await verify(changed.toString('latin1'));
      expect({ position, code }).toEqual({ position, code: 1 });
      expect(said).toMatch(/^line \d+: /u);
    }
  });
  it.each([
    ['without one of its lines', (lines: string[]) => lines.toSpliced(1, 1)],
    ['with two lines exchanged', ([a = '', b = '', ...rest]: string[]) => [b, a, ...rest]],
    ['without its last line', (lines: string[]) => lines.slice(0, -1)],
    ['with a line written twice', ([a = '', ...rest]: string[]) => [a, a, ...rest]],
  ])('fails the check %s', async (_, change) => {
    const { code } = await verify(`${change(text.trim().split('\n')).join('\n')}\n`);
    expect(code).toBe(1);
  });
});

describe('a history with ?at=', () => {
  it('shows the post as it was after each of its events', async () => {
    for (const { at } of history.events) {
      const { status, body } = await historyOf(published.id, at);
      const happened = history.events.filter((event) => event.at <= at);
      expect(status).toBe(200);
      expect(body).toMatchObject({ at, postId: published.id });
      expect(body.events.map(({ id }) => id)).toEqual(happened.map(({ id }) => id));
    }
  });
  it('shows the text and the publications of the requested time', async () => {
    const timeOf = (type: string) => history.events.find((event) => event.type === type)?.at ?? '';
    const before = (instant: string) => new Date(Date.parse(instant) - 1).toISOString();
    const [firstEdit, lastEdit] = history.events.filter(({ type }) => type === 'PostEdited');
    expect((await historyOf(published.id, before(timeOf('PostScheduled')))).body).toMatchObject({
      events: [],
      post: null,
    });
    expect((await historyOf(published.id, timeOf('PostScheduled'))).body.post).toMatchObject({
      content: 'First words',
      title: 'First title',
      status: 'scheduled',
    });
    expect((await historyOf(published.id, before(lastEdit?.at ?? ''))).body.post?.content).toBe(
      'Second words',
    );
    expect((await historyOf(published.id, before(firstEdit?.at ?? ''))).body.post?.content).toBe(
      'First words',
    );
    const beforePublishing = await historyOf(published.id, before(timeOf('PlatformPublished')));
    expect(beforePublishing.body.post?.targets.map(({ status }) => status)).not.toContain('posted');
    expect((await historyOf(published.id, '2999-01-01T00:00:00Z')).body.post).toMatchObject({
      content: 'Last words',
      status: 'posted',
    });
  });
  it('accepts any offset and precision of ISO 8601', async () => {
    const last = Date.parse(history.events.at(-1)?.at ?? '');
    const inKolkata = new Date(last + 330 * 60_000).toISOString().replace('Z', '+05:30');
    expect((await historyOf(published.id, inKolkata)).body.events).toHaveLength(history.events.length);
    expect((await historyOf(published.id, '2999-01-01T00:00Z')).status).toBe(200);
  });
  it.each([
    '',
    'yesterday',
    '2026',
    '2026-11-21',
    '2026-11-21T10:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '1732190400',
    'NaN',
  ])('refuses the time %j', async (at) => {
    const { status, body } = await ana.client.get<ErrorReply>(
      `/api/posts/${String(published.id)}/history?at=${encodeURIComponent(at)}`,
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      message: HISTORY_TEXT.atNotValid,
      code: 'request.not-valid',
      fields: { at: HISTORY_TEXT.atNotValid },
    });
    expect(body.requestId).toBeTruthy();
  });
});

it('names the actor of each step: the user or the system', () => {
  const actors = new Map(history.events.map(({ type, actor }) => [type, actor.name]));
  expect(actors.get('PostScheduled')).toBe('You');
  expect(actors.get('PublishAttemptStarted')).toBe('System');
  const causes = new Set(history.events.map(({ correlationId }) => correlationId));
  expect(causes.size).toBeGreaterThanOrEqual(4);
  for (const { summary } of history.events) expect(summary).toMatch(/^[A-Z].+[.”]$/u);
});

it('stays readable for its owner after the post is deleted', async () => {
  const { body } = await ana.schedule([await ana.connectMastodon()], 'Short life', {
    scheduledFor: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const path = `/api/posts/${String(body.id)}`;
  expect((await ana.client.call('DELETE', path)).status).toBe(200);
  expect((await ana.client.get<readonly PostView[]>('/api/posts')).body.map(({ id }) => id)).not.toContain(
    body.id,
  );
  const { status, body: after } = await historyOf(body.id);
  expect(status).toBe(200);
  expect(after.events.map(({ type }) => type)).toEqual(['PostScheduled', 'PostCancelled']);
  expect((await verify(await exportOf(body.id))).code).toBe(0);
  const eve = await newUser();
  expect((await eve.client.get(`${path}/history`)).status).toBe(404);
  expect((await eve.client.get(`${path}/history/export`)).status).toBe(404);
});

it('lists comments and replies in order of arrival; the export contains their events without texts, and passes the check', async () => {
  const { body: scheduled } = await ana.schedule([await ana.connectBluesky()], 'We bake at six.');
  const { targets } = await ana.settled(scheduled.id);
  const sandbox = new SandboxControl(product.sandboxUrl);
  const remoteCommentId = await sandbox.comment({
    platform: 'bluesky',
    remoteId: targets[0]?.remoteId ?? '',
    author: 'ben',
    text: 'When do you open?',
  });
  const receivedComment = async () => {
    const { body } = await ana.client.get<readonly CommentView[]>('/api/comments?platform=bluesky');
    const found = body.find(({ postId }) => postId === scheduled.id);
    if (!found) throw new Error('The comment is not in the inbox yet');
    return found;
  };
  const { id } = await eventually(receivedComment, 30);
  await ana.client.post(`/api/comments/${String(id)}/reply`, { replyText: 'At seven.' });
  await eventually(async () => {
    expect((await receivedComment()).reply?.state).toBe('sent');
  }, 30);

  const { events } = (await historyOf(scheduled.id)).body;
  const ofComments = events.filter((event) => event.comment);
  expect(ofComments.map(({ type, summary, comment }) => [type, summary, comment?.words])).toEqual([
    ['CommentReceived', expect.stringMatching(/^Comment by .*ben.*: Received\.$/u), 'When do you open?'],
    ['ReplyRequested', expect.stringContaining('A reply was requested.'), 'At seven.'],
    ['ReplyPrepared', expect.stringContaining('prepared'), null],
    ['ReplyAttemptStarted', expect.stringContaining('Attempt 1 to send the reply began.'), null],
    ['ReplySent', expect.stringContaining('The reply was sent.'), 'At seven.'],
  ]);
  expect(ofComments.at(-1)?.permalink).toMatch(/^https?:/u);
  expect(ofComments[1]?.actor.name).toBe('You');
  expect(events.slice(-ofComments.length)).toEqual(ofComments);
  const before = await historyOf(
    scheduled.id,
    new Date(Date.parse(ofComments[1]?.at ?? '') - 1).toISOString(),
  );
  expect(before.body.events.at(-1)?.type).toBe('CommentReceived');

  const exported = await exportOf(scheduled.id);
  expect(exported).not.toContain('When do you open?');
  expect(exported).toContain('"type":"ReplySent"');
  expect(await verify(exported)).toMatchObject({ code: 0, said: expect.stringMatching(/ in 3 streams$/u) });

  await sandbox.deleteComment('bluesky', remoteCommentId);
  await eventually(async () => {
    const { body } = await historyOf(scheduled.id);
    expect(body.events.at(-1)).toMatchObject({ type: 'CommentDeleted', comment: { author: null } });
    expect(JSON.stringify(body)).not.toContain('When do you open?');
  }, 60);
  expect((await verify(await exportOf(scheduled.id))).code).toBe(0);
});
