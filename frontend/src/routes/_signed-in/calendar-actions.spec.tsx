// @zones
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import {
  showCalendar,
  type CalendarDraft,
  type CalendarItem,
} from '@posthorn/contracts/scheduling/calendar.http';
import { duplicatePost } from '@posthorn/contracts/scheduling/drafts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  countPosts,
  deletePost,
  editPost,
  getPost,
  restorePost,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CALENDAR_TEXT as TEXT } from '#features/scheduling/messages/calendar.en.ts';
import { dayName } from '#features/scheduling/model/calendar/day-names.ts';
import { aDraft, answerDrafts, type DraftsOnServer } from '#testing/answer-drafts.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, answerWithHeaders, missing, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aTarget, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
const live = liveServer();
const DAY = '2030-05-15';
const AT = '2030-05-15T08:15:00.000Z';
const MONTH = `/calendar?day=${DAY}`;
const COPY = '22222222-2222-4222-8222-222222222222';

let posts: PostView[];
let removed: PostView[];
let server: DraftsOnServer;

const aScheduled = () => aPost({ id: 1, revision: 4, content: 'Fresh bread', scheduledFor: AT });
const aPublished = () =>
  aPost({
    id: 1,
    content: 'Fresh bread',
    scheduledFor: AT,
    status: 'posted',
    targets: [aTarget({ status: 'posted', remoteId: 'at://1' })],
  });
const lineOf = ({ id, scheduledFor, content, status, publishing, targets }: PostView): CalendarItem => ({
  id,
  scheduledFor,
  line: content,
  accounts: targets.map(({ accountId }) => accountId),
  status,
  attention: false,
  movable: status === 'scheduled' && !publishing,
  thumbnail: null,
});
const draftLines = (): CalendarDraft[] =>
  server.drafts.flatMap(({ id, revision, content, plannedFor }) =>
    plannedFor === null
      ? []
      : [
          {
            draft: true,
            id,
            revision,
            line: content,
            accounts: [7],
            thumbnail: null,
            scheduledFor: plannedFor,
          },
        ],
  );

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  [posts, removed] = [[aScheduled()], []];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ timezone: 'Europe/Paris' }));
  answer(listAccounts, () => [aBlueskyAccount({ id: 7 })]);
  answerPosts(() => posts);
  server = answerDrafts();
  answer(showCalendar, () => ({ items: posts.map(lineOf), drafts: draftLines(), accounts: [], more: false }));
  answer(deletePost, (_nothing, { id }) => {
    const post = posts.find((each) => each.id === Number(id)) ?? missing();
    posts = posts.filter((each) => each !== post);
    removed.push(post);
    return { outcome: post.status === 'scheduled' ? 'cancelled' : 'archived', targets: post.targets };
  });
  answer(restorePost, () => {
    const post = removed.pop() ?? missing();
    posts = [...posts, post];
    return post;
  });
});

const entry = (name = /Fresh bread/u) => screen.findByRole('button', { name });
const openEntry = async (name = /Fresh bread/u) => {
  (await entry(name)).focus();
  await user.keyboard('{Enter}');
  return within(await screen.findByRole('dialog'));
};
const press = async (name: string) => {
  await user.click((await openEntry()).getByRole('button', { name }));
};
const focusedCell = () => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell');
const actionsOf = async () => {
  const dialog = await openEntry();
  return [...dialog.getAllByRole('link'), ...dialog.getAllByRole('button')].map(
    ({ textContent }) => textContent,
  );
};

describe('the dialog of an entry', () => {
  it('offers the same actions as the card of a scheduled post', async () => {
    renderApp(MONTH);
    expect(await actionsOf()).toEqual(
      expect.arrayContaining(['Open post', 'Edit post', 'Duplicate', 'Post now', 'Delete']),
    );
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('offers only to duplicate a post that is being published', async () => {
    posts = [{ ...aScheduled(), publishing: true }];
    renderApp(MONTH);
    const actions = await actionsOf();
    expect(actions).toContain('Duplicate');
    expect(actions).toEqual(expect.not.arrayContaining(['Edit post', 'Post now', 'Delete', 'Archive']));
  });

  it('deletes a post, keeps the focus in the calendar, and offers to undo the deletion', async () => {
    renderApp(MONTH);
    await press('Delete');
    await screen.findByText('Post Deleted');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /Fresh bread/u })).toBeNull();
      expect(focusedCell()).toBe(DAY);
    });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await entry();
    expect(posts).toHaveLength(1);
  });

  it('removes the entry before the server responds, and shows it again when the server refuses', async () => {
    let refuseNow: () => void = () => undefined;
    const response = new Promise<void>((resolve) => {
      refuseNow = resolve;
    });
    answer(deletePost, async () => {
      await response;
      return missing();
    });
    renderApp(MONTH);
    await press('Delete');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /Fresh bread/u })).toBeNull();
    });
    refuseNow();
    await entry();
  });

  it("opens the composer when Undo comes after the post's time, and returns to the calendar", async () => {
    refuse(restorePost, 422, { message: POST_TEXT.timePast, code: 'scheduling.time-is-past' });
    const router = renderApp(MONTH);
    await press('Delete');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Choose a new time for this post.');
    const content = await screen.findByRole('textbox', { name: 'Content' });
    expect(content).toHaveProperty('value', 'Fresh bread');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/calendar');
    });
  });

  it('archives a published post, and offers to delete it on its platforms', async () => {
    posts = [aPublished()];
    renderApp(MONTH);
    await press('Archive');
    await screen.findByText('Post Archived');
    await user.click(screen.getByRole('button', { name: 'Delete on the platforms' }));
    await screen.findByRole('alertdialog');
  });

  it('duplicates a post as a draft, opens the draft, and returns to the calendar', async () => {
    answer(duplicatePost, (_nothing, { id }) => {
      const copy = aDraft({ id: COPY, content: `Copy of ${String(id)}` });
      server.drafts = [copy];
      return copy;
    });
    const router = renderApp(MONTH);
    await press('Duplicate');
    expect(await screen.findByRole('textbox', { name: 'Content' })).toHaveProperty('value', 'Copy of 1');
    expect(router.state.location.search).toEqual({ compose: true, draft: COPY, from: 'calendar' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: '/calendar', search: { day: DAY } });
    });
  });

  it('publishes a post at the current time of the server, after a confirmation', async () => {
    const sent: unknown[] = [];
    answerWithHeaders(getPost, () => ({
      reply: aScheduled(),
      headers: { date: 'Wed, 15 May 2030 07:00:00 GMT' },
    }));
    // This handler must be added after `getPost`, because the path of `getPost` also matches this request.
    answer(countPosts, () => ({ all: 1, scheduled: 1, posted: 0, failed: 0, attention: 0 }));
    answer(editPost, ({ scheduledFor, revision }) => {
      sent.push(scheduledFor, revision);
      posts = [{ ...aScheduled(), scheduledFor }];
      return posts[0] ?? missing();
    });
    renderApp(MONTH);
    await press('Post now');
    const question = await screen.findByRole('alertdialog', { name: 'Post this now?' });
    expect(question.textContent).toContain('It goes out on 1 account at once');
    await user.click(within(question).getByRole('button', { name: 'Post now' }));
    await screen.findByText('Publishing now');
    expect(sent).toEqual(['2030-05-15T07:00:00.000Z', 4]);
    await entry(/^09:00 Fresh bread/u);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows changes from another window, and closes when the post has left the calendar', async () => {
    renderApp(MONTH);
    const dialog = await openEntry();
    posts = [{ ...aScheduled(), content: 'Stale bread' }];
    act(() => {
      live.send('posts');
    });
    await dialog.findByText('Stale bread');
    posts = [];
    act(() => {
      live.send('posts');
    });
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });

  it('deletes a draft, and offers to undo the deletion', async () => {
    posts = [];
    server.drafts = [aDraft({ plannedFor: AT })];
    renderApp(MONTH);
    const dialog = await openEntry(/Half a thought/u);
    dialog.getByRole('link', { name: TEXT.editDraft });
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await screen.findByText('Draft deleted');
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: /Half a thought/u })).toBeNull();
    });
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await entry(/Half a thought/u);
  });
});

describe('the key c', () => {
  const time = () => screen.findByLabelText<HTMLInputElement>('Schedule time');

  it('begins a post on the focused day, and returns to this day', async () => {
    const router = renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard('{ArrowRight}c');
    expect((await time()).value).toBe('2030-05-16T09:00');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: '/calendar', search: { day: DAY } });
      expect(focusedCell()).toBe('2030-05-16');
    });
  });

  it('begins a post at the hour of the focused post', async () => {
    renderApp(`${MONTH}&view=day`);
    (await entry()).focus();
    await user.keyboard('c');
    expect((await time()).value).toBe('2030-05-15T10:00');
  });

  it('begins a post without a planned day when no day has the focus', async () => {
    // The previous test has left another day, to which it would return.
    const router = renderApp('/calendar?day=2030-05-20');
    await entry();
    await user.keyboard('c');
    await screen.findByRole('textbox', { name: 'Content' });
    expect(router.state.location.search).toEqual({ compose: true, from: 'calendar' });
  });

  it('begins a post without a planned day on a day that has passed', async () => {
    const router = renderApp('/calendar?day=2020-05-15');
    (await screen.findByRole('button', { name: TEXT.showDay(dayName('2020-05-15'), TEXT.count(0)) })).focus();
    await user.keyboard('c');
    await screen.findByRole('textbox', { name: 'Content' });
    expect(router.state.location.search).toEqual({ compose: true, from: 'calendar' });
  });
});
