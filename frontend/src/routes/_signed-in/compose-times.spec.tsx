// @zones
import { appState } from '@posthorn/contracts/identity/session.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  editPost,
  schedulePost,
  type PostView,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { showCalendar, type CalendarItem } from '@posthorn/contracts/scheduling/calendar.http';
import {
  scheduleWarnings,
  type ScheduleWarning,
  type ScheduleWarningsRequest,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { accessibilityFaults } from '#testing/axe.ts';
import { answerComposer, draftsKept, open, pick, setTime, submit, user, write } from '#testing/composing.ts';
import { answer, answerWithHeaders, refuseWith } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost } from '#testing/views.ts';

let posts: PostView[];

beforeEach(() => {
  posts = [];
  answerComposer(() => posts);
});

it('schedules a post in the zone of the user and closes', async () => {
  let sent: SchedulePostRequest | undefined;
  answer(schedulePost, (request) => {
    sent = request;
    const post = aPost({ content: request.content });
    posts = [post];
    return post;
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  expect(screen.getByText(/^Mon 1 Jul 2030, 13:00 London time \(GMT\+1\), in \d+ years$/)).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject({
    content: 'Hello',
    selectedAccountIds: [7],
    scheduledFor: '2030-07-01T12:00:00.000Z',
    timezone: 'Europe/London',
    localTime: '2030-07-01T13:00',
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await screen.findByRole('article', { name: 'Hello' });
  expect(draftsKept()).toBe(0);
});
it('refuses a time that has passed', async () => {
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2020-01-01T13:00');
  await submit();
  await screen.findByText(POST_TEXT.timePast);
});
it('moves the focus to the field for the time, which appears before its button', async () => {
  await open();
  await user.click(screen.getByRole('button', { name: 'Pick' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Schedule time'));
});
it('explains what happens to a time that a clock change skips', async () => {
  await open();
  await setTime('2030-03-31T01:30');
  await screen.findByText(/It will be published at 02:30/);
});
it('asks which of two instants the user means when a local time occurs twice', async () => {
  let sent: SchedulePostRequest | undefined;
  answer(schedulePost, (request) => {
    sent = request;
    return aPost();
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-10-27T01:30');
  await user.click(await screen.findByRole('radio', { name: /The second/ }));
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent?.scheduledFor).toBe('2030-10-27T01:30:00.000Z');
});
describe("publishes now by the server's clock, because the clock of the device may be wrong,", () => {
  const now = { scheduledFor: '2026-11-20T12:00:00.000Z', localTime: '2026-11-20T12:00' };
  let sent: unknown[];
  beforeEach(() => {
    sent = [];
    answerWithHeaders(appState, () => ({
      reply: { sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] },
      headers: { date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
    }));
    answer(schedulePost, (request) => {
      sent.push(request);
      return aPost();
    });
    answer(editPost, (request) => {
      sent.push(request);
      return aPost();
    });
  });

  it('a new post', async () => {
    await open();
    write('Hello');
    await pick(/ana\.bsky\.social/);
    await user.click(screen.getByRole('button', { name: 'Post now' }));
    await submit();
    await screen.findByText('Post scheduled!');
    expect(sent).toMatchObject([now]);
  });
  it('an edited post', async () => {
    posts = [aPost({ scheduledFor: '2030-01-01T12:00:00.000Z' })];
    renderApp(`/posts?edit=${String(posts[0]?.id)}`);
    await screen.findByRole('dialog', { name: 'Edit Post' });
    await user.click(screen.getByRole('button', { name: 'Post now' }));
    await user.click(screen.getByRole('button', { name: 'Update Post' }));
    await screen.findByText('Post Updated');
    expect(sent).toMatchObject([now]);
  });
});
describe('in the hour that occurs twice', () => {
  /** 01:10 in London for the first time. An hour later, the clocks show 01:10 again. */
  const FIRST = '2030-10-27T00:10:00.000Z';
  let sent: SchedulePostRequest[];
  beforeEach(() => {
    sent = [];
    answer(schedulePost, (request) => {
      sent.push(request);
      return aPost();
    });
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(FIRST));
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const schedule = async () => {
    write('Hello');
    await pick(/ana\.bsky\.social/);
    await submit();
    await screen.findByText('Post scheduled!');
  };

  it('proposes the time in an hour, not the present time', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'In 1 hour' }).getAttribute('aria-pressed')).toBe('true');
    await schedule();
    expect(sent).toMatchObject([{ scheduledFor: '2030-10-27T01:10:00.000Z' }]);
  });
  it('means the time in an hour by “In 1 hour”', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Tomorrow 09:00' }));
    await user.click(screen.getByRole('button', { name: 'In 1 hour' }));
    await schedule();
    expect(sent).toMatchObject([{ scheduledFor: '2030-10-27T01:10:00.000Z' }]);
  });
  it('keeps the chosen occurrence when the user taps “Post now” and then “Pick”', async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Post now' }));
    await user.click(screen.getByRole('button', { name: 'Pick' }));
    await schedule();
    expect(sent).toMatchObject([{ scheduledFor: '2030-10-27T01:10:00.000Z' }]);
  });
});
it('edits a post, shows its accounts, and keeps a time that the user did not change', async () => {
  posts = [aPost({ content: 'Before', scheduledFor: '2030-01-01T12:00:30.000Z' })];
  let sent: { content: string; scheduledFor: string } | undefined;
  answer(editPost, (request) => {
    sent = request;
    posts = [aPost({ content: request.content })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: 'Edit Before' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  expect(within(dialog).getByRole('checkbox', { name: /Bluesky/ })).toHaveProperty('checked', true);
  write('After');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(sent).toMatchObject({ content: 'After', scheduledFor: '2030-01-01T12:00:30.000Z' });
  await screen.findByRole('article', { name: 'After' });
});

describe('the other posts of the chosen day', () => {
  const anItem = (id: number, scheduledFor: string): CalendarItem => ({
    id,
    scheduledFor,
    line: `Line ${String(id)}`,
    accounts: [7],
    status: 'scheduled',
    attention: false,
    movable: true,
    thumbnail: null,
  });
  const accounts = [{ id: 7, platform: 'bluesky', accountName: 'ana.bsky.social' }] as const;
  let items: CalendarItem[];
  let requested: (string | null)[];
  beforeEach(() => {
    [items, requested] = [[], []];
    answer(showCalendar, (_nothing, _params, query) => {
      requested = [query.get('from'), query.get('to')];
      return { items, drafts: [], accounts, more: false };
    });
  });

  it('are listed next to the picked time, with their texts on request', async () => {
    items = [9, 10, 11, 12, 13].map((hour, at) =>
      anItem(at + 1, `2030-07-01T${String(hour)}:30:00.000Z`.replace('T9', 'T09')),
    );
    await open();
    await setTime('2030-07-01T13:00');
    const line = await screen.findByText('5 other posts that day: 10:30, 11:30, 12:30, 13:30, 1 more');
    // The day starts and ends at midnight in London, which is one hour ahead of UTC.
    expect(requested).toEqual(['2030-06-30T23:00:00.000Z', '2030-07-01T23:00:00.000Z']);
    await user.click(line);
    within(screen.getByRole('group', { name: 'Other posts that day' })).getByText('Line 5');
    expect(await accessibilityFaults()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Post now' }));
    expect(screen.queryByText(/other posts that day/u)).toBeNull();
  });

  it('do not include the edited post', async () => {
    posts = [aPost({ content: 'Before', scheduledFor: '2030-01-01T12:00:00.000Z' })];
    items = [anItem(posts[0]?.id ?? 0, '2030-01-01T12:00:00.000Z'), anItem(99, '2030-01-01T15:00:00.000Z')];
    renderApp(`/posts?edit=${String(posts[0]?.id)}`);
    await screen.findByRole('dialog', { name: 'Edit Post' });
    await screen.findByText('1 other post that day: 15:00');
  });
});

describe('warnings before scheduling', () => {
  const warningsFor = (warnings: readonly ScheduleWarning[]) => {
    const requested: ScheduleWarningsRequest[] = [];
    answer(scheduleWarnings, (request) => {
      requested.push(request);
      return { warnings };
    });
    return requested;
  };

  it('are listed next to the time, one line for each kind, and block nothing', async () => {
    const at = '2030-07-01T12:05:00.000Z';
    const requested = warningsFor([
      { code: 'close-in-time', accountId: 7, at },
      { code: 'close-in-time', accountId: 8, at },
      { code: 'same-text-posted', accountId: 8, at: '2030-06-20T12:00:00.000Z' },
      { code: 'too-many-a-day', accountId: 7, max: 15 },
      { code: 'mentions-stranger', accountId: 7, written: '@ben.bsky.social', mentioned: '@ben' },
    ]);
    await open();
    write(' Hello ');
    await pick(/ana\.bsky\.social/);
    await pick(/ana@mastodon\.social/);
    await setTime('2030-07-01T13:00');
    const first = await screen.findByText('Another post goes out on ana.bsky.social and 1 more at 13:05.');
    const lines = first.closest('[role=status]');
    expect(lines?.textContent).toContain(
      'The same text was already published on ana@mastodon.social: Thu 20 Jun 2030, 13:00.',
    );
    expect(lines?.textContent).toContain('More posts than ana.bsky.social can publish in a day (15).');
    expect(lines?.textContent).toContain(
      'On ana.bsky.social, “@ben.bsky.social” mentions @ben, who may be somebody else.',
    );
    expect(requested.at(-1)).toEqual({
      scheduledFor: '2030-07-01T12:00:00.000Z',
      content: 'Hello',
      targets: [{ accountId: 7 }, { accountId: 8 }],
      draftId: expect.any(String),
    });
    expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', false);
    expect(await accessibilityFaults()).toEqual([]);
    warningsFor([]);
    await setTime('2030-07-02T13:00');
    await waitFor(() => {
      expect(screen.queryByText(/Another post goes out/u)).toBeNull();
    });
  });

  it('are requested with the draft, so that they leave out its post when the response was lost', async () => {
    const requested = warningsFor([]);
    let sent: SchedulePostRequest | undefined;
    answer(schedulePost, (request) => {
      sent = request;
      refuseWith(503, { message: 'no', code: 'test.lost', requestId: 'r1' });
    });
    await open();
    write('Hello');
    await pick(/ana\.bsky\.social/);
    await setTime('2030-07-01T13:00');
    await submit();
    await screen.findByText(POST_TEXT.scheduleFailed);
    write('Hello again');
    await waitFor(() => {
      expect(requested.at(-1)).toMatchObject({ content: 'Hello again', draftId: sent?.draftId });
    });
  });

  it("are requested with the id of the edited post and with an account's own text", async () => {
    const [target] = aPost().targets;
    if (!target) throw new Error('The post has no account');
    posts = [aPost({ content: 'Before', targets: [{ ...target, content: 'Own' }] })];
    const requested = warningsFor([]);
    renderApp(`/posts?edit=${String(posts[0]?.id)}`);
    await screen.findByRole('dialog', { name: 'Edit Post' });
    await waitFor(() => {
      expect(requested.at(-1)).toMatchObject({
        content: 'Before',
        targets: [{ accountId: 7, content: 'Own' }],
        postId: posts[0]?.id,
      });
    });
  });
});
