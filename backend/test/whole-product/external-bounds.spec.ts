import { eachOptionalWord, OPTIONAL_WORDS } from '@posthorn/contracts/scheduling/optional-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { platforms } from '@posthorn/contracts/shared/platform';
import { OPTIONS } from '@posthorn/contracts/shared/publish-options';
import { expect, it } from '@jest/globals';
import { ValidationPipe } from '@nestjs/common';
import type { ApiDocument } from '#modules/external-api/document/read-document.ts';
import { AnswerCheck } from '#modules/external-api/document/testing/answer-check.ts';
import { committedDocument } from '#modules/external-api/document/testing/committed-document.ts';
import { CreatePostDto } from '#modules/scheduling/features/external-posts/posts.dto.ts';

// The document and the server accept the same values, at the limits of every field of a new post.

const check = new AnswerCheck(JSON.parse(committedDocument()) as ApiDocument);
const pipe = new ValidationPipe({ transform: true, whitelist: true });
const POST_BODY = { content: 'x', platforms: ['mastodon'], scheduledFor: '2030-01-01T13:00:00Z' };

const schemaAccepts = (body: object) =>
  check.problemsIn({ $ref: '#/components/schemas/CreatePostRequest' }, body).length === 0;
const serverAccepts = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: CreatePostDto }).then(
    () => true,
    () => false,
  );
const text = (length: number, character = 'x') => character.repeat(length);
const many = <Item>(length: number, item: Item): Item[] => Array.from({ length }, () => item);
const options = (count: number) =>
  Object.fromEntries(many(count, 0).map((_, index) => [`o${String(index)}`, true]));
/** The field `targets` with the own values of one account. */
const targetWith = (values: object) => [{ accountId: 1, ...values }];

const display = (value: unknown): string =>
  ((JSON.stringify(value) as string | undefined) ?? 'left out').slice(0, 40);

/** For each field, the values at its limits: accepted values, and refused values. */
const LIMIT_VALUES: Readonly<
  Record<string, Readonly<{ accepted: readonly unknown[]; refused: readonly unknown[] }>>
> = {
  content: {
    accepted: ['x', text(POST.contentMax), text(POST.contentMax, '🍞')],
    refused: [undefined, '', '  ', text(POST.contentMax + 1), 7, ['x'], null],
  },
  scheduledFor: {
    accepted: ['2030-01-01T13:00Z', '2030-01-01T13:00:00.123+05:30', '2030-01-01T13:00:00-0800'],
    refused: [
      undefined,
      null,
      '',
      'tomorrow',
      '2030-01-01',
      '2030-01-01T13:00:00',
      '01/02/2030',
      1_893_502_800,
    ],
  },
  platforms: {
    accepted: [undefined, [], ['mastodon'], platforms],
    refused: [['myspace'], 'mastodon', [1], many(platforms.length + 1, 'mastodon')],
  },
  accountIds: {
    accepted: [[], [1], many(200, 1)],
    refused: [[0], [-1], [1.5], ['1'], 1, many(201, 1)],
  },
  ...eachOptionalWord((name) => {
    const { max } = OPTIONAL_WORDS[name];
    return { accepted: ['', text(max)], refused: [text(max + 1), 7] };
  }),
  hashtags: {
    accepted: ['', '#a b', text(OPTIONAL_WORDS.hashtags.max), [], ['bread', '#clay']],
    refused: [text(OPTIONAL_WORDS.hashtags.max + 1), 7, [7], {}],
  },
  mediaUrl: { accepted: ['', '/media/a.jpg'], refused: [7, ['/media/a.jpg']] },
  media: {
    accepted: [
      [],
      many(POST.filesMax, { url: '/media/a.jpg' }),
      [{ url: 'x', altText: text(MEDIA.altTextMax) }],
    ],
    refused: [
      ...[many(POST.filesMax + 1, { url: 'x' }), [{ altText: 'x' }], ['x'], [['x']], [null], 'x'],
      ...[[{ url: 7 }], [{ url: 'x', altText: text(MEDIA.altTextMax + 1) }], [{ url: 'x', altText: 7 }]],
    ],
  },
  targets: {
    accepted: [
      ...[
        [],
        targetWith({}),
        targetWith({ content: 'own' }),
        targetWith({ mediaUrls: null }),
        targetWith({ mediaUrls: [] }),
      ],
      ...[many(200, { accountId: 1 }), targetWith({ mediaUrls: many(POST.filesMax, 'x') })],
      ...[
        targetWith({ options: options(OPTIONS.fieldsMax) }),
        targetWith({ options: { coverAt: OPTIONS.momentMax } }),
      ],
      targetWith({ options: { kind: text(OPTIONS.textMax) } }),
    ],
    refused: [
      ...[[{}], [{ accountId: 0 }], [{ accountId: '1' }], ['1'], {}, many(201, { accountId: 1 })],
      ...[
        targetWith({ content: text(100_001) }),
        targetWith({ content: 7 }),
        targetWith({ mediaUrls: many(11, 'x') }),
      ],
      ...[targetWith({ options: options(OPTIONS.fieldsMax + 1) }), targetWith({ options: { coverAt: -1 } })],
      ...[
        targetWith({ options: { coverAt: OPTIONS.momentMax + 1 } }),
        targetWith({ options: { coverAt: 0.5 } }),
      ],
      ...[
        targetWith({ options: { kind: text(OPTIONS.textMax + 1) } }),
        targetWith({ options: { 'Not a name': 'x' } }),
      ],
      ...[targetWith({ options: { kind: ['x'] } }), targetWith({ options: 'x' })],
    ],
  },
  timezone: {
    accepted: ['UTC', 'Europe/Paris', 'Etc/GMT+5'],
    refused: ['', '+02:00', 'Europe/', text(65), 7],
  },
  localTime: {
    accepted: ['2030-01-01T13:00', '2030-01-01T13:00:59.5'],
    refused: ['', '2030-01-01', '2030-01-01T24:00', '2030-13-01T13:00', 7],
  },
  draftId: {
    accepted: ['5b0c2f5e-8f0e-4a8a-9d3f-2f6a1c9e7b40'],
    refused: ['', 'x', '5B0C2F5E-8F0E-4A8A-9D3F-2F6A1C9E7B40', '5b0c2f5e8f0e4a8a9d3f2f6a1c9e7b40', 7],
  },
  draftRevision: { accepted: [0, 7, Number.MAX_SAFE_INTEGER], refused: [-1, 0.5, '1', 2 ** 53] },
  aiReplies: { accepted: [true, false], refused: ['true', 1] },
};

/** Requests that the schema and the server treat differently. Clients must not rely on these rules. */
const DIFFERENCES: readonly (readonly [string, object, Readonly<{ schema: boolean; server: boolean }>])[] = [
  ['null counts as left out', { title: null }, { schema: false, server: true }],
  ['unknown fields are dropped', { colour: 'red' }, { schema: false, server: true }],
  [
    'white space at both ends does not count',
    { title: `${text(OPTIONAL_WORDS.title.max)} ` },
    { schema: false, server: true },
  ],
  [
    'a text of a NUL and half an emoji counts as empty',
    { content: '\0\ud800' },
    { schema: true, server: false },
  ],
  ['a day must exist', { scheduledFor: '2030-02-30T13:00:00Z' }, { schema: true, server: false }],
  ['a time zone must exist', { timezone: 'Europe/Nowhere' }, { schema: true, server: false }],
  [
    'hashtags of a list count together',
    { hashtags: many(300, 'ab').map((word, at) => word + String(at)) },
    { schema: true, server: false },
  ],
  [
    'an option without a value was not chosen',
    { targets: targetWith({ options: { kind: null } }) },
    { schema: false, server: true },
  ],
];

it.each(
  Object.entries(LIMIT_VALUES).flatMap(([field, { accepted, refused }]) => [
    ...accepted.map((value) => [field, display(value), value, true] as const),
    ...refused.map((value) => [field, display(value), value, false] as const),
  ]),
)(
  'accepts or refuses %s %s equally in the document and on the server',
  async (field, _displayed, value, isAccepted) => {
    const sent = Object.entries<unknown>({ ...POST_BODY, [field]: value }).filter(
      ([, each]) => each !== undefined,
    );
    const body = Object.fromEntries(sent);
    expect([schemaAccepts(body), await serverAccepts(body)]).toEqual([isAccepted, isAccepted]);
  },
);

it('tests the limits of each field of the request', () => {
  const { schemas } = (JSON.parse(committedDocument()) as ApiDocument).components;
  const { properties } = schemas?.['CreatePostRequest'] as Readonly<{ properties: object }>;
  expect(Object.keys(LIMIT_VALUES).sort()).toEqual(Object.keys(properties).sort());
});

it.each(DIFFERENCES)('allows a known difference: %s', async (_, extra, { schema, server }) => {
  const body = { ...POST_BODY, ...extra };
  expect([schemaAccepts(body), await serverAccepts(body)]).toEqual([schema, server]);
});
