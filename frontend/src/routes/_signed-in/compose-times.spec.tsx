// @zones
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  editPost,
  schedulePost,
  type PostView,
  type SchedulePostRequest,
} from '@posthorn/contracts/scheduling/posts.http';
import { beforeEach, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { accessibilityFaults } from '#testing/axe.ts';
import { answerComposer, draftsKept, open, pick, setTime, submit, user, write } from '#testing/composing.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aPost } from '#testing/views.ts';

let posts: PostView[];

beforeEach(() => {
  posts = [];
  answerComposer(() => posts);
});

it('schedules a post in the zone of the user and closes', async () => {
  let sent: SchedulePostRequest | undefined;
  answer(schedulePost, (request) => {
    sent = request;
    const post = aPost({ content: request.content });
    posts = [post];
    return post;
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-07-01T13:00');
  expect(screen.getByText(/^Mon 1 Jul 2030, 13:00 London time \(GMT\+1\), in \d+ years$/)).toBeTruthy();
  expect(await accessibilityFaults()).toEqual([]);
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent).toMatchObject({
    content: 'Hello',
    selectedAccountIds: [7],
    scheduledFor: '2030-07-01T12:00:00.000Z',
    timezone: 'Europe/London',
    localTime: '2030-07-01T13:00',
  });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
  await screen.findByRole('article', { name: 'Hello' });
  expect(draftsKept()).toBe(0);
});
it('refuses a time that has passed', async () => {
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2020-01-01T13:00');
  await submit();
  await screen.findByText(POST_TEXT.timePast);
});
it('names what happens to a time that the clocks jump over', async () => {
  await open();
  await setTime('2030-03-31T01:30');
  await screen.findByText(/It will be published at 02:30/);
});
it('asks which one when a time comes twice', async () => {
  let sent: SchedulePostRequest | undefined;
  answer(schedulePost, (request) => {
    sent = request;
    return aPost();
  });
  await open();
  write('Hello');
  await pick(/ana\.bsky\.social/);
  await setTime('2030-10-27T01:30');
  await user.click(await screen.findByRole('radio', { name: /The second/ }));
  await submit();
  await screen.findByText('Post scheduled!');
  expect(sent?.scheduledFor).toBe('2030-10-27T01:30:00.000Z');
});
it('edits a post, shows its accounts, and keeps a time that the user did not change', async () => {
  posts = [aPost({ content: 'Before', scheduledFor: '2030-01-01T12:00:30.000Z' })];
  let sent: { content: string; scheduledFor: string } | undefined;
  answer(editPost, (request) => {
    sent = request;
    posts = [aPost({ content: request.content })];
    return posts[0] ?? aPost();
  });
  renderApp('/posts');
  await user.click(await screen.findByRole('button', { name: 'Edit Before' }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Post' });
  expect(
    within(within(dialog).getByRole('region', { name: 'Publishing to' })).getByText('ana.bsky.social'),
  ).toBeTruthy();
  write('After');
  await user.click(screen.getByRole('button', { name: 'Update Post' }));
  await screen.findByText('Post Updated');
  expect(sent).toMatchObject({ content: 'After', scheduledFor: '2030-01-01T12:00:30.000Z' });
  await screen.findByRole('article', { name: 'After' });
});
