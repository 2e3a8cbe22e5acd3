// @zones
import { showCalendar, type CalendarItem } from '@posthorn/contracts/scheduling/calendar.http';
import { changeManyPosts } from '@posthorn/contracts/scheduling/many-posts.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CALENDAR_TEXT as TEXT } from '#features/scheduling/messages/calendar.en.ts';
import { dayName } from '#features/scheduling/model/calendar/day-names.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
let items: CalendarItem[];
let isRefused: boolean;

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  items = [anItem()];
  isRefused = false;
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ timezone: 'Europe/Paris' }));
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerPosts(() => []);
  answer(showCalendar, () => ({ items, drafts: [], accounts: [], more: false }));
  answer(changeManyPosts, ({ ids, byDays = 0, byMinutes = 0 }) => {
    if (!isRefused)
      items = items.map((item) =>
        ids.includes(item.id)
          ? {
              ...item,
              scheduledFor: new Date(
                Date.parse(item.scheduledFor) + byDays * 86_400_000 + byMinutes * 60_000,
              ).toISOString(),
            }
          : item,
      );
    return {
      results: ids.map((id) =>
        isRefused
          ? { id, ok: false, code: 'scheduling.time-is-past', message: 'Too late' }
          : { id, ok: true },
      ),
    };
  });
});

const anItem = (overrides: Partial<CalendarItem> = {}): CalendarItem => ({
  id: 1,
  scheduledFor: '2030-05-15T08:15:00.000Z',
  line: 'Fresh bread',
  accounts: [7],
  status: 'scheduled',
  attention: false,
  movable: true,
  thumbnail: null,
  ...overrides,
});
const MONTH = '/calendar?day=2030-05-15';
const entry = (name = /Fresh bread/u) => screen.findByRole('button', { name });
const focusedLabel = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const focusedCell = () => document.activeElement?.closest('[data-cell]')?.getAttribute('data-cell');
const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const dayButton = (day: string, posts: number) =>
  screen.findByRole('button', { name: TEXT.showDay(dayName(day), TEXT.count(posts)) });
const tabTo = async (element: HTMLElement) => {
  for (let step = 0; step < 60 && document.activeElement !== element; step += 1) await user.tab();
  expect(document.activeElement).toBe(element);
};

describe('the keyboard in the calendar', () => {
  it('reaches only one day and its posts with Tab', async () => {
    items = [anItem(), anItem({ id: 2, scheduledFor: '2030-05-16T08:15:00.000Z', line: 'Old bread' })];
    renderApp(MONTH);
    await entry();
    await tabTo(await dayButton('2030-05-15', 1));
    const reached: (string | null | undefined)[] = [];
    for (let step = 0; step < 4; step += 1) {
      reached.push(focusedCell());
      await user.tab();
    }
    expect(reached).toEqual(['2030-05-15', '2030-05-15', '2030-05-15', undefined]);
    screen.getByRole('grid', { name: TEXT.title });
    expect(screen.getAllByRole('columnheader')).toHaveLength(7);
    expect(await accessibilityFaults()).toEqual([]);
  });

  it('moves the focus to other days, even to days outside the view', async () => {
    const router = renderApp(MONTH);
    (await dayButton('2030-05-15', 1)).focus();
    const cells: (string | null | undefined)[] = [];
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Home', 'End']) {
      await user.keyboard(`{${key}}`);
      cells.push(focusedCell()?.slice(5));
    }
    expect(cells.slice(0, 4)).toEqual(['05-16', '05-23', '05-22', '05-15']);
    expect(Number(cells[5]?.slice(3)) - Number(cells[4]?.slice(3))).toBe(6);
    await user.keyboard('{PageDown}');
    await waitFor(() => {
      expect(router.state.location.search).toMatchObject({ day: `2030-06-${cells[5]?.slice(3) ?? ''}` });
      expect(focusedCell()).toBe(`2030-06-${cells[5]?.slice(3) ?? ''}`);
    });
    for (let week = 0; week < 6; week += 1) await user.keyboard('{ArrowDown}');
    await waitFor(() => {
      expect(router.state.location.search).toMatchObject({ day: expect.stringContaining('2030-07') });
      expect(focusedCell()).toContain('2030-07');
    });
  });

  it('moves the focus through the entries of a day in the week view', async () => {
    renderApp(`${MONTH}&view=week`);
    (await dayButton('2030-05-15', 1)).focus();
    await user.keyboard('{ArrowDown}');
    expect(focusedLabel()).toBe(TEXT.createOn(dayName('2030-05-15')));
    await user.keyboard('{ArrowDown}');
    expect(focusedLabel()).toContain('Fresh bread');
    await user.keyboard('{ArrowRight}');
    expect(focusedCell()).toBe('2030-05-16');
  });

  it('moves the focus from hour to hour, and from day to day, in the day view', async () => {
    const router = renderApp(`${MONTH}&view=day`);
    const post = await entry();
    await tabTo(post);
    expect(focusedCell()).toBe('2030-05-15T08:00:00.000Z');
    await user.keyboard('{ArrowDown}');
    expect(focusedLabel()).toBe(TEXT.createAt('11:00'));
    await user.keyboard('{ArrowRight}');
    await waitFor(() => {
      expect(router.state.location.search).toMatchObject({ day: '2030-05-16' });
      expect(focusedCell()).toBe('2030-05-16T09:00:00.000Z');
    });
  });

  it('reaches the hours of a day that has passed', async () => {
    renderApp('/calendar?day=2020-05-15&view=day');
    await screen.findByRole('grid');
    await user.click(screen.getByLabelText(TEXT.status));
    await user.tab();
    expect(focusedCell()).toBe('2020-05-14T22:00:00.000Z');
    await user.keyboard('{ArrowDown}');
    expect(focusedCell()).toBe('2020-05-14T23:00:00.000Z');
  });
});

describe('the focus', () => {
  it('stays in the calendar when a day opens', async () => {
    renderApp(MONTH);
    (await dayButton('2030-05-15', 1)).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => {
      expect(focusedCell()).toBe('2030-05-15T08:00:00.000Z');
    });
  });

  it('goes to the button for further posts when a full day hides the moved post', async () => {
    const others = [2, 3, 4].map((id) =>
      anItem({ id, scheduledFor: '2030-05-16T07:00:00.000Z', line: 'Early' }),
    );
    items = [anItem(), ...others];
    renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard(' {ArrowRight} ');
    await waitFor(() => {
      expect(focusedLabel()).toBe(TEXT.furtherOn(1, dayName('2030-05-16')));
    });
  });

  it('stays on a post after its dialog has moved it, and after the server has refused a move', async () => {
    renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText(TEXT.moveTo), { target: { value: '2030-05-17T10:15' } });
    await user.click(within(dialog).getByRole('button', { name: TEXT.move }));
    await waitFor(() => {
      expect(focusedCell()).toBe('2030-05-17');
    });
    isRefused = true;
    await user.keyboard(' {ArrowRight} ');
    await screen.findByText('Schedule time must be in the future');
    await waitFor(() => {
      expect(focusedLabel()).toContain('Fresh bread');
    });
    expect(focusedCell()).toBe('2030-05-17');
  });

  it('follows a post to an earlier day on a phone', async () => {
    onDesk(false);
    const router = renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard(' {ArrowUp}');
    expect(statusTexts()).toContain(dayName('2030-05-14'));
    await user.keyboard(' ');
    await waitFor(() => {
      expect(focusedCell()).toBe('2030-05-14');
    });
    expect(focusedLabel()).toContain('Fresh bread');
    expect(router.state.location.search).toEqual({ day: '2030-05-14' });
  });
});

describe('moving a post', () => {
  it('reports a missing date', async () => {
    renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    expect(document.activeElement).toBe(within(dialog).getByRole('link', { name: TEXT.open }));
    const field = within(dialog).getByLabelText(TEXT.moveTo);
    // A browser returns no value for a date like 31 February.
    fireEvent.change(field, { target: { value: '' } });
    await user.click(within(dialog).getByRole('button', { name: TEXT.move }));
    await within(dialog).findByText(TEXT.noTime);
    expect(field.getAttribute('aria-invalid')).toBe('true');
  });

  it('stops at the edge of the view, and announces this', async () => {
    renderApp(`${MONTH}&view=week`);
    (await entry()).focus();
    await user.keyboard(' {ArrowDown}');
    expect(statusTexts()).toContain(TEXT.edge(dayName('2030-05-15')));
    await user.keyboard(' ');
    expect(focusedCell()).toBe('2030-05-15');
  });

  it('ignores keys that would show other days, and ends with Enter', async () => {
    const router = renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard(' {ArrowRight}{PageDown}wt');
    expect(router.state.location.search).toEqual({ day: '2030-05-15' });
    await user.keyboard('{Enter}');
    await screen.findByText(TEXT.moved);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => {
      expect(focusedCell()).toBe('2030-05-16');
    });
  });

  it('is cancelled when the focus leaves the post, and announces this', async () => {
    renderApp(MONTH);
    (await entry()).focus();
    await user.keyboard(' {ArrowRight}');
    await user.tab();
    expect(statusTexts()).toContain(TEXT.cancelled);
  });
});

it('announces how many posts are shown, even when there are none', async () => {
  renderApp(MONTH);
  await entry();
  expect(statusTexts()).toContain(TEXT.count(1));
  items = [];
  await user.selectOptions(screen.getByLabelText(TEXT.status), TEXT.statuses.failed);
  await waitFor(() => {
    expect(statusTexts()).toContain(TEXT.empty);
  });
});
