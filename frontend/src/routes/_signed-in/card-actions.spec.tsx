import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { duplicatePost } from '@posthorn/contracts/scheduling/drafts.http';
import { changeManyPosts, type ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  countPosts,
  editPost,
  getPost,
  type EditPostRequest,
  type PostView,
} from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aDraft, answerDrafts } from '#testing/answer-drafts.ts';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, answerWithHeaders, refuse, refuseWith } from '#testing/fake-server.ts';
import { toasts } from '#ui/toast-store.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
const SOON = '2029-01-01T12:00:00.000Z';
let posts: PostView[];

beforeEach(() => {
  localStorage.clear();
  posts = [
    aPost({ id: 1, revision: 4, content: 'Harbour at dawn', scheduledFor: '2030-01-01T12:00:00.000Z' }),
    aPost({
      id: 2,
      revision: 9,
      content: 'Kiln opened',
      title: 'Kiln',
      status: 'posted',
      scheduledFor: '2026-11-01T10:00:00.000Z',
      targets: [aTarget({ status: 'posted' })],
    }),
  ];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(listAccounts, () => [aBlueskyAccount({ id: 7 })]);
  answerPosts(() => posts);
});

const card = (name: string) => screen.findByRole('article', { name });
const openMenu = async (name: string) => {
  await user.click(within(await card(name)).getByRole('button', { name: `More for ${name}` }));
  return screen.findByRole('menu');
};
const choose = async (name: string, item: string) => {
  await user.click(within(await openMenu(name)).getByRole('menuitem', { name: item }));
};

it('offers on each card only the actions that its post allows', async () => {
  renderApp('/posts');
  const itemsOf = async (name: string) =>
    within(await openMenu(name))
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent);
  expect(await itemsOf('Harbour at dawn')).toEqual([
    'Edit',
    'Duplicate',
    'Post now',
    'Move to…',
    'History',
    'Delete',
  ]);
  expect(await accessibilityFaults()).toEqual([]);
  await user.keyboard('{Escape}');
  expect(await itemsOf('Kiln')).toEqual(['Edit', 'Duplicate', 'History', 'Archive']);
});

it('opens a menu by keys with the focus on its first action, and "Move to" on its field', async () => {
  renderApp('/posts');
  within(await card('Harbour at dawn'))
    .getByRole('button', { name: 'More for Harbour at dawn' })
    .focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Edit');
  });
  await user.keyboard('m');
  await waitFor(() => {
    expect(document.activeElement?.textContent).toBe('Move to…');
  });
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'Move post' });
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Move to'));
});

it('keeps the focus on a card when its post moves in the list', async () => {
  renderApp('/posts');
  (await card('Kiln')).focus();
  posts = posts.map((post) => (post.id === 2 ? { ...post, status: 'scheduled', scheduledFor: SOON } : post));
  live.send('posts', { ids: [2], gone: [] });
  await waitFor(() => {
    expect(screen.getAllByRole('article')[0]?.getAttribute('aria-label')).toBe('Kiln');
  });
  expect(document.activeElement).toBe(await card('Kiln'));
});

it('duplicates a post as a draft, and opens the draft above the same list', async () => {
  const requests: unknown[] = [];
  const copy = aDraft({ id: '7b5d2f3e-0000-4000-8000-000000000001', content: 'Kiln opened' });
  answerDrafts([copy]);
  answer(duplicatePost, (_nothing, { id }) => {
    requests.push(id);
    return copy;
  });
  const router = renderApp('/posts?filter=posted');
  await choose('Kiln', 'Duplicate');
  await waitFor(() => {
    expect(router.state.location.href).toBe(
      '/posts?filter=posted&compose=true&draft=7b5d2f3e-0000-4000-8000-000000000001',
    );
  });
  expect(requests).toEqual(['2']);
  await screen.findByRole('dialog', { name: 'Create New Post' });
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveProperty('value', 'Kiln opened');
  await screen.findByText('Post duplicated');
});

it('says why a post was not duplicated', async () => {
  refuse(duplicatePost, 422, {
    message: 'You have 500 drafts. Please delete one of them first.',
    code: 'scheduling.draft-limit-reached',
  });
  renderApp('/posts');
  await choose('Kiln', 'Duplicate');
  await screen.findByText('You have 500 drafts. Please delete one of them first.');
});

it("publishes the shown revision of a post now, by the server's clock, after a confirmation", async () => {
  const sent: unknown[] = [];
  answerWithHeaders(getPost, () => ({
    // Another window has changed the post. The server refuses the older revision.
    reply: { ...posts[0], revision: 5 } as PostView,
    headers: { date: 'Fri, 20 Nov 2026 12:00:00 GMT' },
  }));
  // This handler must be added after `getPost`, because the path of `getPost` also matches this request.
  answer(countPosts, () => ({ all: 2, scheduled: 1, posted: 1, failed: 0, attention: 0 }));
  answer(editPost, (request, { id }) => {
    sent.push([id, request]);
    return { ...(posts[0] as PostView), scheduledFor: request.scheduledFor };
  });
  renderApp('/posts');
  await choose('Harbour at dawn', 'Post now');
  const question = await screen.findByRole('alertdialog', { name: 'Post this now?' });
  expect(question.textContent).toContain('It goes out on 1 account at once');
  expect(sent).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Post now' }));
  await screen.findByText('Publishing now');
  expect(sent).toEqual([
    ['1', { content: 'Harbour at dawn', scheduledFor: '2026-11-20T12:00:00.000Z', revision: 4 }],
  ]);
});

it('moves a post to another time, and offers to undo the move', async () => {
  const sent: ManyPostsRequest[] = [];
  answer(changeManyPosts, (request) => {
    sent.push(request);
    return { results: request.ids.map((id) => ({ id, ok: true })) };
  });
  renderApp('/posts');
  await choose('Harbour at dawn', 'Move to…');
  const dialog = await screen.findByRole('dialog', { name: 'Move post' });
  const time = within(dialog).getByLabelText('Move to');
  fireEvent.change(time, { target: { value: '2030-01-01T14:30' } });
  expect(await accessibilityFaults()).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  const moved = { ids: [1], action: 'move', times: ['2030-01-01T12:00:00.000Z'], byMinutes: 150 };
  await screen.findByText('Post moved');
  expect(sent).toEqual([moved]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => {
    expect(sent[1]).toEqual({ ...moved, times: ['2030-01-01T14:30:00.000Z'], byMinutes: -150 });
  });
  await screen.findByText('Undone');
});

it('moves a post with seconds to the chosen minute, and undoes the move within ten seconds', async () => {
  const sent: ManyPostsRequest[] = [];
  posts = [aPost({ id: 1, content: 'Harbour at dawn', scheduledFor: '2030-01-01T08:15:42.000Z' })];
  answer(changeManyPosts, (request) => {
    sent.push(request);
    return { results: request.ids.map((id) => ({ id, ok: true })) };
  });
  renderApp('/posts');
  await choose('Harbour at dawn', 'Move to…');
  const dialog = await screen.findByRole('dialog', { name: 'Move post' });
  fireEvent.change(within(dialog).getByLabelText('Move to'), { target: { value: '2030-01-01T10:00' } });
  await user.click(within(dialog).getByRole('button', { name: 'Move' }));
  await screen.findByText(/^It goes out on .*10:00/u);
  expect(toasts()[0]).toMatchObject({ seconds: 10 });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Undone');
  const move = { ids: [1], action: 'move' };
  expect(sent).toEqual([
    { ...move, times: ['2030-01-01T08:15:42.000Z'], byMinutes: 105 },
    { ...move, times: ['2030-01-01T10:00:42.000Z'], byMinutes: -105 },
  ]);
});

it('edits the title and the automatic replies of a published post', async () => {
  const sent: EditPostRequest[] = [];
  answer(editPost, (request) => {
    sent.push(request);
    posts = [aPost({ ...posts[1], title: request.title ?? null, aiRepliesEnabled: true })];
    return posts[0] as PostView;
  });
  const router = renderApp('/posts');
  await user.click(within(await card('Kiln')).getByRole('button', { name: 'Edit Kiln' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Post details' }));
  expect(router.state.location.search).toEqual({ edit: 2 });
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  expect(await accessibilityFaults()).toEqual([]);
  const title = dialog.getByRole('textbox', { name: /^Title/u });
  await user.clear(title);
  await user.type(title, 'First kiln');
  await user.click(dialog.getByRole('switch', { name: 'AI auto-reply' }));
  await user.click(save);
  await card('First kiln');
  expect(sent).toEqual([
    {
      content: 'Kiln opened',
      scheduledFor: '2026-11-01T10:00:00.000Z',
      revision: 9,
      title: 'First kiln',
      aiRepliesEnabled: true,
    },
  ]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** Another window saves a title, and this window gets a live update. */
const saveTitleElsewhere = () => {
  posts = posts.map((post) => (post.id === 2 ? { ...post, title: 'Second kiln', revision: 10 } : post));
  act(() => {
    live.send('posts', { ids: [2], gone: [] });
  });
};

it('keeps a title that another window has saved when the user changes only the automatic replies', async () => {
  const sent: EditPostRequest[] = [];
  answer(editPost, (request) => {
    sent.push(request);
    return posts[1] as PostView;
  });
  renderApp('/posts?edit=2');
  const dialog = within(await screen.findByRole('dialog', { name: 'Post details' }));
  saveTitleElsewhere();
  await waitFor(() => {
    expect(dialog.getByRole('textbox', { name: /^Title/u })).toHaveProperty('value', 'Second kiln');
  });
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('switch', { name: 'AI auto-reply' }));
  await user.click(save);
  await waitFor(() => {
    expect(sent).toEqual([
      {
        content: 'Kiln opened',
        scheduledFor: '2026-11-01T10:00:00.000Z',
        revision: 10,
        aiRepliesEnabled: true,
      },
    ]);
  });
});

it('replaces a title that another window has saved since only after it has said so', async () => {
  const sent: EditPostRequest[] = [];
  answer(editPost, (request) => {
    sent.push(request);
    const code = 'scheduling.post-changed';
    if (request.revision !== 10) refuseWith(409, { message: POST_TEXT.changed, code, requestId: 'r1' });
    return posts[1] as PostView;
  });
  renderApp('/posts?edit=2');
  const dialog = within(await screen.findByRole('dialog', { name: 'Post details' }));
  await user.type(dialog.getByRole('textbox', { name: /^Title/u }), ' again');
  saveTitleElsewhere();
  await screen.findByRole('article', { name: 'Second kiln', hidden: true });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText(POST_TEXT.changed);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Post Updated');
  expect(sent.map(({ title, revision }) => [title, revision])).toEqual([
    ['Kiln again', 9],
    ['Kiln again', 10],
  ]);
});

it('takes no changes to a published post while it saves, and takes them again after a refusal', async () => {
  let respond: (() => void) | undefined;
  answer(editPost, async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return refuseWith(503, {
      message: 'Posthorn cannot save right now.',
      code: 'test.busy',
      requestId: 'r1',
    });
  });
  renderApp('/posts?edit=2');
  const dialog = within(await screen.findByRole('dialog', { name: 'Post details' }));
  const title = dialog.getByRole('textbox', { name: /^Title/u });
  await user.type(title, ' again{Enter}');
  await waitFor(() => {
    expect(respond).toBeDefined();
  });
  expect(title.closest('[inert]')).not.toBeNull();
  expect(dialog.getByRole('button', { name: 'Cancel' }).closest('[inert]')).toBeNull();
  // A browser takes the focus from a part that takes no input.
  title.blur();
  respond?.();
  await screen.findByText('Posthorn cannot save right now.');
  await waitFor(() => {
    expect(title.closest('[inert]')).toBeNull();
  });
  expect(document.activeElement).toBe(title);
});

it('does not change the automatic replies of a published post without Premium', async () => {
  answer(currentUser, () => aUser());
  const sent: EditPostRequest[] = [];
  answer(editPost, (request) => {
    sent.push(request);
    return posts[1] as PostView;
  });
  renderApp('/posts?edit=2');
  const dialog = within(await screen.findByRole('dialog', { name: 'Post details' }));
  expect(dialog.getByRole('switch', { name: 'AI auto-reply' })).toHaveProperty('disabled', true);
  dialog.getByText(POST_TEXT.aiPremium);
  await user.clear(dialog.getByRole('textbox', { name: /^Title/u }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]).not.toHaveProperty('aiRepliesEnabled');
});
