import { expect, it } from '@jest/globals';
import { inventedWords } from './invented-words.ts';

const OWN = {
  claims: [{ figure: '12', of: 'platforms' }],
  testimonials: [{ words: 'I use it every day.', name: 'Ana', trade: 'Baker' }],
};

it('reports each invented number and testimonial that visitors of a public server would read', () => {
  expect(inventedWords('https://posts.acme.com')).toEqual([
    {
      about: 'Landing page',
      state: 'bad',
      text: 'posts.acme.com shows invented examples (50K+ creators, 2M+ posts scheduled, Maya R., Jonas K., Priya S.). Replace or empty them in LANDING (docs/how-to/change-the-brand.md).',
    },
  ]);
});

it('finds even a single remaining example', () => {
  const landing = { ...OWN, claims: [...OWN.claims, { figure: '50K+', of: 'creators' }] };
  expect(inventedWords('https://acme.xn--p1ai', landing)).toMatchObject([
    { text: expect.stringContaining('examples (50K+ creators). Replace') },
  ]);
});

it.each<[string, Parameters<typeof inventedWords>]>([
  ['the operator’s own words', ['https://posts.acme.com', OWN]],
  ['an empty landing page', ['https://posts.acme.com', { claims: [], testimonials: [] }]],
  ['localhost', ['http://localhost:3000']],
  ['an IPv4 address of this machine', ['http://127.0.0.1:3000']],
  ['a private IPv4 address', ['http://192.168.1.7:3000']],
  ['an IPv6 address', ['http://[::1]:3000']],
  ['a name for tests', ['https://posts.test']],
  ['a name for examples', ['https://posts.example']],
  ['a name in the local network', ['http://nas.local']],
  ['a name without a domain', ['http://nas']],
])('reports nothing about %s', (_what, [url, landing]) => {
  expect(inventedWords(url, landing)).toEqual([]);
});
