// @zones
import { showCalendar, type CalendarItem } from '@posthorn/contracts/scheduling/calendar.http';
import { changeManyPosts, type ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CALENDAR_TEXT as TEXT } from '#features/scheduling/messages/calendar.en.ts';
import { dayName } from '#features/scheduling/model/calendar/day-names.ts';
import { dayAt } from '#features/scheduling/model/calendar/days.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
const live = liveServer();
let items: CalendarItem[];
let requests: Readonly<Record<string, string>>[];
let moves: ManyPostsRequest[];

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  [items, requests, moves] = [[anItem()], [], []];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ timezone: 'Europe/Paris' }));
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  answerPosts(() => []);
  answer(showCalendar, (_nothing, _params, query) => {
    requests.push(Object.fromEntries(query));
    return {
      items,
      drafts: [],
      accounts: [{ id: 7, platform: 'bluesky', accountName: 'ana.bsky.social' }],
      more: false,
    };
  });
  answer(changeManyPosts, (request) => {
    moves.push(request);
    return { results: request.ids.map((id) => ({ id, ok: true })) };
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** Clocks in Paris go forward in the night after this day. */
const BEFORE_THE_CHANGE = '2027-03-27';
const anItem = (overrides: Partial<CalendarItem> = {}): CalendarItem => ({
  id: 1,
  scheduledFor: '2027-03-27T08:15:00.000Z',
  line: 'Fresh bread',
  accounts: [7],
  status: 'scheduled',
  attention: false,
  movable: true,
  thumbnail: null,
  ...overrides,
});
const MONTH = `/calendar?day=${BEFORE_THE_CHANGE}`;
const nameOf = (time: string) => `${time} Fresh bread ${TEXT.statuses.scheduled}`;
const entry = (time: string) => screen.findByRole('button', { name: nameOf(time) });
const dayOf = (element: HTMLElement) => element.closest('[data-cell]')?.getAttribute('data-cell');
const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

it("requests all full weeks of the month, in the user's zone", async () => {
  renderApp(MONTH);
  expect(dayOf(await entry('09:15'))).toBe(BEFORE_THE_CHANGE);
  screen.getByRole('heading', { name: 'March 2027' });
  const { from, to } = requests.at(-1) ?? {};
  // Paris is one hour ahead of UTC before 28 March, and two hours after it.
  expect([from?.slice(11), to?.slice(11)]).toEqual(['23:00:00.000Z', '22:00:00.000Z']);
  expect(await accessibilityFaults()).toEqual([]);
});

it('moves a post by keyboard, keeps its local time across a clock change, and offers to undo the move', async () => {
  renderApp(MONTH);
  (await entry('09:15')).focus();
  await user.keyboard(' ');
  await waitFor(() => {
    expect(statusTexts()).toContain(TEXT.grabbed(dayName(BEFORE_THE_CHANGE)));
  });
  await user.keyboard('{ArrowRight}');
  await waitFor(() => {
    expect(statusTexts()).toContain(dayName('2027-03-28'));
  });
  items = [anItem({ scheduledFor: '2027-03-28T07:15:00.000Z' })];
  await user.keyboard(' ');
  await waitFor(() => {
    expect(moves).toMatchObject([{ byDays: 1, times: ['2027-03-27T08:15:00.000Z'] }]);
  });
  await waitFor(() => {
    const moved = screen.getByRole('button', { name: nameOf('09:15') });
    expect(dayOf(moved)).toBe('2027-03-28');
    expect(document.activeElement).toBe(moved);
  });
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(moves.at(-1)).toMatchObject({ byMinutes: -1380, times: ['2027-03-28T07:15:00.000Z'] });
  });
});

it('moves a post by days in the zone of the viewer, and shows and undoes the time that the server returns', async () => {
  // The server's zone data decide. Here they know no clock change in Paris.
  const [before, after] = ['2027-03-27T13:00:00.000Z', '2027-03-28T13:00:00.000Z'];
  items = [anItem({ scheduledFor: before })];
  answer(changeManyPosts, (request) => {
    moves.push(request);
    return { results: [{ id: 1, ok: true, scheduledFor: after }] };
  });
  renderApp(MONTH);
  (await entry('14:00')).focus();
  refuse(showCalendar, 500);
  await user.keyboard(' {ArrowRight} ');
  await screen.findByText(/^It goes out on .*15:00/u);
  expect(dayOf(await entry('15:00'))).toBe('2027-03-28');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(moves).toEqual([
      { ids: [1], action: 'move', times: [before], byDays: 1, timezone: 'Europe/Paris' },
      { ids: [1], action: 'move', times: [after], byMinutes: -1440 },
    ]);
  });
});

it('undoes a move of a post that is not due at a full minute', async () => {
  items = [anItem({ scheduledFor: '2027-03-25T08:15:42.500Z' })];
  renderApp(MONTH);
  (await entry('09:15')).focus();
  items = [anItem({ scheduledFor: '2027-03-26T08:15:42.500Z' })];
  await user.keyboard(' {ArrowRight} ');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(moves.map(({ times }) => times)).toEqual([
      ['2027-03-25T08:15:42.500Z'],
      ['2027-03-26T08:15:42.500Z'],
    ]);
  });
});

it('cancels a move by Escape', async () => {
  renderApp(MONTH);
  (await entry('09:15')).focus();
  await user.keyboard(' {ArrowDown}{Escape}');
  await waitFor(() => {
    expect(statusTexts()).toContain(TEXT.cancelled);
  });
  expect(moves).toEqual([]);
});

it('moves a post by drag, and moves it back when the server refuses', async () => {
  answer(changeManyPosts, (request) => {
    moves.push(request);
    return {
      results: [
        { id: 1, ok: false, code: 'scheduling.time-is-past', message: 'In the language of the server.' },
      ],
    };
  });
  renderApp(MONTH);
  const dragged = await entry('09:15');
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  fireEvent.dragStart(dragged, { dataTransfer });
  const target = document.querySelector('[data-cell="2027-03-01"]');
  if (!target) throw new Error('The month has no first day');
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  await screen.findByText('Schedule time must be in the future');
  expect(moves).toMatchObject([{ byDays: -26 }]);
  expect(dayOf(await entry('09:15'))).toBe(BEFORE_THE_CHANGE);
});

it('does not let the user drag a post whose publishing has begun', async () => {
  items = [anItem({ movable: false, status: 'posted' })];
  renderApp(MONTH);
  const posted = await screen.findByRole('button', { name: /Published$/u });
  expect(posted.getAttribute('draggable')).toBe('false');
  await user.click(posted);
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText(TEXT.notMovable);
  expect(within(dialog).queryByLabelText(TEXT.moveTo)).toBeNull();
});

it('moves a post to a day and a time, and says when clocks skip that time', async () => {
  renderApp(MONTH);
  await user.click(await entry('09:15'));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByLabelText<HTMLInputElement>(TEXT.moveTo);
  expect(field.value).toBe('2027-03-27T09:15');
  fireEvent.change(field, { target: { value: '2027-03-28T02:30' } });
  within(dialog).getByText(TEXT.gap('03:30'));
  await user.click(within(dialog).getByRole('button', { name: TEXT.move }));
  await waitFor(() => {
    expect(moves).toMatchObject([{ byMinutes: 1035 }]);
  });
});

it('shows the hours of a day, and only 23 on the day of a clock change', async () => {
  items = [anItem({ scheduledFor: '2027-03-28T01:20:00.000Z' })];
  renderApp('/calendar?view=day&day=2027-03-28');
  const shown = await entry('03:20');
  expect(dayOf(shown)).toBe('2027-03-28T01:00:00.000Z');
  expect(document.querySelectorAll('[data-cell]')).toHaveLength(23);
  shown.focus();
  await user.keyboard(' {ArrowUp} ');
  await waitFor(() => {
    expect(moves).toMatchObject([{ byMinutes: -60 }]);
  });
});

it('shows three posts of a day in the month, and all posts in the view of the day', async () => {
  items = Array.from({ length: 5 }, (_, at) => anItem({ id: at + 1 }));
  const router = renderApp(MONTH);
  await user.click(
    await screen.findByRole('button', { name: TEXT.furtherOn(2, dayName(BEFORE_THE_CHANGE)) }),
  );
  expect(router.state.location.search).toEqual({ view: 'day', day: BEFORE_THE_CHANGE });
  await waitFor(() => {
    expect(screen.getAllByRole('button', { name: nameOf('09:15') })).toHaveLength(5);
  });
});

it('filters by account and status, and keeps the filter in the URL', async () => {
  const router = renderApp(MONTH);
  await entry('09:15');
  await screen.findByRole('option', { name: 'ana@mastodon.social' });
  await user.selectOptions(screen.getByLabelText(TEXT.account), '8');
  await user.selectOptions(screen.getByLabelText(TEXT.status), 'attention');
  expect(router.state.location.search).toEqual({
    day: BEFORE_THE_CHANGE,
    account: 8,
    status: 'attention',
  });
  await waitFor(() => {
    expect(requests.at(-1)).toMatchObject({ accounts: '8', status: 'attention' });
  });
});

it('shows the week on a phone as a list that starts at the chosen day', async () => {
  onDesk(false);
  items = [anItem(), anItem({ id: 2, scheduledFor: '2027-03-25T10:00:00.000Z', line: 'Old bread' })];
  renderApp(MONTH);
  await entry('09:15');
  expect(screen.queryByRole('button', { name: /Old bread/u })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Thu 25 March 2027, 1 post' }));
  await screen.findByRole('button', { name: /Old bread/u });
  await entry('09:15');
  expect(await accessibilityFaults()).toEqual([]);
});

it('shows twenty entries of a full day on a phone, and twenty more with each press', async () => {
  onDesk(false);
  items = Array.from({ length: 45 }, (_, at) => anItem({ id: at + 1 }));
  renderApp(MONTH);
  const entries = () => screen.findAllByRole('button', { name: nameOf('09:15') });
  expect(await entries()).toHaveLength(20);
  await user.click(screen.getByRole('button', { name: TEXT.further(25) }));
  expect(await entries()).toHaveLength(40);
  expect(document.activeElement).toBe((await entries())[20]);
  await user.click(screen.getByRole('button', { name: TEXT.further(5) }));
  expect(await entries()).toHaveLength(45);
  expect(screen.queryByRole('button', { name: /more$/u })).toBeNull();
});

it('renders only changed entries again, because a full calendar has hundreds', async () => {
  const days = Array.from({ length: 30 }, (_, at) => String(at + 1).padStart(2, '0'));
  items = days.map((day, at) => anItem({ id: at + 1, scheduledFor: `2027-03-${day}T10:00:00.000Z` }));
  renderApp(MONTH);
  const [first] = await screen.findAllByRole('button', { name: nameOf('11:00') });
  first?.focus();
  // Each rendering of an entry formats its time.
  const format = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  await user.keyboard(' {ArrowRight}');
  expect(first?.getAttribute('aria-pressed')).toBe('true');
  expect(format.mock.calls.length).toBeLessThan(items.length);
});

it('renders only changed hours again while a post moves by keys', async () => {
  items = [anItem({ scheduledFor: '2030-05-15T08:15:00.000Z' })];
  renderApp('/calendar?view=day&day=2030-05-15');
  (await entry('10:15')).focus();
  // Each rendering of an hour formats its time.
  const format = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
  await user.keyboard(' {ArrowDown}{ArrowDown}');
  expect(statusTexts()).toContain('12:00');
  expect(format.mock.calls.length).toBeLessThan(12);
});

it('does not render the days again when a dialog opens and closes', async () => {
  items = Array.from({ length: 20 }, (_, at) =>
    anItem({ id: at + 1, scheduledFor: `2027-03-${String(at + 1).padStart(2, '0')}T10:00:00.000Z` }),
  );
  renderApp(MONTH);
  const [first] = await screen.findAllByRole('button', { name: nameOf('11:00') });
  act(() => {
    first?.focus();
  });
  // Each rendering of a day formats its name. The method is a getter.
  const prototype = Intl.DateTimeFormat.prototype as unknown as Readonly<{ format: unknown }>;
  const format = jest.spyOn(prototype, 'format', 'get');
  await user.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await user.keyboard('{Escape}');
  expect(format.mock.calls.length).toBeLessThan(20);
});

it('says that the calendar could not be loaded, tries again, and says when there are too many posts', async () => {
  refuse(showCalendar, 500);
  renderApp(MONTH);
  await screen.findByText(TEXT.failed);
  answer(showCalendar, () => ({ items, drafts: [], accounts: [], more: true }));
  await user.click(screen.getByRole('button', { name: TEXT.again }));
  await entry('09:15');
  screen.getByText(TEXT.tooMany);
});

it('keeps the shown calendar when a reload fails, and says that it may be outdated', async () => {
  renderApp(MONTH);
  await entry('09:15');
  refuse(showCalendar, 500);
  act(() => {
    live.send('posts');
  });
  await screen.findByText(TEXT.notUpdated);
  expect(screen.queryByText(TEXT.failed)).toBeNull();
  await entry('09:15');
  answer(showCalendar, () => ({ items, drafts: [], accounts: [], more: false }));
  await user.click(screen.getByRole('button', { name: TEXT.again }));
  await waitFor(() => {
    expect(screen.queryByText(TEXT.notUpdated)).toBeNull();
  });
});

describe('a new post', () => {
  const create = (name: string) => screen.findByRole('link', { name });
  const time = () => screen.findByLabelText<HTMLInputElement>('Schedule time');

  it('begins in the morning of the day that the user clicks', async () => {
    const router = renderApp('/calendar?day=2030-06-15');
    await user.click(await create(TEXT.createOn(dayName('2030-06-15'))));
    expect((await time()).value).toBe('2030-06-15T09:00');
    expect(router.state.location.search).toEqual({
      compose: true,
      when: '2030-06-15T07:00:00.000Z',
      from: 'calendar',
    });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: '/calendar', search: { day: '2030-06-15' } });
    });
    const name = TEXT.showDay(dayName('2030-06-15'), TEXT.count(0));
    await waitFor(() => {
      expect(document.activeElement?.getAttribute('aria-label')).toBe(name);
    });
  });

  it('begins at the hour that the user opens with the keyboard, even at the second of two equal hours', async () => {
    renderApp('/calendar?view=day&day=2030-10-27');
    const [, second] = await screen.findAllByRole('link', { name: TEXT.createAt('02:00') });
    second?.focus();
    await user.keyboard('{Enter}');
    expect((await time()).value).toBe('2030-10-27T02:00');
    expect(await screen.findByRole('radio', { name: /The second/u })).toHaveProperty('checked', true);
  });

  it('is offered on a phone, even for today', async () => {
    onDesk(false);
    const today = dayAt(Date.now(), 'Europe/Paris');
    renderApp(`/calendar?day=${today}`);
    const link = await create(TEXT.createOn(dayName(today)));
    expect(link.getAttribute('href')).toContain('compose=true');
    expect(await accessibilityFaults()).toEqual([]);
  });

  it.each(['month', 'day'])('is not offered in a %s that has passed', async (view) => {
    renderApp(`/calendar?view=${view}&day=2020-06-15`);
    await screen.findByRole('group', { name: TEXT.views });
    expect(screen.queryByRole('link', { name: /^Create post [ao]/u })).toBeNull();
  });
});

it('requests only drafts when the user selects this status', async () => {
  renderApp(MONTH);
  await user.selectOptions(await screen.findByRole('combobox', { name: TEXT.status }), TEXT.statuses.draft);
  await waitFor(() => {
    expect(requests.at(-1)).toMatchObject({ status: 'draft' });
  });
});
