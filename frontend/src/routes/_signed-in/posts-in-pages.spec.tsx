import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { countPosts, deletePost, listPosts, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aPost, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let posts: PostView[];
/** The parameters of each requested page. */
let requests: string[];

/** Returns a post of the year 2030. A post with a higher id is further down in the list. */
const due = (id: number, overrides: Partial<PostView> = {}) => {
  const scheduledFor = new Date(Date.UTC(2030, 0, id)).toISOString();
  return aPost({ id, content: `Post ${String(id)}`, scheduledFor, ...overrides });
};
const withChange = (id: number, overrides: Partial<PostView>) =>
  posts.map((post) => (post.id === id ? { ...post, ...overrides } : post));

beforeEach(() => {
  localStorage.clear();
  requests = [];
  posts = Array.from({ length: 120 }, (_, index) => due(index + 1));
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerPosts(
    () => posts,
    (query) => requests.push(query.toString()),
  );
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'IntersectionObserver');
});

/** Two pages and a dialog are slow in jsdom. */
const SLOW = { timeout: 20_000 };
// Searches by text and selector, because a search by role through a hundred cards takes seconds.
const card = (words: string) => screen.findByText(words, { selector: 'article p' });
const cards = () =>
  [...document.querySelectorAll('article')].map((article) => article.getAttribute('aria-label'));
const more = () => screen.findByText('Show more posts', { selector: 'button' });
const counts = () => screen.getByLabelText('Filter posts').textContent;
const countsContain = (text: string) =>
  waitFor(() => {
    expect(counts()).toContain(text);
  });
const shows = (text: string) => screen.findByText(text, { selector: '[role=status]' });

it('loads fifty posts at first, shows their total number, and loads more on request', async () => {
  renderApp('/posts');
  await card('Post 1');
  await countsContain('120Totals');
  await shows('50 of 120 posts');
  expect(requests).toEqual(['limit=50']);
  expect(document.querySelector('li[aria-setsize]')?.getAttribute('aria-setsize')).toBe('120');
  await user.click(await more());
  await shows('100 of 120 posts');
  await user.click(await more());
  await waitFor(() => {
    expect(screen.queryByText('Show more posts')).toBeNull();
  });
  expect(requests).toEqual(['limit=50', 'limit=50&after=50', 'limit=50&after=100']);
});
it('moves the keyboard focus to the first new post', async () => {
  renderApp('/posts');
  (await more()).focus();
  await user.keyboard('{Enter}');
  await shows('100 of 120 posts');
  await waitFor(() => {
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Post 51');
  });
});
it('loads the next posts when the user scrolls near the end of the list', async () => {
  let reachEnd: () => void = () => undefined;
  class Watching implements Partial<IntersectionObserver> {
    constructor(callback: IntersectionObserverCallback) {
      reachEnd = () => {
        callback(
          [{ isIntersecting: true } as IntersectionObserverEntry],
          this as unknown as IntersectionObserver,
        );
      };
    }
    observe(): void {
      // The spec calls this callback itself.
    }
    disconnect(): void {
      reachEnd = () => undefined;
    }
  }
  Object.defineProperty(globalThis, 'IntersectionObserver', { value: Watching, configurable: true });
  renderApp('/posts');
  await shows('50 of 120 posts');
  act(() => {
    reachEnd();
  });
  await shows('100 of 120 posts');
});
it('keeps the loaded posts when more fail to load, and tries again on request', async () => {
  renderApp('/posts');
  await card('Post 1');
  refuse(listPosts, 503);
  await user.click(await more());
  await screen.findByText('More posts could not be loaded. Please try again.');
  await card('Post 1');
  answerPosts(() => posts);
  await user.click(await more());
  await shows('100 of 120 posts');
});

it('loads only the changed post, not its page', async () => {
  renderApp('/posts');
  await user.click(await more());
  await shows('100 of 120 posts');
  requests = [];
  posts = withChange(2, { content: 'Changed words' });
  live.send('posts', { ids: [2], gone: [] });
  await card('Changed words');
  expect(requests).toEqual([]);
  expect(cards().slice(0, 3)).toEqual(['Post 1', 'Changed words', 'Post 3']);
});
it('moves, removes and adds the posts of a live update, and reloads the counts', async () => {
  renderApp('/posts');
  await card('Post 1');
  posts = [
    ...withChange(1, { status: 'posted' }).filter(({ id }) => id !== 2),
    due(3, { id: 999, content: 'New' }),
  ];
  live.send('posts', { ids: [1, 999], gone: [2] });
  await card('New');
  await waitFor(() => {
    expect(cards().slice(0, 3)).toEqual(['Post 3', 'New', 'Post 4']);
  });
  await countsContain('119Scheduled');
  await countsContain('1Posted');
  expect(requests).toEqual(['limit=50']);
});
it('reloads the whole list after a live update without the ids of the changed posts', async () => {
  renderApp('/posts');
  await user.click(await more());
  await shows('100 of 120 posts');
  requests = [];
  posts = withChange(2, { content: 'Changed words' });
  live.send('posts');
  await card('Changed words');
  expect(requests).toEqual(['limit=50', 'limit=50&after=50']);
});

it('filters and searches on the server, and shows loaded matches before the response arrives', async () => {
  posts = [...posts, ...[301, 302].map((id) => due(id, { status: 'failed', content: `Bowl ${String(id)}` }))];
  renderApp('/posts');
  await card('Post 1');
  await user.click(screen.getByText('Failed', { selector: 'button *' }));
  await card('Bowl 302');
  expect(cards()).toEqual(['Bowl 302', 'Bowl 301']);
  await user.type(screen.getByLabelText('Search posts'), '#BOWL 301');
  await waitFor(() => {
    expect(cards()).toEqual(['Bowl 301']);
  });
  // A slow typist causes requests in between.
  await waitFor(() => {
    expect(requests.at(-1)).toBe('limit=50&status=failed&q=bowl+301');
  });
  expect(requests.slice(0, 2)).toEqual(['limit=50', 'limit=50&status=failed']);
  const { length } = requests;
  await user.clear(screen.getByLabelText('Search posts'));
  await card('Bowl 302');
  expect(requests).toHaveLength(length);
});
it('keeps the search in the URL, and restores it from there', async () => {
  const router = renderApp('/posts?q=Post%2012');
  await card('Post 112');
  expect(requests).toContain('limit=50&q=post+12');
  const field = screen.getByLabelText('Search posts');
  expect(field).toHaveProperty('value', 'Post 12');
  await user.clear(field);
  await user.type(field, 'Post 99');
  await card('Post 99');
  await waitFor(() => {
    expect(router.state.location.searchStr).toContain('99');
  });
});
it('does not say that nothing was found before the server has responded', async () => {
  renderApp('/posts');
  await card('Post 1');
  let found: () => void = () => undefined;
  const untilFound = new Promise<void>((resolve) => {
    found = resolve;
  });
  answer(listPosts, async () => {
    await untilFound;
    return [];
  });
  await user.type(screen.getByLabelText('Search posts'), 'zebra');
  await screen.findByText('Looking for posts…');
  expect(screen.queryByRole('heading', { name: 'No matching posts' })).toBeNull();
  found();
  await screen.findByRole('heading', { name: 'No matching posts' });
});
it('opens the form of a post that is on a later page of the list', async () => {
  posts = posts.slice(0, 60);
  renderApp('/posts?edit=59');
  await screen.findByText('Edit Post', { selector: '[role=dialog] *' }, SLOW);
  expect(await screen.findByLabelText('Content', {}, SLOW)).toHaveProperty('value', 'Post 59');
});
it('decreases the counts before the server has confirmed a deletion', async () => {
  let deleted: () => void = () => undefined;
  const untilDeleted = new Promise<void>((resolve) => {
    deleted = resolve;
  });
  answer(deletePost, async () => {
    await untilDeleted;
    return { outcome: 'cancelled', targets: [] };
  });
  renderApp('/posts');
  await card('Post 1');
  await user.click(screen.getByLabelText('More for Post 1'));
  await user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Delete' }));
  await countsContain('119Totals');
  await countsContain('119Scheduled');
  expect(cards()[0]).toBe('Post 2');
  posts = posts.slice(1);
  deleted();
  await screen.findByText('Post Deleted');
});
it('says what to do when the counts fail to load', async () => {
  refuse(countPosts, 503, {
    message: 'Posthorn cannot read right now. Please try again in a few seconds.',
    code: 'server.database-unavailable',
  });
  renderApp('/posts');
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Posthorn cannot read right now. Please try again in a few seconds.',
  );
});
