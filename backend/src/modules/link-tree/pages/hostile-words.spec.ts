import { expect, it } from '@jest/globals';
import { Parser } from 'htmlparser2';
import type { PublicPage } from '../read-models/pages/public-page.ts';
import { publicPageOf } from '../read-models/pages/public-page.ts';
import { linkPageStream } from '../domain/link-page/link-page.ts';
import { drawPage } from './draw-page.ts';

const MARK = 'hostile';
const SCRIPT = `alert('${MARK}')`;
/** Prefixes that try to break out of a text, an attribute, a style, a comment, a title or a script, in many encodings. */
const STARTS = [
  '',
  '"',
  "'",
  '`',
  '">',
  "'>",
  '</title>',
  '</script>',
  '</style>',
  '-->',
  ']]>',
  '</p></h1>',
];
const ENDS = [
  `<script>${SCRIPT}</script>`,
  `<img src=x onerror=${SCRIPT}>`,
  `<svg/onload=${SCRIPT}>`,
  ` onfocus=${SCRIPT} autofocus x="`,
  `<iframe srcdoc="<b>${MARK}</b>">`,
];
const PAYLOADS = STARTS.flatMap((start) => ENDS.map((end) => start + end));

const PLACES = { publicUrl: 'https://app.example', pagesDomain: 'pages.example' };
const now = new Date('2030-01-01T12:00:00.000Z');
/** A page on which every text of its owner is this one. */
const pageWith = (words: string): PublicPage => ({
  handle: 'ana',
  displayName: words,
  firstName: words,
  lastName: null,
  isPremium: true,
  sentence: words,
  theme: 'system',
  listed: true,
  hasMorePosts: false,
  nextSwitch: null,
  banner: [],
  photo: [],
  accounts: [
    { id: 'account-3', platform: 'bluesky', name: words, address: 'https://bsky.app/', pictureUrl: null },
  ],
  links: [
    { id: 'l1', title: words, address: `https://ana.example/?q=${encodeURIComponent(words)}`, icon: 'shop' },
  ],
  posts: [
    {
      postId: 1,
      title: words,
      content: words,
      hashtags: words,
      publishedAt: now.toISOString(),
      media: [],
      places: [],
    },
  ],
});

type Read = Readonly<{ shape: readonly string[]; texts: ReadonlyMap<string, string> }>;

/** Parses the page. `shape`: each element with the names of its attributes. `texts`: the text of each kind of element. */
function read(page: PublicPage): Read {
  const shape: string[] = [];
  const texts = new Map<string, string>();
  let open = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      open = name;
      shape.push(`${name} ${Object.keys(attributes).join(' ')}`);
    },
    ontext(text) {
      texts.set(open, (texts.get(open) ?? '') + text);
    },
    onclosetag() {
      open = '';
    },
  });
  parser.end(drawPage(page, { places: PLACES, now }));
  return { shape, texts };
}

it('tries sixty ways to inject markup', () => {
  expect(new Set(PAYLOADS).size).toBe(60);
});

it.each(PAYLOADS)('shows %j as plain text', (payload) => {
  const { shape, texts } = read(pageWith(payload));
  // The page has the same elements and attributes as a page with a harmless text.
  expect(shape).toEqual(read(pageWith('harmless')).shape);
  expect(texts.get('h1')).toBe(payload);
  const data = JSON.parse(texts.get('script') ?? '') as {
    mainEntity: { name: string; description: string };
  };
  expect([data.mainEntity.name, data.mainEntity.description]).toEqual([payload, payload]);
});

it.each(['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', '//x'])(
  'omits a stored link to %j',
  (url) => {
    const link = {
      id: 'l1',
      title: 'Shop',
      url,
      icon: 'link',
      from: null,
      until: null,
      shown: true,
    } as const;
    const person = {
      user_id: 'ana',
      handle: 'ana',
      first_name: 'Ana',
      last_name: null,
      premium_causes: [],
      page: { ...linkPageStream.initial, links: [link] },
      version: '1',
    };
    const page = publicPageOf({ person, accounts: [], posts: [] }, 'ana', now);
    expect(page.links).toEqual([]);
  },
);
