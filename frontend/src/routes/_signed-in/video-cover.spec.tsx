import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { listPlatforms } from '@posthorn/contracts/integrations/platforms.http';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { editPost, type EditPostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerPosts } from '#testing/answer-posts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { onDesk } from '#testing/window-width.ts';
import { aBlueskyAccount, aPlatform, aPost, aTarget, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const video: MediaFileView = {
  mediaUrl: '/media/video.mp4',
  mediaType: 'video',
  mimeType: 'video/mp4',
  mediaSize: 4,
  originalName: 'video.mp4',
  order: 0,
  thumbnailUrl: null,
  width: 1080,
  height: 1920,
  durationSeconds: 12.5,
  altText: null,
};
const photo: MediaFileView = {
  ...video,
  mediaUrl: '/media/photo.jpg',
  originalName: 'photo.jpg',
  mediaType: 'image',
  mimeType: 'image/jpeg',
  durationSeconds: null,
};
let changes: EditPostRequest[];

beforeEach(() => {
  localStorage.clear();
  onDesk(true);
  changes = [];
  // jsdom has video elements, but does not play them.
  jest.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser());
  answer(listAccounts, () => [aBlueskyAccount()]);
  answer(listPlatforms, () => [
    aPlatform({
      options: [
        { kind: 'moment', name: 'coverAt', label: 'Cover', forMedia: 'loneVideo', required: false },
        // Every post has this option.
        { kind: 'flag', name: 'sound', label: 'Sound', required: false, initial: false },
      ],
    }),
  ]);
  answer(editPost, (request) => {
    changes.push(request);
    return aPost();
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const edit = async (mediaFiles: readonly MediaFileView[], options = {}) => {
  answerPosts(() => [aPost({ mediaFiles, targets: [aTarget({ options })] })]);
  renderApp('/posts?edit=1');
  await screen.findByRole('dialog', { name: 'Edit Post' });
};
const slider = () => screen.getByRole('slider', { name: /^Cover/ });
const save = () => user.click(screen.getByRole('button', { name: 'Update Post' }));
const sent = () => changes.map(({ targets }) => targets?.map(({ options }) => options));

it('chooses the cover of a video with a slider over the length of the video', async () => {
  await edit([video]);
  await screen.findByRole('slider');
  expect(slider().getAttribute('aria-valuetext')).toBe('The platform chooses');
  // The user has not yet made a choice that could be cleared.
  expect(screen.queryByRole('button', { name: 'Let the platform choose' })).toBeNull();
  expect([slider().getAttribute('min'), slider().getAttribute('max')]).toEqual(['0', '12499']);
  fireEvent.change(slider(), { target: { value: '2500' } });
  expect(slider().getAttribute('aria-valuetext')).toBe('2.5 seconds into the video');
  expect(await accessibilityFaults()).toEqual([]);
  await save();
  await screen.findByText('Post Updated');
  expect(sent()).toEqual([[{ coverAt: 2500 }]]);
});

it('lets the platform choose the cover again, and keeps the focus on the slider', async () => {
  await edit([video], { coverAt: 2500 });
  await screen.findByRole('slider');
  expect(slider()).toHaveProperty('value', '2500');
  await user.click(screen.getByRole('button', { name: 'Let the platform choose' }));
  expect(document.activeElement).toBe(slider());
  await save();
  await screen.findByText('Post Updated');
  expect(sent()).toEqual([[{}]]);
});

it('reports a cover time that is after the end of the video', async () => {
  await edit([video], { coverAt: 60_000 });
  const words = PRECHECK_TEXT.notInVideo('Bluesky', 'Cover').replace('Bluesky: ', '');
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
});

it.each([
  ['a photo', [photo]],
  ['a video beside a photo', [video, photo]],
])('does not offer a cover for %s', async (_what, files) => {
  await edit(files);
  await screen.findByRole('checkbox', { name: 'Sound' });
  expect(screen.queryByRole('slider')).toBeNull();
});

it('lets the user choose a cover even if the browser cannot play the video', async () => {
  await edit([video]);
  await screen.findByRole('slider');
  const player = document.querySelector('video[src="/media/video.mp4"]');
  if (player) fireEvent.error(player);
  await screen.findByText('This browser cannot show the video.');
  fireEvent.change(slider(), { target: { value: '100' } });
  await waitFor(() => {
    expect(slider().getAttribute('aria-valuetext')).toBe('0.1 seconds into the video');
  });
});
