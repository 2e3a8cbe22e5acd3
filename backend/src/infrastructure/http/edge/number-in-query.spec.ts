import { expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { IsInt, IsOptional, Max, Min, validateSync } from 'class-validator';
import { NumberInQuery } from './number-in-query.ts';

class Page {
  @Max(Number.MAX_SAFE_INTEGER)
  @Min(1)
  @IsInt()
  @IsOptional()
  @NumberInQuery()
  readonly limit?: unknown;
}

/** The number that a request gets for `?limit=`, or whether it is refused. */
function limitIn(query: Readonly<Record<string, unknown>>): unknown {
  const page = plainToInstance(Page, query);
  return validateSync(page).length > 0 ? 'refused' : page.limit;
}

it.each([
  ['1', 1],
  ['50', 50],
  ['9007199254740991', Number.MAX_SAFE_INTEGER],
])('accepts %j as a number', (text, number) => {
  expect(limitIn({ limit: text })).toBe(number);
});
it('leaves an absent number absent', () => {
  expect(limitIn({})).toBeUndefined();
});
it.each([
  ...['0x1', '0b1', '0o7', '1e1', '1E1', '+1', '-1', '0', '-0', '01', '1.0', '1.', '.5', '1_000', '1n'],
  ...[' 1', '1 ', '\t1', '1\n', '', ' ', '\u0661', '\uff11', 'Infinity', 'NaN', 'true', 'null'],
  ...['9007199254740992', '9007199254740993', '99999999999999999999'],
  ...[['1'], ['1', '2'], { value: '1' }],
])('refuses %j as a number', (value) => {
  expect(limitIn({ limit: value })).toBe('refused');
});
