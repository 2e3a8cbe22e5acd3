import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { Stage } from './stage.ts';

const stage = Stage.forSpecs();
const AUTHORS = ['ben', 'carla', 'dora'] as const;
let ana: Creator;

beforeAll(async () => {
  ana = await stage.creator();
  const mastodon = await ana.connectMastodon();
  const { body } = await ana.schedule([mastodon], 'We bake at six.');
  const [target] = (await ana.settled(body.id, ['posted'])).targets;
  for (const author of AUTHORS)
    await stage.sandbox.comment({
      platform: 'mastodon',
      remoteId: target?.remoteId ?? '',
      author,
      text: `Hello from ${author}`,
    });
  await eventually(async () => {
    const { body: comments } = await ana.client.get<readonly CommentView[]>('/api/comments');
    expect(comments).toHaveLength(AUTHORS.length);
  }, 60);
});

const row = (page: Page, author: string) =>
  page.getByRole('article').filter({ hasText: `Hello from ${author}` });
const writeReply = async (page: Page, author: string, words: string) => {
  const replyBox = page.getByRole('textbox', { name: `Your reply to ${author}` });
  await row(page, author)
    .getByRole('button', { name: /^(Reply|Continue reply)/u })
    .click();
  await replyBox.fill(words);
  return replyBox;
};

it('shows changes of another tab, and keeps a reply that is being written', async () => {
  const visitor = await stage.visitOf(ana, {}, '/inbox?status=new');
  // The comment already has a reply, so the server refuses the second reply.
  visitor.expects(/status of 409/u);
  const firstTab = visitor.page;
  const secondTab = await visitor.context.newPage();
  await visitor.open('/inbox', secondTab);
  for (const page of [firstTab, secondTab]) for (const author of AUTHORS) await row(page, author).waitFor();

  const replyBox = await writeReply(firstTab, 'ben', 'Half a sen');
  await row(secondTab, 'carla')
    .getByRole('button', { name: /^Mark as read/u })
    .click();
  await row(firstTab, 'carla').waitFor({ state: 'detached' });
  await writeReply(secondTab, 'dora', 'Thank you, Dora!');
  await secondTab.keyboard.press('Control+Enter');
  await row(secondTab, 'dora').getByText('Thank you, Dora!').waitFor();
  await row(firstTab, 'dora').waitFor({ state: 'detached' });

  // The second tab first marks the comment as read, and then sends another reply.
  await row(secondTab, 'ben')
    .getByRole('button', { name: /^Mark as read/u })
    .click();
  await row(secondTab, 'ben')
    .getByRole('button', { name: /^Mark as new/u })
    .waitFor();
  await replyBox.pressSequentially('tence');
  expect(await replyBox.inputValue()).toBe('Half a sentence');
  await writeReply(secondTab, 'ben', 'From the other tab');
  await secondTab.keyboard.press('Control+Enter');
  await row(secondTab, 'ben').getByText('From the other tab').waitFor();
  await replyBox.pressSequentially(', and more');
  expect(await replyBox.inputValue()).toBe('Half a sentence, and more');
  await firstTab.keyboard.press('Control+Enter');
  await firstTab
    .getByText(/Another reply was sent in the meantime/u)
    .first()
    .waitFor();
});
