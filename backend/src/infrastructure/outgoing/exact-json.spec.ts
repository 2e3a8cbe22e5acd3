import { expect, it } from '@jest/globals';
import { exactJson } from './exact-json.ts';

it('keeps all digits of ids that come as numbers', () => {
  expect(exactJson('{"ids":[7301234567890123456],"n":7301234567890123457,"small":12,"half":0.5}')).toEqual({
    ids: ['7301234567890123456'],
    n: '7301234567890123457',
    small: 12,
    half: 0.5,
  });
});
it('leaves text alone, also where it reads as an id', () => {
  expect(exactJson('{"title":"[7301234567890123456]"}')).toEqual({ title: '[7301234567890123456]' });
});
it('knows what is no JSON', () => {
  expect(exactJson('<html></html>')).toBeUndefined();
  expect(exactJson('')).toBeUndefined();
});
