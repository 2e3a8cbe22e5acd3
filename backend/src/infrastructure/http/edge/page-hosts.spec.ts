import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPageHost, pageAddressOf, servedPath } from './page-hosts.ts';

const hosts = { publicUrl: 'https://posts.example', pagesDomain: 'pages.example' };

describe('the URL of a page', () => {
  it.each([
    ['ana_lima', hosts, 'https://ana-lima.pages.example'],
    [
      'ana',
      { publicUrl: 'http://localhost:3000', pagesDomain: 'pages.localhost' },
      'http://ana.pages.localhost:3000',
    ],
    ['_ana', hosts, 'https://posts.example/u/_ana'],
    ['ana', { ...hosts, pagesDomain: null }, 'https://posts.example/u/ana'],
  ])('of %s below %j is %s', (handle, where, address) => {
    expect(pageAddressOf(handle, where)).toBe(address);
  });
});

it.each([
  ['ana.pages.example', true],
  ['ANA.Pages.Example:3000', true],
  ['pages.example', true],
  ['a.b.pages.example', true],
  ['evilpages.example', false],
  ['pages.example.evil', false],
  ['posts.example', false],
  ['', false],
  [undefined, false],
])('recognises whether %s is a host of link pages: %s', (host, isHostOfPages) => {
  expect(isPageHost(host, hosts)).toBe(isHostOfPages);
  expect(isPageHost(host, { pagesDomain: null })).toBe(false);
});

describe('a host of link pages', () => {
  it.each([
    ['GET', '/', '/u/ana_lima'],
    ['HEAD', '/', '/u/ana_lima'],
    ['GET', '/&e=ATOR-x_1&s=1', '/u/ana_lima'],
    ['GET', '/card.jpg', '/u/ana_lima/card.jpg'],
    ['GET', '/u/ana_lima/card.jpg', '/u/ana_lima/card.jpg'],
    ['GET', '/media/abcDEF-123_x.webp', '/media/abcDEF-123_x.webp'],
    ['GET', '/favicon.svg', '/favicon.svg'],
    ['POST', '/seen/0b9f-4', '/u/ana_lima/seen/0b9f-4'],
    ['POST', '/u/ana_lima/seen/0b9f-4', '/u/ana_lima/seen/0b9f-4'],
  ])('%s %s is served as %s of the app', (method, path, served) => {
    expect(servedPath(method, path, 'ana-lima')).toBe(served);
  });
  it.each([
    // Pages under their path in the app.
    ...[
      ['GET', '/u/ana_lima'],
      ['GET', '/u/ben'],
      ['GET', '/u/ben/card.jpg'],
      ['POST', '/u/ben/seen/1'],
    ],
    // Methods that change something.
    ...[
      ['POST', '/'],
      ['DELETE', '/'],
      ['OPTIONS', '/'],
      ['PUT', '/media/a.jpg'],
      ['GET', '/seen/1'],
    ],
    // Other parts of the product.
    ...[
      ['GET', '/api/auth/user'],
      ['GET', '/login'],
      ['GET', '/health/live'],
      ['GET', '/metrics'],
    ],
    // Files of the app.
    ...[
      ['GET', '/healthz'],
      ['GET', '/assets/a.js'],
      ['GET', '/sw.js'],
      ['GET', '/robots.txt'],
      ['GET', '//'],
    ],
    // Other media paths.
    ...[
      ['GET', '/media/lent/a.jpg'],
      ['GET', '/media/../api/posts'],
      ['GET', '/media/%2e%2e'],
      ['GET', '/media/'],
    ],
    // Misspelled paths.
    ...[
      ['GET', '/Card.jpg'],
      ['POST', '/seen/'],
      ['POST', '/seen/a/b'],
      ['GET', '/index.html'],
    ],
  ])('%s %s is not served', (method, path) => {
    expect(servedPath(method, path, 'ana-lima')).toBeNull();
  });
  it('serves nothing for a label that belongs to no handle', () => {
    for (const label of ['', '-', 'a.b', 'xn--80ak6aa92e', 'ana_lima'])
      expect(servedPath('GET', '/', label)).toBeNull();
  });
  it('serves only its own page, its card, its media and its icon for any request', () => {
    fc.assert(
      fc.property(fc.constantFrom('GET', 'POST', 'HEAD', 'PUT'), fc.webPath(), (method, path) => {
        const served = servedPath(method, path, 'ana');
        if (served !== null)
          expect(served).toMatch(/^\/(u\/ana(\/card\.jpg|\/seen\/[\w-]+)?|media\/[\w.-]+|favicon\.svg)$/u);
      }),
    );
  });
});
