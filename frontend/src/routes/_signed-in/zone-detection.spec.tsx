// @zones
import { currentUser } from '@posthorn/contracts/identity/session.http';
import { detectTimezone } from '@posthorn/contracts/identity/timezone.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { afterEach, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answerPosts } from '#testing/answer-posts.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aUser } from '#testing/views.ts';
import { toasts } from '#ui/toast-store.ts';

const live = liveServer();
afterEach(() => {
  jest.restoreAllMocks();
});

const inTokyo = () => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...options, timeZone: 'Asia/Tokyo' });
};

it("sends the device's zone only after the first screen, and then reloads the user once", async () => {
  inTokyo();
  let timezone = 'UTC';
  const requests: string[] = [];
  answer(currentUser, () => {
    requests.push('user');
    return aUser({ timezone });
  });
  answer(listAccounts, () => []);
  answerPosts(() => []);
  answer(detectTimezone, (request) => {
    requests.push(`zone ${request.timezone}`);
    ({ timezone } = request);
    live.send('user');
    return { timezone };
  });
  renderApp('/posts');
  await screen.findByRole('heading', { level: 1 });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(requests).toEqual(['user']);
  await waitFor(() => {
    expect(requests).toEqual(['user', 'zone Asia/Tokyo', 'user']);
  });
});

it("only logs that the device's zone could not be stored", async () => {
  inTokyo();
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer(currentUser, () => aUser({ timezone: 'UTC' }));
  answer(listAccounts, () => []);
  answerPosts(() => []);
  refuse(detectTimezone, 503);
  renderApp('/posts');
  await waitFor(() => {
    expect(warned).toHaveBeenCalledWith('The time zone could not be stored', expect.anything());
  });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(toasts()).toEqual([]);
});
