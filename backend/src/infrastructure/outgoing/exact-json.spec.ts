import { expect, it } from '@jest/globals';
import { exactJson } from './exact-json.ts';

it('keeps all digits of numeric ids', () => {
  expect(exactJson('{"ids":[7301234567890123456],"n":7301234567890123457,"small":12,"half":0.5}')).toEqual({
    ids: ['7301234567890123456'],
    n: '7301234567890123457',
    small: 12,
    half: 0.5,
  });
});
it('does not change text that looks like an id', () => {
  expect(exactJson('{"title":"[7301234567890123456]"}')).toEqual({ title: '[7301234567890123456]' });
});
it('recognizes text that is not JSON', () => {
  expect(exactJson('<html></html>')).toBeUndefined();
  expect(exactJson('')).toBeUndefined();
});
it.each([
  ['{"a":-7301234567890123456}', { a: -7301234567890123456 }],
  ['{"a":7301234567890123456.5}', { a: 7301234567890123456.5 }],
  ['{"a":7301234567890123456e2}', { a: 7301234567890123456e2 }],
  ['{"a":0.73012345678901234567}', { a: 0.73012345678901234567 }],
  ['{"a":1e-7301234567890123456}', { a: 0 }],
  ['{"a":9007199254740991}', { a: 9007199254740991 }],
  ['{"a":9007199254740992}', { a: '9007199254740992' }],
  ['7301234567890123456', '7301234567890123456'],
  [
    '{"say \\"7301234567890123456\\\\":[7301234567890123456 , true]}',
    { 'say "7301234567890123456\\': ['7301234567890123456', true] },
  ],
])('reads the value of %s', (text, value) => {
  expect(exactJson(text)).toEqual(value);
});
it.each(['{"a":00007301234567890123456}', '{"a":7301234567890123456x}', '{"a', '"\\', '[1,]'])(
  'refuses %s as JSON',
  (text) => {
    expect(exactJson(text)).toBeUndefined();
  },
);
it('reads 64 levels, which no platform exceeds, and refuses more levels early', () => {
  const deep = (levels: number) => '[{"a":'.repeat(levels / 2) + '"]}[{"' + '}]'.repeat(levels / 2);
  expect(JSON.stringify(exactJson(deep(64)))).toBe(deep(64));
  expect(exactJson(deep(66))).toBeUndefined();
  expect(exactJson('['.repeat(4_800_000))).toBeUndefined();
});
