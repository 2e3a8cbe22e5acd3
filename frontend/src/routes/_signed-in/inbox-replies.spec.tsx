import { appState, currentUser } from '@posthorn/contracts/identity/session.http';
import { suggestReply } from '@posthorn/contracts/inbox/ai.http';
import {
  cancelReply,
  checkReply,
  confirmReply,
  replyToComment,
  retryReply,
  stopAutoReply,
  type CommentView,
  type CommentReplyRequest,
  type ReplyView,
} from '@posthorn/contracts/inbox/comments.http';
import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer, refuse } from '#testing/fake-server.ts';
import { liveServer } from '#testing/live-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import { aBlueskyAccount, aUser } from '#testing/views.ts';

const user = userEvent.setup();
const live = liveServer();
let comments: CommentView[];
let sent: CommentReplyRequest[];

const aReply = (overrides: Partial<ReplyView> = {}): ReplyView => ({
  id: 'r-1',
  kind: 'manual',
  state: 'sent',
  text: 'In Porto.',
  permalink: null,
  sentAt: null,
  problem: null,
  until: null,
  stale: false,
  reasons: [],
  reasonCodes: [],
  ...overrides,
});
/** Changes the comment on the server. */
const changeComment = (overrides: Partial<CommentView>): CommentView => {
  comments = comments.map((one) => ({ ...one, ...overrides }));
  return comments[0] ?? aComment();
};

beforeEach(() => {
  localStorage.clear();
  sent = [];
  comments = [aComment()];
  answer(appState, () => ({ sandbox: false, sandboxUrl: null, version: '0.1.0', signInProviders: [] }));
  answer(currentUser, () => aUser({ isPremium: true }));
  answer(listAccounts, () => [aBlueskyAccount()]);
  answerInbox(() => comments);
  answer(replyToComment, (request) => {
    sent.push(request);
    const { replyId = '', replyText } = request;
    return changeComment({
      status: 'manual_reply',
      replyText,
      reply: aReply({ id: replyId, text: replyText, sentAt: '2026-11-20T12:00:00.000Z' }),
    });
  });
});

const ben = async () => within(await screen.findByRole('article', { name: 'Comment by Ben' }));
const press = async (name: RegExp | string) => {
  await user.click((await ben()).getByRole('button', { name }));
};
const box = () => screen.findByRole('textbox', { name: 'Your reply to Ben' });
const sendLiveUpdate = () => {
  act(() => {
    live.send('comments');
  });
};

it('sends a reply, and confirms it when the server reports it as sent', async () => {
  renderApp('/inbox');
  await press(/^Reply/u);
  expect(await box()).toBe(document.activeElement);
  await user.type(await box(), 'In Porto.');
  expect(await accessibilityFaults()).toEqual([]);
  await press('Send');
  await screen.findByText('Reply sent!');
  screen.getByText('Your reply has been posted successfully.');
  (await ben()).getByText('Your reply');
  (await ben()).getByText('In Porto.');
  expect(sent).toMatchObject([{ status: 'manual_reply', replyText: 'In Porto.' }]);
  // The comment has a reply, so the row offers no further actions.
  expect((await ben()).queryByRole('button', { name: /^(Reply|Mark)/u })).toBeNull();
  expect(localStorage.length).toBe(0);
  // The focus stays on the row, so that the shortcuts still work.
  expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Comment by Ben' }));
});
it('does not send an empty reply', async () => {
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.type(await box(), '   ');
  await press('Send');
  (await ben()).getByText('Please write a reply.');
  expect(sent).toEqual([]);
});
it('limits a reply to the length that the server returned', async () => {
  changeComment({ can: { reply: 'send', hide: 'platform', remove: false, replyMax: 10 } });
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.type(await box(), 'In Porto, y');
  (await ben()).getByText('11 of 10 characters. 1 character too many for Bluesky.');
  await user.type(await box(), 'es');
  (await ben()).getByText('13 of 10 characters. 3 characters too many for Bluesky.');
});
it("counts characters by the platform's rule, and does not send a text that is too long", async () => {
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.click(await box());
  await user.paste('👩‍👩‍👧 '.repeat(150));
  await (await ben()).findByText('299 of 300 characters');
  await user.paste('more');
  (await ben()).getByText('304 of 300 characters. 4 characters too many for Bluesky.');
  await press('Send');
  expect(sent).toEqual([]);
});
it('sends by Ctrl+Enter, closes by Escape, and keeps the text even after a reload', async () => {
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.type(await box(), 'In Po{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Comment by Ben');
  document.body.replaceChildren();
  renderApp('/inbox');
  await press(/^Continue reply/u);
  expect((await box()).textContent).toBe('In Po');
  await user.type(await box(), 'rto.{Control>}{Enter}{/Control}');
  await screen.findByText('Reply sent!');
  expect(sent[0]?.replyText).toBe('In Porto.');
});
it('shows immediately that a reply is being sent, but as sent only when the server confirms it', async () => {
  let release: () => void = () => undefined;
  answer(replyToComment, async ({ replyId = '', replyText }) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return changeComment({ reply: aReply({ id: replyId, text: replyText, state: 'sending' }) });
  });
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.type(await box(), 'In Porto.{Control>}{Enter}{/Control}');
  await (await ben()).findByText('Sending…');
  release();
  sendLiveUpdate();
  (await ben()).getByText('Sending…');
  expect(screen.queryByText('Reply sent!')).toBeNull();
  await waitFor(() => {
    expect(comments[0]?.reply?.state).toBe('sending');
  });
  await waitFor(() => {
    expect(localStorage.length).toBe(0);
  });
  changeComment({ status: 'manual_reply', reply: aReply({ id: comments[0]?.reply?.id ?? '' }) });
  sendLiveUpdate();
  await screen.findByText('Reply sent!');
});
it('keeps the text when the server refuses, and sends the same text under the same id', async () => {
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.type(await box(), 'In Porto.');
  refuse(replyToComment, 422, { message: 'Bluesky takes no reply here.' });
  await press('Send');
  await screen.findByText('Reply failed');
  screen.getByText('Bluesky takes no reply here.');
  expect((await box()).textContent).toBe('In Porto.');
  answer(replyToComment, (request) => {
    sent.push(request);
    return changeComment({ reply: aReply() });
  });
  const storedReplyId = Object.values(localStorage)
    .map((value) => JSON.parse(String(value)) as { sent?: { replyId: string } })
    .find((value) => value.sent)?.sent?.replyId;
  await press('Send');
  await screen.findByText('Reply sent!');
  expect(sent[0]?.replyId).toBe(storedReplyId);
});
it('offers to check, resend or confirm a reply whose outcome is unknown', async () => {
  comments = [
    aComment({
      status: 'read',
      reply: aReply({
        state: 'unknown',
        problem: { code: 'timeout', message: 'The platform did not answer in time.', words: null },
      }),
    }),
  ];
  answer(checkReply, () => comments[0] ?? aComment());
  answer(retryReply, ({ atOwnRisk }) =>
    changeComment({ reply: aReply({ state: 'unknown', text: String(atOwnRisk) }) }),
  );
  answer(confirmReply, () => changeComment({ status: 'manual_reply', reply: aReply() }));
  renderApp('/inbox');
  await user.click(await screen.findByRole('button', { name: /harbour/u }));
  (await ben()).getByText('Unconfirmed');
  (await ben()).getByText('The platform did not answer in time.');
  await user.click(await (await ben()).findByRole('button', { name: 'Check' }));
  await screen.findByText('Still unconfirmed');
  await press('Send again');
  await user.click(await screen.findByRole('button', { name: 'Send at once' }));
  await (await ben()).findByText('true');
  await press('Mark as sent');
  await screen.findByText('Marked as sent');
  (await ben()).getByText('Your reply');
});
it('shows why a reply was not sent, and tries again', async () => {
  const problem = { code: 'blocked', message: 'They have blocked you.', words: 'blocked by author' };
  comments = [aComment({ reply: aReply({ state: 'failed', problem }) })];
  answer(retryReply, () => changeComment({ status: 'manual_reply', reply: aReply() }));
  renderApp('/inbox');
  (await ben()).getByText('Not sent');
  (await ben()).getByText('They have blocked you.');
  (await ben()).getByText('blocked by author');
  await press('Edit');
  expect((await box()).textContent).toBe('In Porto.');
  await user.keyboard('{Escape}');
  await press('Retry');
  await screen.findByText('Reply sent!');
});
it('shows an AI draft with its reasons, and lets the user send, change or discard it', async () => {
  const draft = aReply({
    id: 'd-1',
    kind: 'ai',
    state: 'draft',
    text: 'Porto!',
    stale: true,
    reasons: ['It has a link.'],
    reasonCodes: ['new-reason'],
  });
  comments = [aComment({ reply: draft })];
  answer(cancelReply, () => changeComment({ reply: null }));
  renderApp('/inbox');
  (await ben()).getByText('AI draft');
  (await ben()).getByText('It has a link.');
  (await ben()).getByText('The comment was edited after this draft was written.');
  await press('Edit');
  expect((await box()).textContent).toBe('Porto!');
  await user.type(await box(), ' Come.{Control>}{Enter}{/Control}');
  await screen.findByText('Reply sent!');
  expect(sent).toMatchObject([{ replyText: 'Porto! Come.', draftId: 'd-1' }]);

  changeComment({ status: 'new', reply: draft });
  sendLiveUpdate();
  await (await ben()).findByText('AI draft');
  await press('Discard');
  await screen.findByText('Draft discarded');
  await waitFor(async () => {
    expect((await ben()).queryByText('AI draft')).toBeNull();
  });
});
it('suggests a reply to a Premium user, with points to check', async () => {
  answer(suggestReply, ({ commentId }) => ({
    reply: `Porto, comment ${String(commentId)}`,
    warnings: ['It names a place.'],
    warningCodes: ['new-check'],
  }));
  renderApp('/inbox');
  await press(/^AI Suggest/u);
  await waitFor(async () => {
    expect((await box()).textContent).toBe('Porto, comment 1');
  });
  (await ben()).getByText('It names a place.');
  expect(sent).toEqual([]);
});
it('restores the typed text that a suggestion has replaced', async () => {
  answer(suggestReply, () => ({ reply: 'Porto!', warnings: [], warningCodes: [] }));
  renderApp('/inbox');
  await press(/^Reply/u);
  await user.type(await box(), 'Mine');
  await press(/^AI Suggest/u);
  await waitFor(async () => {
    expect((await box()).textContent).toBe('Porto!');
  });
  await press('Back to my text');
  expect((await box()).textContent).toBe('Mine');
});
it('says that suggestions need Premium', async () => {
  answer(currentUser, () => aUser({ isPremium: false }));
  renderApp('/inbox');
  await press(/^AI Suggest/u);
  await screen.findByText('Premium Required');
  screen.getByText('AI reply generation is available with Premium plan.');
  expect(screen.queryByRole('textbox')).toBeNull();
});
it('says that a suggestion failed', async () => {
  refuse(suggestReply, 503, {
    code: 'inbox.ai-failed',
    message: 'Failed to generate AI reply. Please try again.',
  });
  renderApp('/inbox');
  await press(/^AI Suggest/u);
  // The message stays visible instead of the suggested text.
  await (await ben()).findByText('Failed to generate AI reply. Please try again.');
});
it('says that the AI found nothing to answer', async () => {
  const message = 'No reply suggested: the AI found nothing to answer here.';
  refuse(suggestReply, 422, { code: 'inbox.ai-no-reply', message });
  renderApp('/inbox');
  await press(/^AI Suggest/u);
  await (await ben()).findByText(message);
});
it('links to the reconnect of the account that a reply waits for', async () => {
  const problem = { code: 'reconnect', message: 'Reconnect this account in Settings.', words: null };
  comments = [aComment({ reply: aReply({ state: 'waiting', problem }) })];
  renderApp('/inbox');
  (await ben()).getByText('The platform has signed this account out.');
  const link = await (await ben()).findByRole('link', { name: /^Connect again ?: ana\.bsky\.social/u });
  await waitFor(() => {
    expect(link.getAttribute('href')).toBe(`/api/auth/bluesky?return=${encodeURIComponent('/inbox')}`);
  });
});
it('says when an automatic reply will be sent, and can stop it', async () => {
  const soon = new Date(Date.now() + 120_000).toISOString();
  changeComment({ autoReplyAt: soon });
  let stopped = 0;
  answer(stopAutoReply, () => {
    stopped += 1;
    return changeComment({ autoReplyAt: null });
  });
  renderApp('/inbox');
  await (await ben()).findByText('An automatic reply will be sent in 2 min.');
  expect(await accessibilityFaults()).toEqual([]);
  await press(/^Stop ?: Comment by Ben/u);
  await screen.findByText('Automatic reply stopped');
  expect((await ben()).queryByText(/automatic reply/u)).toBeNull();
  expect(stopped).toBe(1);
  // The comment still waits for a reply of the user.
  (await ben()).getByRole('button', { name: /^Reply/u });
});
it('says that an automatic reply is being written, and that it was sent before the user stopped it', async () => {
  changeComment({ autoReplyAt: new Date(Date.now() - 5_000).toISOString() });
  const message = 'This automatic reply was already sent.';
  refuse(stopAutoReply, 409, { code: 'inbox.auto-reply-was-sent', message });
  renderApp('/inbox');
  await (await ben()).findByText('An automatic reply is being written.');
  await press(/^Stop/u);
  await screen.findByText(message);
});
it('links to the platform when it accepts replies only on its own page', async () => {
  comments = [
    aComment({
      platform: 'twitter',
      openUrl: 'https://x.com/intent/post?in_reply_to=1',
      can: { reply: 'open', hide: 'here', remove: false },
      whyNot: 'X takes it on its own page.',
      whyNotCode: null,
    }),
  ];
  answer(confirmReply, () => changeComment({ status: 'manual_reply' }));
  renderApp('/inbox');
  const link = (await ben()).getByRole('link', { name: 'Reply on X (new tab)' });
  expect(link.getAttribute('href')).toBe('https://x.com/intent/post?in_reply_to=1');
  (await ben()).getByText('X takes it on its own page.');
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  await user.keyboard('jjr');
  expect(opened).toHaveBeenCalledWith('https://x.com/intent/post?in_reply_to=1', '_blank', 'noreferrer');
  opened.mockRestore();
  await press(/^Mark as sent/u);
  await screen.findByText('Marked as sent');
});
it('does not offer to reply when no reply is possible, and says why', async () => {
  comments = [
    aComment({
      can: { reply: 'no', hide: 'here', remove: false },
      whyNot: 'Replies are switched off.',
      whyNotCode: null,
    }),
  ];
  renderApp('/inbox');
  (await ben()).getByText('Replies are switched off.');
  expect((await ben()).queryByRole('button', { name: /^Reply/u })).toBeNull();
});
it('opens a reply with r and a suggestion with a', async () => {
  answer(suggestReply, () => ({ reply: 'Porto!', warnings: [], warningCodes: [] }));
  renderApp('/inbox');
  await ben();
  await user.keyboard('jjr');
  expect((await box()).textContent).toBe('');
  await user.keyboard('{Escape}a');
  await waitFor(async () => {
    expect((await box()).textContent).toBe('Porto!');
  });
});
