import { getDraft, listDrafts, saveDraft, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  schedulePost,
  type PostView,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { uploadMedia, type MediaFileView } from '@posthorn/contracts/shared/media.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { forgetPerson } from '#features/identity/model/forget-person.ts';
import { draftKey } from '#features/scheduling/model/composer/post-draft.ts';
import { newPostFields } from '#features/scheduling/model/composer/post-fields.ts';
import { DRAFT_CONFLICT_TEXT, DRAFTS_TEXT as TEXT } from '#features/scheduling/messages/drafts.en.ts';
import { aDraft, answerDrafts, type DraftsOnServer } from '#testing/answer-drafts.ts';
import { signedOutKey } from '#lib/signed-out.ts';
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
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost, aUser } from '#testing/views.ts';

const me = aUser();
const ID = aDraft().id;
const live = liveServer();
let posts: PostView[];
let server: DraftsOnServer;

beforeEach(() => {
  posts = [aPost({ id: 1, content: 'Earlier' })];
  server = answerComposer(() => posts);
});

const storedText = () => JSON.stringify(Object.entries(localStorage));
const textsOnServer = () => server.drafts.map((draft) => draft.content);
const button = (name: string | RegExp) => screen.findByRole('button', { name });

it('says "Saved" only after the server has saved, and keeps a copy in this browser until then', async () => {
  let isSaved: (() => void) | undefined;
  answer(saveDraft, async (request) => {
    await new Promise<void>((resolve) => {
      isSaved = resolve;
    });
    return aDraft({ content: request.content ?? '' });
  });
  await open();
  write('Half a thought');
  await waitFor(() => {
    expect(isSaved).toBeDefined();
    expect(storedText()).toContain('Half a thought');
  });
  screen.getByText('Saving…');
  expect(screen.queryByText('Saved')).toBeNull();
  isSaved?.();
  await screen.findByText('Saved');
  expect(storedText()).not.toContain('Half a thought');
});

it('says that the draft is only on this device, and why, when the server refuses to save it', async () => {
  refuse(saveDraft, 422, {
    message: 'You have 500 drafts. Please delete one of them first.',
    code: 'scheduling.draft-limit-reached',
  });
  await open();
  write('Half a thought');
  await screen.findByText('Saved on this device');
  screen.getByText('You have 500 drafts. Please delete one of them first.');
  expect(storedText()).toContain('Half a thought');
  expect(await accessibilityFaults()).toEqual([]);
});

it('keeps the text across a reload before the first save', async () => {
  answer(saveDraft, () => new Promise(() => undefined));
  await open();
  write('Half a thought');
  globalThis.dispatchEvent(new Event('pagehide'));
  server = answerDrafts();
  await reload();
  expect(content()).toHaveProperty('value', 'Half a thought');
  await screen.findByText('Saved');
  expect(textsOnServer()).toEqual(['Half a thought']);
});

it('saves when the page is hidden', async () => {
  await open();
  write('Half a thought');
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
  await waitFor(() => {
    expect(textsOnServer()).toEqual(['Half a thought']);
  });
});

it('shows the attachments of a draft from the server after a reload', async () => {
  answer(uploadMedia, () => ({ files: [aStoredFile('harbour.jpg')] }));
  await open();
  write('Half a thought');
  await user.upload(
    screen.getByLabelText('Add media'),
    new File(['jpeg'], 'harbour.jpg', { type: 'image/jpeg' }),
  );
  await screen.findByText('Files uploaded!');
  await waitFor(() => {
    expect(server.drafts[0]?.mediaFiles).toHaveLength(1);
  });
  await screen.findByText('Saved');
  localStorage.clear();
  await reload();
  await button('Remove harbour.jpg');
});

it('creates two drafts for two new posts', async () => {
  await open();
  write('From one tab');
  await screen.findByText('Saved');
  cleanup();
  await open();
  expect(content()).toHaveProperty('value', '');
  write('From another tab');
  await screen.findByText('Saved');
  expect(textsOnServer()).toEqual(['From another tab', 'From one tab']);
});

it('deletes the draft when the user empties the form and closes it', async () => {
  await open();
  await pick(/ana\.bsky\.social/);
  write('Half a thought');
  await screen.findByText('Saved');
  write('');
  await waitFor(() => {
    expect(textsOnServer()).toEqual(['']);
  });
  await user.click(await button('Close'));
  await waitFor(() => {
    expect(server.drafts).toEqual([]);
  });
});

const SAFARI = { code: 'browser', values: { browser: 'Safari', system: 'iPhone' } } as const;
const changedElsewhere = async () => {
  server.drafts = [aDraft({ content: 'From the laptop' })];
  await open(`/posts?compose=true&draft=${ID}`);
  server.drafts = [
    aDraft({ content: 'From the phone', revision: 2, device: 'Das sagt der Server.', deviceSaid: SAFARI }),
  ];
  write('From the laptop, and more');
  await screen.findByText(DRAFT_CONFLICT_TEXT.title);
};

it("shows the version of another device, and keeps this device's version on request", async () => {
  await changedElsewhere();
  const theirs = screen.getByRole('region', { name: DRAFT_CONFLICT_TEXT.theirsLabel });
  expect(theirs.textContent).toContain('From the phone');
  expect(theirs.textContent).toContain('Safari on iPhone');
  screen.getByText('Not saved: changed on another device');
  expect(storedText()).toContain('and more');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(await button(DRAFT_CONFLICT_TEXT.keepMine));
  await screen.findByText('Saved');
  expect(textsOnServer()).toEqual(['From the laptop, and more']);
  expect(server.saves.at(-1)?.base).toBe('"2"');
});

it("shows the app's own names for the devices of drafts", async () => {
  const device = 'Das sagt der Server.';
  const on = (said: DraftView['deviceSaid'], id: string, name = device) =>
    aDraft({ id: ID.replaceAll('1', id), device: name, ...(said && { deviceSaid: said }) });
  server.drafts = [
    on({ code: 'browser', values: { browser: 'Safari', system: 'Mac' } }, '1'),
    on({ code: 'browser', variant: 'unknown' }, '2'),
    on({ code: 'token', variant: 'unknown' }, '3'),
    on({ code: 'token', variant: 'new' }, '4', 'Neu beim Server'),
    on(undefined, '5', 'My blog'),
  ];
  renderApp('/posts?drafts=true');
  await screen.findByText(/^Changed .* on Safari on Mac$/u);
  for (const name of ['Unknown browser', 'API token', 'Neu beim Server', 'My blog'])
    screen.getByText(new RegExp(`^Changed .* on ${name}$`, 'u'));
  expect(screen.queryByText(/Das sagt der Server/u)).toBeNull();
});

it('uses the version of the other device on request', async () => {
  await changedElsewhere();
  await user.click(await button(DRAFT_CONFLICT_TEXT.useTheirs));
  await waitFor(() => {
    expect(content()).toHaveProperty('value', 'From the phone');
  });
  expect(screen.queryByText(DRAFT_CONFLICT_TEXT.title)).toBeNull();
  expect(storedText()).not.toContain('and more');
  expect(textsOnServer()).toEqual(['From the phone']);
});

it('keeps both versions on request, and continues in the new draft', async () => {
  await changedElsewhere();
  await user.click(await button(DRAFT_CONFLICT_TEXT.keepBoth));
  await screen.findByText('Saved');
  expect(textsOnServer()).toEqual(['From the laptop, and more', 'From the phone']);
  await reload();
  expect(content()).toHaveProperty('value', 'From the laptop, and more');
});

it('does not send a post while another device has a newer version of the draft', async () => {
  answer(schedulePost, ({ draftRevision }) => {
    const [draft = null] = server.drafts;
    if (draftRevision !== draft?.revision) {
      const body = { message: 'no', code: 'scheduling.draft-changed', requestId: 'r1', postId: null };
      refuseWith(412, { ...body, draft });
    }
    return aPost();
  });
  const draft = { selectedAccountIds: [7], accountIds: [7] };
  server.drafts = [aDraft({ ...draft, content: 'From the laptop' })];
  await open(`/posts?compose=true&draft=${ID}`);
  server.drafts = [aDraft({ ...draft, content: 'From the phone', revision: 2 })];
  await submit();
  await screen.findByText(DRAFT_CONFLICT_TEXT.title);
  expect(screen.queryByText(POST_TEXT.scheduleFailed)).toBeNull();
  await user.click(await button(DRAFT_CONFLICT_TEXT.keepMine));
  await screen.findByText('Saved');
  await submit();
  await screen.findByText('Post scheduled!');
});

it('continues as a new draft when another window has scheduled the draft', async () => {
  server.drafts = [aDraft()];
  await open(`/posts?compose=true&draft=${ID}`);
  server.drafts = [];
  server.ended = { [ID]: 7 };
  write('More of it');
  await screen.findByText(DRAFT_CONFLICT_TEXT.scheduled);
  await screen.findByText('Saved');
  expect(server.saves.at(-1)).toMatchObject({ base: null, request: { content: 'More of it' } });
  expect(server.saves.at(-1)?.id).not.toBe(ID);
});

it('moves a draft that an older app version stored in the browser to the server, once', async () => {
  const fields = { ...newPostFields('Europe/London', 0, ['7']), content: 'From last week' };
  localStorage.setItem(
    draftKey(me.id, 'new'),
    JSON.stringify({ fields, media: [aStoredFile('harbour.jpg')] }),
  );
  const edit = draftKey(me.id, 'edit-1');
  localStorage.setItem(edit, JSON.stringify({ fields, media: [] }));
  renderApp('/posts');
  await waitFor(() => {
    expect(textsOnServer()).toEqual(['From last week']);
    expect(draftsKept()).toBe(1);
  });
  expect(localStorage.getItem(edit)).not.toBeNull();
  expect(server.drafts[0]).toMatchObject({
    accountIds: [7],
    mediaFiles: [{ mediaUrl: '/media/harbour.jpg' }],
  });
  cleanup();
  renderApp('/posts');
  await button(TEXT.continueWith('From last week'));
  expect(server.saves).toHaveLength(1);
});

it('keeps a draft of an older app version in the browser while the server is unreachable', async () => {
  refuse(saveDraft, 503);
  const fields = { ...newPostFields('Europe/London', 0, []), content: 'From last week' };
  localStorage.setItem(draftKey(me.id, 'new'), JSON.stringify({ fields, media: [] }));
  renderApp('/posts?drafts=true');
  await screen.findByText(TEXT.hereOnly);
  expect(storedText()).toContain('From last week');
  server = answerDrafts();
  globalThis.dispatchEvent(new Event('online'));
  await screen.findByText(/^Changed .* on Firefox on Windows$/u);
  expect(storedText()).not.toContain('From last week');
});

it('links to the last draft and to the list of all drafts', async () => {
  server.drafts = [
    aDraft({ accountIds: [7], plannedFor: '2030-07-01T12:00:00.000Z' }),
    aDraft({ id: ID.replaceAll('1', '2'), content: 'An older thought' }),
  ];
  renderApp('/posts');
  await user.click(await button('Drafts 2'));
  const row = await screen.findByRole('article', { name: 'Half a thought' });
  within(row).getByText('Planned for Mon 1 Jul 2030, 13:00');
  await within(row).findByText('ana.bsky.social');
  expect(screen.queryByRole('article', { name: 'Earlier' })).toBeNull();
  screen.getByText('2 drafts');
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(row).getByRole('button', { name: /^Open the draft/u }));
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(content()).toHaveProperty('value', 'Half a thought');
  expect(screen.getByLabelText('Schedule time')).toHaveProperty('value', '2030-07-01T13:00');
  cleanup();
  renderApp('/posts');
  await user.click(await button('Continue: Half a thought'));
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(content()).toHaveProperty('value', 'Half a thought');
});

it('moves the focus to the heading of the drafts, and back to the heading of the posts', async () => {
  server.drafts = [aDraft({})];
  renderApp('/posts');
  await user.click(await button('Drafts 1'));
  const heading = await screen.findByRole('heading', { name: 'Drafts' });
  await waitFor(() => {
    expect(document.activeElement).toBe(heading);
  });
  await user.click(await button('Show posts'));
  await waitFor(() => {
    expect(screen.queryByRole('heading', { name: 'Drafts' })).toBeNull();
  });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Posts' }));
});

it('shows the link to the drafts after the server works again', async () => {
  server.drafts = [aDraft()];
  let refused = 0;
  answer(listDrafts, () => {
    refused += 1;
    return refuseWith(503, { message: 'no', code: 'server.database-unavailable', requestId: 'r1' });
  });
  renderApp('/posts');
  await waitFor(() => {
    expect(refused).toBeGreaterThan(0);
  });
  live.opened();
  live.disconnected();
  answer(listDrafts, () => ({ items: server.drafts, nextCursor: null, total: 1 }));
  live.opened();
  await button('Drafts 1');
});

it('stores the chosen time with a draft', async () => {
  await open();
  write('Half a thought');
  await setTime('2030-07-01T13:00');
  await waitFor(() => {
    expect(server.drafts[0]).toMatchObject({
      plannedFor: '2030-07-01T12:00:00.000Z',
      timezone: 'Europe/London',
    });
  });
});

it('deletes a draft without asking, focuses the next draft, and offers to undo the deletion', async () => {
  server.drafts = [aDraft(), aDraft({ id: ID.replaceAll('1', '2'), content: 'An older thought' })];
  renderApp('/posts?drafts=true');
  await user.click(await button('Delete the draft: Half a thought'));
  await waitFor(() => {
    expect(screen.queryByRole('article', { name: 'Half a thought' })).toBeNull();
    expect(document.activeElement?.textContent).toContain('An older thought');
  });
  expect(server.deleted).toEqual([ID]);
  await user.click(await button('Undo'));
  await screen.findByRole('article', { name: 'Half a thought' });
});

it('brings back a draft that is only in this browser when the user undoes "Start over"', async () => {
  refuse(saveDraft, 503);
  await open();
  write('Half a thought');
  await screen.findByText('Saved on this device');
  await reload();
  await user.click(await button('Start over'));
  await screen.findByText(TEXT.deleted);
  expect(content()).toHaveProperty('value', '');
  expect(storedText()).not.toContain('Half a thought');
  await user.click(screen.getByText('Undo'));
  await waitFor(() => {
    expect(storedText()).toContain('Half a thought');
  });
  expect(server.deleted).toEqual([]);
});

it('brings back the unsaved words of a draft when the user undoes "Start over"', async () => {
  server.drafts = [aDraft()];
  await open(`/posts?compose=true&draft=${ID}`);
  refuse(saveDraft, 503);
  write('Half a thought, and more');
  await screen.findByText('Saved on this device');
  await user.click(await button('Start over'));
  await screen.findByText(TEXT.deleted);
  expect(server.drafts).toEqual([]);
  expect(storedText()).not.toContain('and more');
  await user.click(screen.getByText('Undo'));
  await waitFor(() => {
    expect(textsOnServer()).toEqual(['Half a thought']);
  });
  expect(storedText()).toContain('and more');
});

it('closes the form after "Start over" when the plan allows no more scheduled posts, and shows the draft after Undo', async () => {
  posts = [1, 2, 3].map((id) => aPost({ id, status: 'scheduled' }));
  server.drafts = [aDraft()];
  await open(`/posts?drafts=true&compose=true&draft=${ID}`);
  await user.click(await button('Start over'));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.drafts).toEqual([]);
  });
  await user.click(await button('Undo'));
  await screen.findByRole('article', { name: 'Half a thought' });
});

it('does not plan a restored draft for the time that the form had proposed before', async () => {
  let isSent = false;
  answer(saveDraft, () => {
    isSent = true;
    return new Promise(() => undefined);
  });
  await open();
  write('Half a thought');
  await waitFor(() => {
    expect(isSent).toBe(true);
  });
  cleanup();
  server = answerDrafts();
  const now = Date.now();
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + 600_000);
  await reload();
  await screen.findByText('Saved');
  clock.mockRestore();
  expect(server.drafts).toMatchObject([{ content: 'Half a thought', plannedFor: null }]);
});

it('does not reload an open draft, which another window may have scheduled', async () => {
  server.drafts = [aDraft()];
  await open(`/posts?compose=true&draft=${ID}`);
  let lists = 0;
  answer(listDrafts, () => {
    lists += 1;
    return { items: [], nextCursor: null, total: 0 };
  });
  const requests: unknown[] = [];
  answer(getDraft, (_nothing, { id }) => {
    requests.push(id);
    return missing('scheduling.draft-not-found');
  });
  live.send('drafts');
  live.send('posts');
  await user.click(await button('Close'));
  await waitFor(() => {
    expect(lists).toBeGreaterThan(0);
  });
  expect(requests).toEqual([]);
});

it('says that a draft no longer exists, and does not open the form', async () => {
  renderApp(`/posts?compose=true&draft=${ID}`);
  await screen.findByText(TEXT.missing);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('opens a draft even when the plan allows no more scheduled posts', async () => {
  posts = [1, 2, 3].map((id) => aPost({ id, status: 'scheduled' }));
  server.drafts = [aDraft()];
  await open(`/posts?compose=true&draft=${ID}`);
  expect(content()).toHaveProperty('value', 'Half a thought');
});

it('sends the draft id with the post, and removes the draft everywhere', async () => {
  const sent: SchedulePostRequest[] = [];
  answer(schedulePost, (request) => {
    sent.push(request);
    server.drafts = server.drafts.filter(({ id }) => id !== request.draftId);
    posts = [...posts, aPost({ id: 2, content: request.content })];
    return posts[1] ?? aPost();
  });
  renderApp('/posts');
  await user.click(await button('Start Creating'));
  await screen.findByRole('dialog', { name: 'Create New Post' });
  write('Half a thought');
  await pick(/ana\.bsky\.social/);
  await screen.findByText('Saved');
  const [{ id } = aDraft()] = server.drafts;
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject([{ draftId: id }]);
  await screen.findByRole('article', { name: 'Half a thought' });
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: /^Continue/u })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Drafts/u })).toBeNull();
  });
  expect(server.drafts).toEqual([]);
  expect(draftsKept()).toBe(0);
});

it('removes all draft texts from the browser at sign-out, even that of an open form', async () => {
  refuse(saveDraft, 503);
  await open();
  write('Half a thought');
  await screen.findByText('Saved on this device');
  forgetPerson(me.id);
  write('Half a thought, and more');
  globalThis.dispatchEvent(new Event('pagehide'));
  cleanup();
  expect(storedText()).not.toContain('thought');
});

it('does not store the text of an open form after another window has signed out', async () => {
  await open();
  write('Half a thought');
  fireEvent(window, new StorageEvent('storage', { key: signedOutKey(me.id), newValue: '' }));
  globalThis.dispatchEvent(new Event('pagehide'));
  expect(storedText()).not.toContain('thought');
});

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
