import { LINK_CARD } from '@posthorn/contracts/integrations/link-card';
import { linkPreview } from '@posthorn/contracts/integrations/link-card.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { accessibilityFaults } from '#testing/axe.ts';
import { answer } from '#testing/fake-server.ts';
import { aBlueskyAccount } from '#testing/views.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { targetFit } from '../../model/composer/target-fit.ts';
import { targetKey } from '../../model/composer/target-fields.ts';
import { PlatformPreview } from './platform-preview.tsx';

const user = userEvent.setup();
const link = 'https://bakery.example/menu';
const account = aBlueskyAccount({ accountName: 'ana.lima', displayName: 'Ana Lima' });

type Post = Readonly<{ content?: string; title?: string; options?: PublishOptions; pictures?: number }>;

function show(platform: Platform, { content = 'Words', title = '', options = {}, pictures = 0 }: Post = {}) {
  const media = Array.from({ length: pictures }, (_, at) => picture(at + 1));
  const targets = { [targetKey(account.id)]: { own: false, content: '', options } };
  const files = media.map(() => ({ ...FILE }));
  const fit = targetFit({ ...account, platform }, { title, content, hashtags: '', targets }, files, false);
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <PlatformPreview fit={fit} media={media} />
    </QueryClientProvider>,
  );
  return container;
}
const FILE = {
  kind: 'image',
  mimeType: 'image/jpeg',
  bytes: 1000,
  width: 800,
  height: 600,
  durationSeconds: null,
  altText: '',
} as const;
const picture = (id: number): ComposerMediaItem => ({
  id,
  name: `picture ${String(id)}`,
  kind: 'image',
  size: 1000,
  preview: `blob:posthorn/${String(id)}`,
  altText: '',
  state: 'done',
  progress: 1,
});
const answerLinkPreview = (pictureUrl: string | null = '/api/link-preview/picture?url=x') => {
  const card = { link, site: 'bakery.example', title: 'Fresh bread', description: 'Every day', pictureUrl };
  answer(linkPreview, () => ({ card }));
};
/** The element that shows the card, or a placeholder while the card loads. Screen readers announce its changes. */
const placeOfLinkCard = () => document.querySelector('[aria-live]');
const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

it.each(['threads', 'bluesky', 'twitter', 'mastodon', 'facebook', 'linkedin'] as const)(
  'shows the text above the pictures on %s',
  (platform) => {
    show(platform, { pictures: 3 });
    expect(screen.getAllByRole('img')).toHaveLength(3);
    expect(isBefore(screen.getByText('Words'), screen.getByRole('img', { name: 'picture 1' }))).toBe(true);
  },
);

it('shows the pictures above the text on Instagram, one picture at a time', () => {
  show('instagram', { pictures: 3 });
  expect(isBefore(screen.getByRole('img', { name: 'picture 1' }), screen.getByText('Words'))).toBe(true);
  screen.getByText('1 of 3');
});

it('marks as links only the parts of a text that the platform would link', () => {
  const content = '新作です Https://bakery.example/menu。ぜひ ＃新商品、#हिन्दी @ana@social.example';
  const marked = show('mastodon', { content }).querySelectorAll('p .text-primary');
  expect(Array.from(marked, ({ textContent }) => textContent)).toEqual([
    'Https://bakery.example/menu',
    '＃新商品',
    '#हिन्दी',
    '@ana@social.example',
  ]);
});

it('does not show an empty picture area on Threads, where a post does not need a picture', () => {
  show('threads');
  expect(screen.queryByText('Your picture or video')).toBeNull();
});

it('shows only four of many pictures, and the number of hidden ones', () => {
  show('linkedin', { pictures: 6 });
  expect(screen.getAllByRole('img')).toHaveLength(4);
  screen.getByText('+2');
});

it.each([
  ['threads', 'ana.lima'],
  ['facebook', 'Ana Lima'],
  ['twitter', 'Ana Lima @ana.lima'],
] as const)('shows the author on %s in the format of the platform', (platform, author) => {
  expect(show(platform).textContent).toContain(`${author}Words`);
});

it.each([
  ['bluesky', 'Fresh breadEvery daybakery.example'],
  ['facebook', 'bakery.exampleFresh breadEvery day'],
  ['linkedin', 'Fresh breadbakery.example'],
  ['mastodon', 'bakery.exampleFresh breadEvery day'],
  ['threads', 'bakery.exampleFresh bread'],
] as const)('arranges the card of a link as %s does', async (platform, words) => {
  answerLinkPreview();
  show(platform, { content: `See ${link}` });
  expect((await screen.findByRole('figure', { name: 'Link card' })).textContent).toBe(words);
  expect(await accessibilityFaults()).toEqual([]);
});

it.each([
  ['/api/link-preview/picture?url=x', 'Fresh breadFrom bakery.example'],
  [null, 'Fresh breadbakery.example'],
])(
  'shows the title on the picture of a link on X, and above the domain when there is no picture',
  async (pictureUrl, words) => {
    answerLinkPreview(pictureUrl);
    show('twitter', { content: `See ${link}` });
    expect((await screen.findByRole('figure', { name: 'Link card' })).textContent).toBe(words);
  },
);

it.each(['instagram', 'substack', 'tiktok', 'pinterest', 'snapchat', 'youtube'] as const)(
  'does not show a link card on %s',
  (platform) => {
    show(platform, { content: `See ${link}` });
    expect(placeOfLinkCard()).toBeNull();
  },
);

it('does not show a link card when the user switched it off, or when the post has pictures', () => {
  show('bluesky', { content: `See ${link}`, options: { [LINK_CARD]: false } });
  show('bluesky', { content: `See ${link}`, pictures: 1 });
  expect(placeOfLinkCard()).toBeNull();
});

it('hides a post on Mastodon behind its content warning', async () => {
  show('mastodon', { content: `Words ${link}`, pictures: 1, options: { contentWarning: 'Food' } });
  screen.getByText('Food');
  expect(screen.queryByText(/^Words/)).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  screen.getByText(/^Words/);
  screen.getByRole('img', { name: 'picture 1' });
  await user.click(screen.getByRole('button', { name: 'Hide post' }));
  expect(screen.queryByText(/^Words/)).toBeNull();
});

it('expands a folded text', async () => {
  show('linkedin', { content: 'one\ntwo\nthree\nfour' });
  expect(screen.queryByText(/four/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'more' }));
  screen.getByText(/four/);
});

it('shows the title of a video below it on YouTube, above the description', () => {
  show('youtube', { title: 'Seen from the pier' });
  expect(isBefore(screen.getByText('Your video'), screen.getByText('Seen from the pier'))).toBe(true);
  expect(isBefore(screen.getByText('Seen from the pier'), screen.getByText('Words'))).toBe(true);
});

it('shows the link of a pin', () => {
  show('pinterest', { options: { link: 'https://bakery.example/menu' } });
  screen.getByText('bakery.example');
});

it('shows the text of a Spotlight on Snapchat, but not the text of a story', () => {
  show('snapchat');
  expect(screen.queryByText('Words')).toBeNull();
  show('snapchat', { options: { kind: 'spotlight' } });
  screen.getByText('Words');
});
