import { BLUESKY_LIMITS } from '../../bluesky/limits.ts';
import { limitsFor } from '../../twitter/limits.ts';
import { limitsIn } from '../../mastodon/client/instance.ts';
import { MASTODON_LIMITS } from '../../mastodon/limits.ts';
import { TIKTOK_LIMITS } from '../../tiktok/limits.ts';
import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import { expect, it } from '@jest/globals';
import type { MediaItem } from '../../contract/publication.ts';
import { problemsOf, type PrecheckDraft } from '@posthorn/contracts/integrations/precheck';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import { mediaAt } from '../account-access.ts';

const image = (extra: Partial<MediaItem> = {}) => mediaAt('/a.png', 100, extra);
const video = (extra: Partial<MediaItem> = {}) => image({ kind: 'video', mimeType: 'video/mp4', ...extra });
const bluesky = (text: string, media: readonly MediaItem[] = []) =>
  problemsOf({ text, media, title: null }, BLUESKY_LIMITS, 'Bluesky').map(({ message }) => message);

it('finds no problem in a valid post', () => {
  expect(
    bluesky(
      '👩‍👩‍👧'.repeat(100),
      Array.from({ length: 10 }, () => image()),
    ),
  ).toEqual([]);
  expect(bluesky('', [image()])).toEqual([]);
  expect(bluesky('Hi', [video()])).toEqual([]);
});
it('reports by how much a text is too long', () => {
  expect(bluesky('x'.repeat(320))).toEqual([PRECHECK_TEXT.tooLong('Bluesky', 320, 300)]);
  expect(bluesky('👩‍👩‍👧‍👦'.repeat(200))).toEqual([PRECHECK_TEXT.tooManyBytes('Bluesky')]);
});
it('counts a link of any length as 23 characters on Mastodon', () => {
  const text = `${'x'.repeat(476)} https://example.com/${'y'.repeat(100)}`;
  expect(problemsOf({ text, media: [], title: null }, MASTODON_LIMITS, 'Mastodon')).toEqual([]);
});
it('requires a text or a file, and a file if the platform requires media', () => {
  expect(bluesky(' ')).toEqual([PRECHECK_TEXT.empty('Bluesky')]);
  const withMedia = { ...BLUESKY_LIMITS, text: { ...BLUESKY_LIMITS.text, requiresMedia: true } };
  expect(problemsOf({ text: 'Hi', media: [], title: null }, withMedia, 'X')).toMatchObject([
    { code: 'integrations.media-missing' },
  ]);
});
it.each(['\u200b', '\u200d\ufe0f', '\u2060 \u00ad', '\u3164', '\u2800', '\u{e0020}'])(
  'treats %j as empty, because it is invisible',
  (text) => {
    expect(bluesky(text)).toEqual([PRECHECK_TEXT.empty('Bluesky')]);
    expect(bluesky(`${text}👍`)).toEqual([]);
  },
);
it('reports the allowed aspect ratio, or the range of allowed ratios', () => {
  const wide = video({ width: 1920, height: 800, durationSeconds: 8 });
  const messagesFor = (videoRatio: PlatformLimits['media']['videoRatio']) =>
    problemsOf(
      { text: 'Hi', title: 'T', media: [wide] },
      { ...BLUESKY_LIMITS, media: { ...BLUESKY_LIMITS.media, ...(videoRatio && { videoRatio }) } },
      'X',
    ).map(({ message }) => message);
  expect(messagesFor({ min: 9 / 16, max: 9 / 16 })).toEqual([
    'X: a video must be 9:16 in shape (width to height).',
  ]);
  expect(messagesFor({ min: 9 / 16, max: 1 })).toEqual([
    'X: a video must be between 9:16 and 1:1 in shape (width to height).',
  ]);
});
it.each([
  ['avc1', []],
  ['avc3', []],
  [null, []],
  [undefined, []],
  ['hvc1', [PRECHECK_TEXT.videoCodec('X')]],
  ['hev1', [PRECHECK_TEXT.videoCodec('X')]],
  ['av01', [PRECHECK_TEXT.videoCodec('X')]],
])(
  'for X, accepts a video with H.264 or an unknown codec, and reports other codecs: %p',
  (codec, problems) => {
    const clip = video({
      width: 1280,
      height: 720,
      durationSeconds: 8,
      ...(codec !== undefined && { codec }),
    });
    const draft = { text: 'Hi', title: null, media: [clip] };
    expect(problemsOf(draft, limitsFor(null), 'X').map(({ message }) => message)).toEqual(problems);
    expect(problemsOf(draft, BLUESKY_LIMITS, 'Bluesky')).toEqual([]);
  },
);
it('checks the number and the combination of files', () => {
  expect(
    bluesky(
      'Hi',
      Array.from({ length: 11 }, () => image()),
    ),
  ).toEqual([PRECHECK_TEXT.tooManyImages('Bluesky', 10)]);
  expect(bluesky('Hi', [video(), video()])).toEqual([PRECHECK_TEXT.tooManyVideos('Bluesky', 1)]);
  expect(bluesky('Hi', [image(), video()])).toEqual([PRECHECK_TEXT.mixed('Bluesky')]);
});
it('checks the size and type of files, and the length of alternative texts', () => {
  expect(bluesky('Hi', [video({ bytes: 300_000_001 })])).toEqual([
    PRECHECK_TEXT.videoTooLarge('Bluesky', 300_000_000),
  ]);
  expect(bluesky('Hi', [video({ mimeType: 'video/webm' })])).toEqual([
    PRECHECK_TEXT.videoType('Bluesky', 'video/webm'),
  ]);
  expect(bluesky('Hi', [image({ bytes: 40_000_000 })])).toEqual([]);
  expect(bluesky('Hi', [image({ altText: 'x'.repeat(2001) })])).toEqual([
    PRECHECK_TEXT.altTooLong('Bluesky', 2000),
  ]);
});

it('allows longer texts with photos than with a video on TikTok', () => {
  const tiktok = (text: string, file: MediaItem) =>
    problemsOf({ text, media: [file], title: null }, TIKTOK_LIMITS, 'TikTok').map(({ message }) => message);
  const clip = video({ width: 1080, height: 1920, durationSeconds: 8 });
  expect(tiktok('x'.repeat(4000), image())).toEqual([]);
  expect(tiktok('x'.repeat(4001), image())).toEqual([PRECHECK_TEXT.tooLong('TikTok', 4001, 4000)]);
  expect(tiktok('x'.repeat(2200), clip)).toEqual([]);
  expect(tiktok('x'.repeat(2201), clip)).toEqual([PRECHECK_TEXT.tooLong('TikTok', 2201, 2200)]);
});
it('reports a video with longer sides or more pixels than an account accepts', () => {
  const messages = (limits: PlatformLimits, name: string, width: number | null, height: number | null) =>
    problemsOf(
      { text: 'Hi', media: [video({ width, height, durationSeconds: 8 })], title: null },
      limits,
      name,
    ).map(({ message }) => message);
  expect(messages(TIKTOK_LIMITS, 'TikTok', 2304, 4096)).toEqual([]);
  expect(messages(TIKTOK_LIMITS, 'TikTok', 4097, 2304)).toEqual([
    'TikTok: a video may have at most 4096 × 4096 pixels.',
  ]);
  expect(messages(TIKTOK_LIMITS, 'TikTok', 2304, 4097)).toHaveLength(1);
  const published = { configuration: { media_attachments: { video_matrix_limit: 8_294_400 } } };
  const limits = limitsIn(published, '2030-01-01');
  expect(messages(limits, 'Mastodon', 3840, 2160)).toEqual([]);
  expect(messages(limits, 'Mastodon', 2160, 3841)).toEqual([
    'Mastodon: the video has too many pixels. In the shape 16:9, it may have at most 3840 × 2160 pixels.',
  ]);
  expect(messages(limits, 'Mastodon', null, null)).toEqual([]);
  expect(messages(MASTODON_LIMITS, 'Mastodon', 7680, 4320)).toEqual([]);
});

const strict: PlatformLimits = {
  ...BLUESKY_LIMITS,
  text: {
    ...BLUESKY_LIMITS.text,
    max: 2000,
    hashtags: 2,
    mentions: 1,
    links: 1,
    forbidden: '<>',
    required: true,
  },
  title: { max: 10, count: { by: 'utf16' }, required: true },
  media: {
    ...BLUESKY_LIMITS.media,
    imageRatio: { min: 0.8, max: 1.91 },
    videoRatio: { min: 9 / 16, max: 9 / 16 },
    videoSeconds: { min: 3, max: 60 },
    videoWidthMin: 540,
    videoHeightMin: 960,
  },
};
const codes = (draft: Partial<PrecheckDraft>) =>
  problemsOf({ text: 'Hi', title: 'Title', media: [], ...draft }, strict, 'Strict').map(({ code }) =>
    code.replace('integrations.', ''),
  );
const upright = { width: 1080, height: 1920, durationSeconds: 8 };

it.each<[string[], Partial<PrecheckDraft>]>([
  [[], { text: '#a #b @c https://d.example https://d.example' }],
  [['too-many-hashtags'], { text: '#a #b #c' }],
  [[], { text: 'https://a.example/#a #b #c' }],
  [['too-many-mentions'], { text: '@a and @b' }],
  [[], { text: 'mail@a.example and @b' }],
  [['too-many-links'], { text: 'https://a.example https://b.example' }],
  [['text-forbidden'], { text: 'a < b' }],
  [['text-missing'], { text: ' ', media: [image()] }],
  [['text-missing'], { text: '\u200b\u2060\ufeff\u3164\u2800', media: [image()] }],
  [['title-missing'], { title: null }],
  [['title-missing'], { title: '\u200b' }],
  [['title-too-long'], { title: 'x'.repeat(11) }],
  [[], { media: [image({ width: 800, height: 1000 })] }],
  [['image-ratio'], { media: [image({ width: 700, height: 1000 })] }],
  [['image-ratio'], { media: [image({ width: 2000, height: 1000 })] }],
  [[], { media: [image({ width: null, height: null })] }],
  [[], { media: [video(upright)] }],
  [['video-ratio', 'video-too-small'], { media: [video({ ...upright, width: 1920, height: 800 })] }],
  [['video-length'], { media: [video({ ...upright, durationSeconds: 61 })] }],
  [['video-length'], { media: [video({ ...upright, durationSeconds: 2 })] }],
])('reports %s for %j', (expected, draft) => {
  expect(codes(draft)).toEqual(expected);
});

it('ignores the text if the chosen type of post has no text', () => {
  const onlyWith = { option: 'kind', value: 'spotlight' };
  const limits = { ...BLUESKY_LIMITS, text: { ...BLUESKY_LIMITS.text, onlyWith } };
  const text = 'x'.repeat(320);
  const problemsWith = (kind: string) =>
    problemsOf({ text, media: [image()], title: null, options: { kind } }, limits, 'Snapchat');
  expect(problemsWith('story')).toEqual([]);
  expect(problemsWith('spotlight')).toMatchObject([{ code: 'integrations.text-too-long' }]);
});
