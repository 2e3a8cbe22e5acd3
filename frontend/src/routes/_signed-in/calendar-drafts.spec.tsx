// @zones
import { showCalendar, type CalendarDraft } from '@posthorn/contracts/scheduling/calendar.http';
import { getDraft } from '@posthorn/contracts/scheduling/drafts.http';
import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CALENDAR_TEXT as TEXT } from '#features/scheduling/messages/calendar.en.ts';
import { dayName } from '#features/scheduling/model/calendar/day-names.ts';
import { aDraft, answerDrafts, type DraftsOnServer } from '#testing/answer-drafts.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, missing } from '#testing/fake-server.ts';
import { toasts } from '#ui/toast-store.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aMastodonAccount, aUser } from '#testing/views.ts';
import { onDesk } from '#testing/window-width.ts';

const user = userEvent.setup();
/** Clocks in Paris go forward in the night after this day. */
const BEFORE_THE_CHANGE = '2027-03-27';
const MONTH = `/calendar?day=${BEFORE_THE_CHANGE}`;
const ID = '11111111-1111-4111-8111-111111111111';
const AT = '2027-03-27T08:15:00.000Z';
const draftAt = (scheduledFor: string, revision = 1, line = 'Half a thought'): CalendarDraft => ({
  draft: true,
  id: ID,
  revision,
  line,
  accounts: [7],
  thumbnail: null,
  scheduledFor,
});
const NAME = `09:15 Half a thought ${TEXT.statuses.draft}`;
const dayOf = (element: HTMLElement) => element.closest('[data-cell]')?.getAttribute('data-cell');
const statusTexts = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
const findDraft = () => screen.findByRole('button', { name: NAME });
let server: DraftsOnServer;

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ timezone: 'Europe/Paris' }));
  answer(listAccounts, () => [aBlueskyAccount(), aMastodonAccount()]);
  answerPosts(() => []);
  server = answerDrafts([
    aDraft({
      id: ID,
      title: 'A title',
      targets: [{ accountId: 7, content: 'Other words' }],
      selectedAccountIds: [7],
      plannedFor: AT,
    }),
  ]);
  // The calendar contains the saved draft.
  answer(showCalendar, () => {
    const [draft] = server.drafts;
    const planned = draft?.plannedFor ? [draftAt(draft.plannedFor, draft.revision, draft.content)] : [];
    return { items: [], drafts: planned, accounts: [], more: false };
  });
});

it('shows a draft on its planned day, and opens it in the composer', async () => {
  renderApp(MONTH);
  const draft = await findDraft();
  expect(dayOf(draft)).toBe(BEFORE_THE_CHANGE);
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(draft);
  const dialog = await screen.findByRole('dialog');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(dialog).getByRole('link', { name: TEXT.editDraft }));
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveProperty('value', 'Half a thought');
  expect(screen.getByLabelText('Schedule time')).toHaveProperty('value', '2027-03-27T09:15');
});

it('moves a draft by keyboard, keeps its local time and its content, and offers to undo the move', async () => {
  renderApp(MONTH);
  (await findDraft()).focus();
  await user.keyboard(' ');
  expect(statusTexts()).toContain(TEXT.grabbed(dayName(BEFORE_THE_CHANGE)));
  await user.keyboard('{ArrowRight}');
  expect(statusTexts()).toContain(dayName('2027-03-28'));
  await user.keyboard(' ');
  expect(statusTexts()).toContain(TEXT.dropped(dayName('2027-03-28')));
  await screen.findByText(TEXT.draftMoved);
  expect(server.saves).toEqual([
    {
      id: ID,
      base: '"1"',
      request: {
        title: 'A title',
        content: 'Half a thought',
        aiRepliesEnabled: false,
        selectedAccountIds: [7],
        targets: [{ accountId: 7, content: 'Other words' }],
        mediaFiles: [],
        plannedFor: '2027-03-28T07:15:00.000Z',
        timezone: 'Europe/Paris',
        localTime: '2027-03-28T09:15',
      },
    },
  ]);
  await waitFor(() => {
    expect(dayOf(screen.getByRole('button', { name: NAME }))).toBe('2027-03-28');
  });
  expect(document.activeElement).toBe(await findDraft());
  await screen.findByRole('button', { name: 'Undo' });
  expect(toasts()[0]).toMatchObject({ seconds: 10 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(server.saves.at(-1)).toMatchObject({ base: '"2"', request: { plannedFor: AT } });
  });
  await waitFor(() => {
    expect(dayOf(screen.getByRole('button', { name: NAME }))).toBe(BEFORE_THE_CHANGE);
  });
});

it('moves a draft by drag, and moves it again before the first response arrives', async () => {
  let goOn: () => void = () => undefined;
  const untilThen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  answer(getDraft, async () => {
    await untilThen;
    return server.drafts[0] ?? missing();
  });
  renderApp(MONTH);
  await dragTo('2027-03-29');
  await waitFor(() => {
    expect(dayOf(screen.getByRole('button', { name: NAME }))).toBe('2027-03-29');
  });
  await dragTo('2027-03-30');
  goOn();
  await waitFor(() => {
    expect(server.saves.map(({ base, request }) => [base, request.plannedFor])).toEqual([
      ['"1"', '2027-03-29T07:15:00.000Z'],
      ['"2"', '2027-03-30T07:15:00.000Z'],
    ]);
  });
  await waitFor(() => {
    expect(dayOf(screen.getByRole('button', { name: NAME }))).toBe('2027-03-30');
  });
  expect(screen.queryByText(TEXT.draftNotMoved)).toBeNull();
});

it('moves a draft to a time that the user enters', async () => {
  renderApp(MONTH);
  await user.click(await findDraft());
  const dialog = await screen.findByRole('dialog');
  fireEvent.change(within(dialog).getByLabelText(TEXT.moveTo), { target: { value: '2027-03-02T10:00' } });
  await user.click(within(dialog).getByRole('button', { name: TEXT.move }));
  await screen.findByText(TEXT.draftMoved);
  expect(server.drafts).toMatchObject([{ plannedFor: '2027-03-02T09:00:00.000Z' }]);
});

it('does not move a draft that another device has changed, and shows the change', async () => {
  renderApp(MONTH);
  await findDraft();
  server.drafts = [
    aDraft({ id: ID, content: 'A whole thought', plannedFor: '2027-03-10T08:15:00.000Z', revision: 2 }),
  ];
  await dragTo('2027-03-29');
  await screen.findByText(TEXT.draftIsNewer);
  const newer = await screen.findByRole('button', { name: /A whole thought/u });
  expect(dayOf(newer)).toBe('2027-03-10');
  expect(server.saves).toEqual([]);
});

it('says that a draft no longer exists, and removes it from the calendar', async () => {
  renderApp(MONTH);
  await findDraft();
  server.drafts = [];
  await dragTo('2027-03-29');
  await screen.findByText(TEXT.draftIsGone);
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: NAME })).toBeNull();
  });
});

async function dragTo(day: string): Promise<void> {
  const dataTransfer = { setData: () => undefined, effectAllowed: '' };
  await findDraft();
  fireEvent.dragStart(screen.getByRole('button', { name: NAME }), { dataTransfer });
  const target = document.querySelector(`[data-cell="${day}"]`);
  if (!target) throw new Error(`The month has no ${day}`);
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
}

it('plans a new draft for the day whose link in the calendar the user clicked', async () => {
  server.drafts = [];
  renderApp('/calendar?day=2030-06-15');
  await user.click(await screen.findByRole('link', { name: TEXT.createOn(dayName('2030-06-15')) }));
  await user.type(await screen.findByRole('textbox', { name: 'Content' }), 'Midsummer');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(server.saves.at(-1)?.request).toMatchObject({
      content: 'Midsummer',
      plannedFor: '2030-06-15T07:00:00.000Z',
    });
  });
  await screen.findByRole('grid', { name: TEXT.title });
});
