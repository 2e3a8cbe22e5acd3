import { currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { MEDIA_TEXT, uploadMedia, type MediaFileView } from '@posthorn/contracts/shared/media.http';
import { OPTIONAL_WORD_NAMES, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  editPost,
  precheckPost,
  schedulePost,
  type PostView,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { listPlatforms, publishFields } from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { accessibilityFaults } from '#testing/axe.ts';
import {
  answerComposer,
  content,
  draftsKept,
  open,
  pick,
  reload,
  setTime,
  submit,
  user,
  write,
} from '#testing/composing.ts';
import { answer, missing, refuse, refuseWith } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { BLUESKY_LIMITS } from '#testing/limits.ts';
import { aBlueskyAccount, aMastodonAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

let posts: PostView[];

beforeEach(() => {
  posts = [];
  answerComposer(() => posts);
});

/** Opens the editor's section of an account, and returns this section. */
const openAccount = async (name: RegExp) => {
  await user.click(screen.getByRole('checkbox', { name }));
  return screen.findByRole('region', { name: /^Only for/ });
};
const picture = (name = 'harbour.jpg', bytes = 4) => {
  const file = new File(['jpeg'], name, { type: 'image/jpeg' });
  Object.defineProperty(file, 'size', { value: bytes });
  return file;
};
const aStoredFile = (name: string): MediaFileView => ({
  mediaUrl: `/media/${name}`,
  mediaType: 'image',
  mimeType: 'image/jpeg',
  mediaSize: 4,
  originalName: name,
  order: 0,
  thumbnailUrl: null,
  width: 1,
  height: 1,
  durationSeconds: null,
  altText: null,
});

it('sends the same request again when the response was lost, even after a reload', async () => {
  const sent: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    if (sent.length < 4) refuseWith(503, { message: 'no', code: 'test.lost', requestId: 'r1' });
    return aPost({ content: request.content });
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  const sendAgain = async () => {
    const before = sent.length;
    await submit();
    await waitFor(() => {
      expect(sent).toHaveLength(before + 1);
      expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', false);
    });
  };
  await sendAgain();
  await sendAgain();
  await reload();
  await sendAgain();
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent[0]?.draftId).toMatch(/^[\w-]{36}$/u);
  expect(new Set(sent.map((request) => JSON.stringify(request))).size).toBe(1);
  await waitFor(() => {
    expect(draftsKept()).toBe(0);
  });
});
const OVERTAKEN = 'Another window schedules this draft, or has scheduled it, with other content.';
it('schedules a changed text under a new draft id when the server has already accepted the first request', async () => {
  const sent: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    if (sent.length === 1) refuseWith(503, { message: 'no', code: 'test.lost', requestId: 'r1' });
    if (request.draftId === sent[0]?.draftId)
      refuseWith(409, { message: OVERTAKEN, code: 'scheduling.draft-scheduled', requestId: 'r1' });
    return aPost({ content: request.content });
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  await submit();
  await screen.findByText(POST_TEXT.scheduleFailed);
  write('Hello again');
  await submit();
  await within(screen.getByRole('dialog')).findByText(OVERTAKEN);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent.map(({ content: text }) => text)).toEqual(['Hello', 'Hello again', 'Hello again']);
  expect(sent[2]?.draftId).not.toBe(sent[0]?.draftId);
});
it('shows the new post in the list, with the focus on it', async () => {
  posts = [aPost({ id: 1, content: 'Earlier' })];
  answer(schedulePost, (request) => {
    const post = aPost({ id: 2, content: request.content, scheduledFor: '2030-07-01T12:00:00.000Z' });
    posts = [...posts, post];
    return post;
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  await submit();
  await screen.findByText('Post scheduled!');
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Hello' }));
  });
});
it('uses a new draft id when the server says that the post of the draft was deleted', async () => {
  const draftIds: (string | undefined)[] = [];
  answer(schedulePost, (request) => {
    draftIds.push(request.draftId);
    if (draftIds.length === 1) missing('scheduling.post-not-found');
    return aPost({ content: request.content });
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  await submit();
  await screen.findByText('Post scheduled!');
  expect(new Set(draftIds).size).toBe(2);
});
it('shows a message for each missing field', async () => {
  await open();
  await setTime('');
  await submit();
  await waitFor(() => {
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      POST_TEXT.accountsRequired,
      POST_TEXT.contentRequired,
      POST_TEXT.timeRequired,
    ]);
  });
});
it.each(OPTIONAL_WORD_NAMES)('sends the %s, and says when it is too long', async (name) => {
  const { label, max, tooLong } = OPTIONAL_WORDS[name];
  let sent: SchedulePostRequest | undefined;
  answer(schedulePost, (request) => {
    sent = request;
    return aPost({ content: request.content });
  });
  await open();
  const field = screen.getByRole('textbox', { name: new RegExp(`^${label}`, 'u') });
  fireEvent.change(field, { target: { value: 'x'.repeat(max + 1) } });
  await submit();
  await screen.findByText(tooLong);
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  fireEvent.change(field, { target: { value: ' Of today ' } });
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent?.[name]).toBe('Of today');
});
it('keeps the input when the server refuses a field, and shows the reason', async () => {
  refuse(schedulePost, 400, {
    message: POST_TEXT.timePast,
    code: 'request.malformed',
    fields: { scheduledFor: POST_TEXT.timePast },
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await submit();
  await screen.findByText(POST_TEXT.scheduleFailed);
  expect(screen.getByText(POST_TEXT.timePast)).toBeTruthy();
  expect(content()).toHaveProperty('value', 'Hello');
});
it('shows why the server refused the whole post', async () => {
  refuse(schedulePost, 422, { message: POST_TEXT.limitReached, code: 'scheduling.post-limit-reached' });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await submit();
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(POST_TEXT.limitReached);
});
it('counts the text for each account, and blocks sending while the text is too long for one', async () => {
  await open();
  await pick(/ana\.bsky\.social/);
  await pick(/ana@mastodon\.social/);
  write('x'.repeat(310 - FREE_SUFFIX.length - 2));
  await screen.findByText(PRECHECK_TEXT.tooLong('Bluesky', 310, 300));
  expect(screen.getByText(/310\/300/)).toBeTruthy();
  expect(screen.getByText(/310\/500/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Remove Bluesky' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', false);
  });
});
it('shows the text that each account will receive', async () => {
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  const preview = await screen.findByRole('tabpanel');
  await waitFor(() => {
    expect(preview.textContent).toContain(`Hello\n\n${FREE_SUFFIX}`);
  });
});
it('returns the focus to the button that opened the dialog', async () => {
  renderApp('/posts');
  const button = await screen.findByRole('button', { name: 'Start Creating' });
  await user.click(button);
  await screen.findByRole('dialog');
  expect(document.activeElement).toBe(content());
  await user.keyboard('{Escape}');
  await waitFor(() => {
    expect(document.activeElement).toBe(button);
  });
});
it('restores a draft after a reload, and discards it on request', async () => {
  await open();
  write('Half a thought');
  await screen.findByText('Saved');
  await reload();
  expect(content()).toHaveProperty('value', 'Half a thought');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', '');
  });
  expect(draftsKept()).toBe(0);
});
/** Opens the only post in the editor. */
const edit = async () => {
  posts = [aPost({ content: 'Before' })];
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
};
const keyOfEdit = () => Object.keys(localStorage).find((key) => key.includes(':draft:')) ?? '';
it('restores an older edit that lacks some fields', async () => {
  await edit();
  write('Half a thought');
  await screen.findByText('Saved');
  cleanup();
  const key = keyOfEdit();
  const stored = JSON.parse(localStorage.getItem(key) ?? '') as { fields: Record<string, unknown> };
  for (const name of OPTIONAL_WORD_NAMES) Reflect.deleteProperty(stored.fields, name);
  localStorage.setItem(key, JSON.stringify(stored));
  await edit();
  expect(content()).toHaveProperty('value', 'Half a thought');
});
it('keeps the stored edit of a window when another window sends its own edit', async () => {
  await edit();
  write('From this window');
  await screen.findByText('Saved');
  const key = keyOfEdit();
  const own = localStorage.getItem(key) ?? '';
  const others = own.replace('this', 'another');
  localStorage.removeItem(key);
  fireEvent(window, new StorageEvent('storage', { key, oldValue: others, newValue: null }));
  expect(localStorage.getItem(key)).toBe(own);
  localStorage.removeItem(key);
  fireEvent(window, new StorageEvent('storage', { key, oldValue: own, newValue: null }));
  expect(localStorage.getItem(key)).toBeNull();
  localStorage.setItem(key, others);
  answer(editPost, () => aPost());
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(localStorage.getItem(key)).toBe(others);
});
it('offers AI replies only with Premium, and says so', async () => {
  await open();
  expect(screen.getByRole('switch', { name: 'AI auto-reply' })).toHaveProperty('disabled', true);
  expect(screen.getByText(POST_TEXT.aiPremium)).toBeTruthy();
});
it('shows Premium Active and enables AI replies for a Premium user', async () => {
  answer(currentUser, () => aUser({ isPremium: true }));
  await open();
  expect(screen.getByText('Premium Active')).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'AI auto-reply' })).toHaveProperty('disabled', false);
});

it('uploads, orders and describes pictures, and sends them with the post', async () => {
  let sent: SchedulePostRequest | undefined;
  let count = 0;
  answer(uploadMedia, () => ({ files: [aStoredFile(`file-${String(++count)}`)] }));
  answer(schedulePost, (request) => {
    sent = request;
    return aPost();
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await user.upload(screen.getByLabelText('Add media'), picture('first.jpg'));
  await screen.findByText('Files uploaded!');
  await user.upload(screen.getByLabelText('Add media'), picture('second.jpg'));
  await user.click(await screen.findByRole('button', { name: 'Move second.jpg up' }));
  await user.type(screen.getByRole('textbox', { name: 'Alt text of second.jpg' }), 'A wall');
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', false);
  });
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent?.mediaFiles).toEqual([
    { mediaUrl: '/media/file-2', altText: 'A wall' },
    { mediaUrl: '/media/file-1' },
  ]);
});
it('shows Uploading... during an upload, and can cancel it', async () => {
  answer(uploadMedia, () => new Promise(() => undefined));
  await open();
  await user.upload(screen.getByLabelText('Add media'), picture());
  expect(await screen.findByRole('button', { name: 'Uploading...' })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'Cancel harbour.jpg' }));
  await screen.findByRole('button', { name: 'Schedule Post' });
});
it('says why an upload failed, and offers to retry it', async () => {
  refuse(uploadMedia, 500, { message: MEDIA_TEXT.notReadable('harbour.jpg') });
  await open();
  await user.upload(screen.getByLabelText('Add media'), picture());
  await screen.findByText('Upload failed');
  screen.getByText(`${MEDIA_TEXT.failed} ${MEDIA_TEXT.notReadable('harbour.jpg')}`);
  expect(screen.getByText(MEDIA_TEXT.notReadable('harbour.jpg'))).toBeTruthy();
  // Only the message and the file show the error.
  expect(within(screen.getByRole('dialog')).queryAllByRole('alert')).toEqual([]);
  answer(uploadMedia, () => ({ files: [aStoredFile('harbour.jpg')] }));
  await user.click(screen.getByRole('button', { name: 'Try harbour.jpg again' }));
  await screen.findByText('Files uploaded!');
});
it('refuses more than ten files', async () => {
  answer(uploadMedia, () => ({ files: [aStoredFile('a')] }));
  await open();
  await user.upload(
    screen.getByLabelText('Add media'),
    Array.from({ length: 11 }, (_, index) => picture(`${String(index)}.jpg`)),
  );
  await screen.findByText(MEDIA_TEXT.tooManyTitle);
});
it('refuses a file of more than 50 MB', async () => {
  await open();
  await user.upload(screen.getByLabelText('Add media'), picture('huge.jpg', 51 * 1024 * 1024));
  expect(await screen.findAllByText(MEDIA_TEXT.tooLarge('huge.jpg'))).not.toHaveLength(0);
});

it("shows the server's reason when an edit is refused, and keeps the edit", async () => {
  posts = [aPost({ content: 'Before' })];
  refuse(editPost, 409, { message: POST_TEXT.started, code: 'scheduling.publishing-started' });
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  write('After');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await waitFor(() => {
    expect(screen.getAllByText(POST_TEXT.started).length).toBeGreaterThan(0);
  });
  expect(content()).toHaveProperty('value', 'After');
});

/** Removes the platform's name, which the screen omits when it shows a problem next to the account. */
const withoutPlatform = (message: string, platform: string) => message.replace(`${platform}: `, '');

const recordRequests = () => {
  const sent: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    return aPost();
  });
  return sent;
};
it("sends an account's own text to this account only", async () => {
  const sent = recordRequests();
  await open();
  write('For all');
  await pick(/ana\.bsky\.social/);
  await pick(/ana@mastodon\.social/);
  await openAccount(/Mastodon/);
  const own = screen.getByRole('textbox', { name: 'Text for Mastodon, ana@mastodon.social' });
  expect(own).toHaveProperty('value', 'For all');
  fireEvent.change(own, { target: { value: 'For Mastodon alone' } });
  expect(await accessibilityFaults()).toEqual([]);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject([
    {
      content: 'For all',
      targets: [
        { accountId: 7, content: '', options: {} },
        { accountId: 8, content: 'For Mastodon alone', options: {} },
      ],
    },
  ]);
});
it("limits an account's own text by that account's limit", async () => {
  const { limits } = aMastodonAccount();
  answer(listAccounts, () => [
    aBlueskyAccount(),
    aMastodonAccount({ limits: { ...limits, text: { ...limits.text, max: 3000 } } }),
  ]);
  const sent = recordRequests();
  await open();
  write('For all');
  await pick(/ana@mastodon\.social/);
  await openAccount(/Mastodon/);
  const own = screen.getByRole('textbox', { name: /^Text for Mastodon/ });
  fireEvent.change(own, { target: { value: 'x'.repeat(3001 - FREE_SUFFIX.length - 2) } });
  await screen.findByText(withoutPlatform(PRECHECK_TEXT.tooLong('Mastodon', 3001, 3000), 'Mastodon'));
  fireEvent.change(own, { target: { value: 'x'.repeat(3000 - FREE_SUFFIX.length - 2) } });
  await screen.findByText(/^3,000 of 3,000 characters/);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject([{ targets: [{ content: expect.stringMatching(/^x{2900,}$/u) }] }]);
});

const boardField: OptionField = {
  kind: 'choice',
  name: 'boardId',
  label: 'Board',
  required: true,
  choices: [],
  fromAccount: true,
  initial: null,
};
const audienceField: OptionField = {
  kind: 'flag',
  name: 'kids',
  label: 'Made for kids',
  required: true,
  initial: null,
};
it("requires the choices that a platform requires, with the account's options", async () => {
  const sent = recordRequests();
  answer(listPlatforms, () => [aPlatform({ options: [boardField, audienceField] })]);
  answer(publishFields, () => [
    { ...boardField, choices: [{ value: '12', label: 'Recipes' }] },
    audienceField,
  ]);
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await screen.findByText(withoutPlatform(PRECHECK_TEXT.optionMissing('Bluesky', 'Board'), 'Bluesky'));
  await screen.findByText('Bluesky is not ready yet.');
  expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', true);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Board' }), 'Recipes');
  await user.click(
    within(screen.getByRole('group', { name: 'Made for kids' })).getByRole('radio', { name: 'No' }),
  );
  expect(screen.queryByText('Bluesky is not ready yet.')).toBeNull();
  expect(await accessibilityFaults()).toEqual([]);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject([{ targets: [{ accountId: 7, options: { boardId: '12', kids: false } }] }]);
});
it('selects no optional setting by default, limits its text, and hides settings for other media', async () => {
  const choices = [
    { value: 'da', label: 'Danish (Dansk)' },
    { value: 'de', label: 'German (Deutsch)' },
  ];
  const language = { kind: 'choice', name: 'language', label: 'Language', required: false } as const;
  const warning = {
    kind: 'text',
    name: 'warning',
    label: 'Content warning',
    required: false,
    max: 5,
  } as const;
  const sent = recordRequests();
  const videoSetting = {
    kind: 'flag',
    name: 'duet',
    label: 'Allow Duet',
    required: false,
    initial: false,
  } as const;
  const options = [
    { ...language, choices, initial: null },
    warning,
    { ...videoSetting, forMedia: 'video' as const },
  ];
  answer(listPlatforms, () => [aPlatform({ options })]);
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  const chooser = await screen.findByRole('combobox', { name: 'Language' });
  expect(chooser).toHaveProperty('value', '');
  expect(screen.queryByText('Allow Duet')).toBeNull();
  await user.selectOptions(chooser, 'German (Deutsch)');
  const text = screen.getByRole('textbox', { name: /Content warning/ });
  await user.type(text, 'Spoilers');
  await screen.findByText(
    withoutPlatform(PRECHECK_TEXT.optionNotValid('Bluesky', 'Content warning'), 'Bluesky'),
  );
  await user.clear(text);
  await user.type(text, 'Spoil');
  expect(await accessibilityFaults()).toEqual([]);
  await user.selectOptions(chooser, 'Not chosen');
  await user.selectOptions(chooser, 'Danish (Dansk)');
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject([
    { targets: [{ accountId: 7, options: { language: 'da', warning: 'Spoil' } }] },
  ]);
});
it("shows why an account's options failed to load, and tries again", async () => {
  answer(listPlatforms, () => [aPlatform({ options: [boardField] })]);
  refuse(publishFields, 503, {
    message: 'Pinterest cannot be reached right now. Please try again later.',
    code: 'integrations.server-unreachable',
    values: { host: 'Pinterest' },
  });
  await open();
  await pick(/ana\.bsky\.social/);
  await screen.findByText('Pinterest cannot be reached right now. Please try again later.');
  answer(publishFields, () => [{ ...boardField, choices: [{ value: '12', label: 'Recipes' }] }]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('combobox', { name: 'Board' });
});
it("keeps an account's options when a later request for them fails", async () => {
  const now = jest.spyOn(Date, 'now');
  answer(listPlatforms, () => [aPlatform({ options: [boardField] })]);
  answer(publishFields, () => [{ ...boardField, choices: [{ value: '12', label: 'Recipes' }] }]);
  await open();
  await pick(/ana\.bsky\.social/);
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Board' }), 'Recipes');
  let refusedCount = 0;
  answer(publishFields, () => {
    refusedCount += 1;
    return refuseWith(503, { message: 'no', code: 'integrations.server-unreachable', requestId: 'r1' });
  });
  now.mockReturnValue(Date.now() + 2 * 60_000);
  // The second request begins only after the first has failed.
  await waitFor(async () => {
    await pick(/ana\.bsky\.social/);
    await pick(/ana\.bsky\.social/);
    expect(refusedCount).toBeGreaterThan(1);
  });
  now.mockRestore();
  expect(screen.getByRole('combobox', { name: 'Board' })).toHaveProperty('value', '12');
});
it("resets an account's own text to the shared text, and keeps the account's options", async () => {
  const changes: unknown[] = [];
  posts = [aPost({ targets: [aTarget({ content: 'Mine', options: { boardId: '12' } })] })];
  answer(editPost, (request) => {
    changes.push(request.targets);
    return aPost();
  });
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  const own = screen.getByRole('textbox', { name: /^Text for Bluesky/ });
  expect(own).toHaveProperty('value', 'Mine');
  await user.click(screen.getByRole('button', { name: 'Reset to shared' }));
  expect(own).toHaveProperty('value', 'Hello from the harbour');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(changes).toEqual([[{ accountId: 7, content: '', options: { boardId: '12' }, mediaUrls: null }]]);
});

const strictAccount = aBlueskyAccount({
  limits: { ...BLUESKY_LIMITS, text: { ...BLUESKY_LIMITS.text, requiresMedia: true } },
});
it('shows a shared problem once at its field, and moves from one open problem to the next', async () => {
  answer(listAccounts, () => [
    strictAccount,
    { ...strictAccount, id: 9, platform: 'instagram' },
    aMastodonAccount(),
  ]);
  answer(listPlatforms, () => [aPlatform({ options: [audienceField] })]);
  await open();
  write('Hello');
  for (const name of [/Bluesky/, /Instagram/, /Mastodon/]) await pick(name);
  await screen.findByText('Bluesky, Instagram: a post needs an image or a video.');
  const summary = screen.getByText('2 accounts are not ready yet.');
  expect(screen.getByRole('button', { name: 'Schedule Post' }).getAttribute('aria-describedby')).toBe(
    summary.id,
  );
  const show = screen.getByRole('button', { name: 'Show what is missing' });
  await user.click(show);
  expect(document.activeElement).toBe(screen.getByLabelText('Add media'));
  await user.click(show);
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Yes' }));
  });
  await user.click(show);
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByLabelText('Add media'));
  });
});
it('reports an empty text only after the user submits', async () => {
  answer(listAccounts, () => [aBlueskyAccount()]);
  await open();
  expect(screen.queryByText(/not ready/)).toBeNull();
  await submit();
  await screen.findByText(POST_TEXT.contentRequired);
});
it('selects all usable accounts by one button, and deselects them by the same button', async () => {
  const broken = aBlueskyAccount({ id: 11, accountName: 'broken', status: 'needs-reconnect' });
  answer(listAccounts, () => [
    ...[1, 2, 3].map((id) => aMastodonAccount({ id, accountName: `ana${String(id)}@mastodon.social` })),
    broken,
  ]);
  await open();
  await user.click(screen.getByRole('button', { name: 'All' }));
  await screen.findByText('3 of 3 chosen');
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(3);
  expect(screen.getByRole('checkbox', { name: /broken/ })).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', { name: 'All', pressed: true }));
  await screen.findByText('0 of 3 chosen');
});
it('names the platform that does not get the alt text', async () => {
  const mute = { ...BLUESKY_LIMITS, media: { ...BLUESKY_LIMITS.media, altTextMax: 0 } };
  answer(listAccounts, () => [aBlueskyAccount({ platform: 'tiktok', limits: mute })]);
  answer(uploadMedia, () => ({ files: [aStoredFile('a.jpg')] }));
  await open();
  await user.upload(screen.getByLabelText('Add media'), picture('a.jpg'));
  await screen.findByText('Alt text is not sent to TikTok.');
});
it('shows the hint of a platform next to its account', async () => {
  answer(listPlatforms, () => [aPlatform({ hint: 'Links cost more here.' })]);
  await open();
  await pick(/ana\.bsky\.social/);
  await screen.findByText('Links cost more here.');
});
it("shows the server's problems at the account before the post is sent", async () => {
  const requests: unknown[] = [];
  answer(precheckPost, ({ targets }) => {
    requests.push(targets);
    const problems = [
      { code: 'integrations.quota-used-up', message: 'Bluesky: its quota is used up.' },
      { code: 'integrations.media-mixed', message: 'Bluesky: one image can go with a video.' },
    ];
    return { accounts: [{ accountId: 7, ok: false, problems, text: { used: 5, max: 300 } }] };
  });
  await open();
  await pick(/ana\.bsky\.social/);
  write('Hello');
  await screen.findByText('its quota is used up.');
  await screen.findByText('Bluesky: one image can go with a video.');
  expect(requests).toEqual([[{ accountId: 7, content: '', options: {}, mediaUrls: null }]]);
  expect(screen.getByRole('button', { name: 'Schedule Post' })).toHaveProperty('disabled', true);
});
it('shows at the account why the server refused an edited post', async () => {
  posts = [aPost({ content: 'Before' })];
  refuse(editPost, 422, {
    message: 'The post does not fit.',
    code: 'scheduling.does-not-fit',
    fields: { 'selectedAccountIds.7': 'ana.bsky.social: Bluesky: no.' },
  });
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  write('After');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await within(await screen.findByRole('region', { name: /^Only for Bluesky/ })).findByText(
    'ana.bsky.social: Bluesky: no.',
  );
  answer(editPost, () => aPost({ content: 'After' }));
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
});
