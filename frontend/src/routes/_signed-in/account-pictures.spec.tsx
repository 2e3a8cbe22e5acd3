import { listAccounts } from '@posthorn/contracts/integrations/accounts.http';
import { getLinkPage } from '@posthorn/contracts/link-tree/link-page.http';
import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import { listDrafts } from '@posthorn/contracts/scheduling/drafts.http';
import { getHistory } from '@posthorn/contracts/scheduling/history.http';
import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aComment, answerInbox } from '#testing/answer-inbox.ts';
import { aDraft } from '#testing/answer-drafts.ts';
import { accessibilityFaults } from '#testing/axe.ts';
import { answerComposer } from '#testing/composing.ts';
import { answer } from '#testing/fake-server.ts';
import { renderApp } from '#testing/render-app.tsx';
import {
  aBlueskyAccount,
  aLinkPage,
  aMastodonAccount,
  aPageAccount,
  aPost,
  aTarget,
} from '#testing/views.ts';

const PICTURE = '/media/q3vFhX0nQ2m8bYxk1TzR5A.webp';
/** The account 7 has a picture, the account 8 has none. */
const targets = [
  aTarget(),
  aTarget({ accountId: 8, platform: 'mastodon', accountName: 'ana@mastodon.social' }),
];
let requestCount: number;

beforeEach(() => {
  answerComposer(() => [aPost({ targets })]);
  requestCount = 0;
  answer(listAccounts, () => {
    requestCount += 1;
    return [aBlueskyAccount({ pictureUrl: PICTURE }), aMastodonAccount()];
  });
  answer(showCalendar, () => ({
    items: [
      {
        id: 1,
        scheduledFor: '2027-03-27T08:15:00.000Z',
        line: 'Fresh bread',
        accounts: [7, 8],
        status: 'scheduled',
        attention: false,
        movable: true,
        thumbnail: null,
      },
    ],
    drafts: [],
    accounts: targets.map(({ accountId, ...account }) => ({ id: accountId, ...account })),
    more: false,
  }));
  answer(listDrafts, () => ({ items: [aDraft({ accountIds: [7, 8] })], nextCursor: null, total: 1 }));
  answer(getHistory, () => ({ postId: 1, at: null, post: aPost({ targets }), events: [] }));
  answer(getLinkPage, () =>
    aLinkPage({
      accounts: [
        aPageAccount(),
        aPageAccount({ accountId: 8, platform: 'mastodon', name: 'ana@mastodon.social' }),
      ],
    }),
  );
  answerInbox(() => [aComment()]);
});

const click = async (name: string | RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name }));
};

it.each<[string, string, () => Promise<HTMLElement>, string]>([
  ['the card of a post', '/posts', () => screen.findByRole('article'), '20'],
  [
    'the rows of an open card',
    '/posts',
    async () => {
      await click(/^Show all:/u);
      return screen.findByRole('list', { name: /accounts/iu });
    },
    '20',
  ],
  [
    'the preview of a new post',
    '/posts?compose=true',
    () => screen.findByRole('region', { name: 'Preview' }),
    '40',
  ],
  ['a draft', '/posts?drafts=true', () => screen.findByRole('article', { name: 'Half a thought' }), '20'],
  [
    'an entry of the calendar',
    '/calendar?day=2027-03-27',
    async () => {
      await click(/Fresh bread/u);
      return screen.findByRole('dialog');
    },
    '20',
  ],
  [
    'the history of a post',
    '/posts/1/history',
    async () => (await screen.findAllByRole('list', { name: 'Accounts' }))[0] ?? document.body,
    '20',
  ],
  ['a comment', '/inbox', () => screen.findByRole('article', { name: /Ben/u }), '16'],
  ['the link page', '/settings/link-page', () => screen.findByRole('list', { name: /^Accounts in/u }), '20'],
])(
  'shows the picture of an account in %s, and requests the accounts once',
  async (_place, path, open, side) => {
    renderApp(path);
    const place = await open();
    const picture = await waitFor(() => {
      const found = place.querySelector(`img[src="${PICTURE}"]`);
      if (!found) throw new Error('The picture is missing');
      return found;
    });
    const attributes = { alt: '', width: side, height: side, loading: 'lazy', decoding: 'async' };
    for (const [name, value] of Object.entries(attributes)) expect(picture.getAttribute(name)).toBe(value);
    expect(place.querySelectorAll(`img[src="${PICTURE}"]`)).toHaveLength(1);
    expect(requestCount).toBe(1);
    expect(await accessibilityFaults()).toEqual([]);
  },
);

it('shows initials for an account without a picture, and for one whose picture fails to load', async () => {
  renderApp('/posts');
  const card = await screen.findByRole('article');
  const picture = await waitFor(() => {
    const found = card.querySelector('img');
    if (!found) throw new Error('The picture is missing');
    return found;
  });
  expect(within(card).queryAllByText('AS')).toHaveLength(1);
  fireEvent.error(picture);
  expect(card.querySelector('img')).toBeNull();
  expect(within(card).queryAllByText('AS')).toHaveLength(2);
});
