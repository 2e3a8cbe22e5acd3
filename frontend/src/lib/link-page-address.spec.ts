import { expect, it } from '@jest/globals';
import { linkPageAddress } from './link-page-address.ts';

it.each([
  ['ana_lima', null, `${window.location.origin}/u/ana_lima`],
  ['ana_lima', 'pages.example', 'http://ana-lima.pages.example'],
  ['_ana', 'pages.example', `${window.location.origin}/u/_ana`],
])('builds the address of the page of %s below %s: %s', (handle, domain, address) => {
  expect(linkPageAddress(handle, domain)).toBe(address);
});
