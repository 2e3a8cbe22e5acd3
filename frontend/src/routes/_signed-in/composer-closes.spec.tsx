import { saveDraft } from '@posthorn/contracts/scheduling/drafts.http';
import { editPost, schedulePost, type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { uploadMedia } from '@posthorn/contracts/shared/media.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { DRAFTS_TEXT } from '#features/scheduling/messages/drafts.en.ts';
import { aDraft, type DraftsOnServer } from '#testing/answer-drafts.ts';
import { answerInbox } from '#testing/answer-inbox.ts';
import { answerComposer, content, open, pick, submit, user, write } from '#testing/composing.ts';
import { answer, refuse, refuseWith } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost } from '#testing/views.ts';

let posts: PostView[];
let server: DraftsOnServer;

beforeEach(() => {
  posts = [aPost({ id: 1, content: 'Earlier' })];
  server = answerComposer(() => posts);
  answerInbox(() => []);
});

const newPost = async () => {
  await user.click(await screen.findByRole('button', { name: 'Start Creating' }));
  await screen.findByRole('dialog', { name: 'Create New Post' });
};
const close = async () => {
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
};
/** The server responds when the spec calls the returned function. */
const answerLate = (call: typeof schedulePost | typeof editPost) => {
  let respond: (() => void) | undefined;
  answer(call, async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return aPost({ id: 2 });
  });
  return async () => {
    await waitFor(() => {
      expect(respond).toBeDefined();
    });
    await act(async () => {
      respond?.();
      await Promise.resolve();
    });
  };
};
const addFile = () =>
  user.upload(screen.getByLabelText('Add media'), new File(['jpeg'], 'harbour.jpg', { type: 'image/jpeg' }));

it('leaves a second composer open when the server answers the first', async () => {
  const respond = answerLate(schedulePost);
  renderApp('/posts');
  await newPost();
  write('The first');
  await pick(/ana\.bsky\.social/);
  await submit();
  await close();
  await newPost();
  write('The second');
  await respond();
  await screen.findByText('Post scheduled!');
  await screen.findByText('Saved');
  expect(content()).toHaveProperty('value', 'The second');
});

it.each([
  ['/posts?compose=true', schedulePost, 'Post scheduled!'],
  ['/posts?edit=1', editPost, 'Post Updated'],
])('stays on the next screen when the server answers the form of %s late', async (path, call, done) => {
  const respond = answerLate(call);
  const router = renderApp(path);
  await screen.findByRole('dialog');
  write('On the way');
  if (call === schedulePost) await pick(/ana\.bsky\.social/);
  await user.click(screen.getByRole('button', { name: /^(?:Schedule|Update) Post$/u }));
  await close();
  await act(() => router.navigate({ to: '/inbox', search: { status: 'new' } }));
  await respond();
  await screen.findByText(done);
  expect(router.state.location.href).toBe('/inbox?status=new');
});

it('takes no changes while the post is being sent, and takes them again after a refusal', async () => {
  let refusePost: (() => void) | undefined;
  answer(schedulePost, async () => {
    await new Promise<void>((resolve) => {
      refusePost = resolve;
    });
    return refuseWith(503, { message: 'no', code: 'test.lost', requestId: 'r1' });
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  content().focus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  await screen.findByRole('button', { name: 'Scheduling...' });
  expect(content().closest('[inert]')).not.toBeNull();
  // A browser takes the focus from a form that takes no input.
  content().blur();
  await waitFor(() => {
    expect(refusePost).toBeDefined();
  });
  refusePost?.();
  await screen.findByRole('button', { name: 'Schedule Post' });
  expect(content().closest('[inert]')).toBeNull();
  expect(document.activeElement).toBe(content());
});

it('goes back to the list after a draft was scheduled, not to the draft', async () => {
  answer(schedulePost, () => {
    server.drafts = [];
    posts = [...posts, aPost({ id: 2, content: 'Half a thought' })];
    return aPost({ id: 2, content: 'Half a thought' });
  });
  const router = renderApp('/posts');
  await newPost();
  write('Half a thought');
  await pick(/ana\.bsky\.social/);
  await screen.findByText('Saved');
  await submit();
  await screen.findByText('Post scheduled!');
  act(() => {
    router.history.back();
  });
  await waitFor(() => {
    expect(router.history.canGoBack()).toBe(false);
  });
  expect(screen.queryByText(DRAFTS_TEXT.missing)).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('leads back past a draft that no longer exists', async () => {
  const router = renderApp('/inbox');
  await screen.findByRole('heading', { level: 1 });
  await act(() => router.navigate({ to: '/posts', search: { compose: true, draft: aDraft().id } }));
  await screen.findByText(DRAFTS_TEXT.missing);
  act(() => {
    router.history.back();
  });
  await waitFor(() => {
    expect(router.state.location.pathname).toBe('/inbox');
  });
});

it('says that a file is not uploaded yet, and that closing the form lost the file', async () => {
  answer(uploadMedia, () => new Promise(() => undefined));
  renderApp('/posts');
  await newPost();
  write('Half a thought');
  await addFile();
  await screen.findByText('Saved · 1 file not uploaded yet');
  expect(screen.queryByText('Saved')).toBeNull();
  await close();
  await screen.findByText('1 file was not uploaded');
  expect(server.drafts).toMatchObject([{ content: 'Half a thought', mediaFiles: [] }]);
});

/** Whether the browser asks before it closes the tab. */
const asksBeforeLeaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  globalThis.dispatchEvent(event);
  return event.defaultPrevented;
};

it('asks before the tab closes only while a file is being uploaded', async () => {
  let finish: (() => void) | undefined;
  answer(uploadMedia, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return refuseWith(503, { message: 'no', code: 'test.lost', requestId: 'r1' });
  });
  await open();
  write('Half a thought');
  expect(asksBeforeLeaving()).toBe(false);
  await addFile();
  await waitFor(() => {
    expect(finish).toBeDefined();
  });
  expect(asksBeforeLeaving()).toBe(true);
  finish?.();
  await screen.findByText('Upload failed');
  expect(asksBeforeLeaving()).toBe(false);
  answer(uploadMedia, () => new Promise(() => undefined));
  await user.click(screen.getByRole('button', { name: 'Try harbour.jpg again' }));
  expect(asksBeforeLeaving()).toBe(true);
  await close();
  expect(asksBeforeLeaving()).toBe(false);
});

it.each(['/posts?compose=true', '/posts?edit=1'])(
  'asks before the tab closes while the text of %s is kept nowhere',
  async (path) => {
    refuse(saveDraft, 503);
    renderApp(path);
    await screen.findByRole('dialog');
    expect(asksBeforeLeaving()).toBe(false);
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    write('Half a thought');
    await screen.findByText("Drafts can't be saved in this browser");
    expect(asksBeforeLeaving()).toBe(true);
    storage.mockRestore();
    expect(asksBeforeLeaving()).toBe(false);
  },
);

it('says for an edit that closing the form lost a file that failed to upload', async () => {
  refuse(uploadMedia, 500);
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
  await addFile();
  await screen.findByText('1 file not uploaded yet');
  await close();
  await screen.findByText('1 file was not uploaded');
});

it('does not report the files of an edit that the user has thrown away', async () => {
  answer(uploadMedia, () => new Promise(() => undefined));
  const edit = async () => {
    renderApp('/posts?edit=1');
    await screen.findByRole('dialog', { name: 'Edit Post' });
  };
  await edit();
  write('Half a thought');
  await screen.findByText('Saved');
  cleanup();
  await edit();
  await addFile();
  await screen.findByText('1 file not uploaded yet');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(content()).toHaveProperty('value', 'Earlier');
  await close();
  expect(screen.queryByText('1 file was not uploaded')).toBeNull();
});
