import { describe, expect, it } from '@jest/globals';
import { anyOf, patternOf } from './plain-text.ts';

describe('a list of words', () => {
  const finds = (words: readonly string[], text: string) => anyOf(words).test(text);

  it('finds whole words, beginnings, endings and parts', () => {
    expect(finds(['sue'], 'we will sue you')).toBe(true);
    expect(finds(['sue'], 'an issue')).toBe(false);
    expect(finds(['sue'], 'sued')).toBe(false);
    expect(finds(['refund*'], 'refunds')).toBe(true);
    expect(finds(['refund*'], 'a prerefund')).toBe(false);
    expect(finds(['*stück'], 'fundstuck')).toBe(true);
    expect(finds(['*stück'], 'fundstucke')).toBe(false);
    expect(finds(['*gift*'], 'vergiftet')).toBe(true);
  });

  it('finds words of scripts without spaces anywhere', () => {
    expect(finds(['返金'], '全額返金します')).toBe(true);
  });

  it('takes signs of patterns as they are', () => {
    expect(finds(['a.b', '$5'], 'a b')).toBe(false);
    expect(finds(['a.b', '$5'], 'axb')).toBe(false);
    expect(finds(['a.b', '$5'], 'only $5')).toBe(true);
  });

  it('tests each boundary once for all words', () => {
    const words = Array.from({ length: 100 }, (_, at) => [
      `a${String(at)}`,
      `b${String(at)}*`,
      `*c${String(at)}`,
    ]);
    const { source } = patternOf(words.flat());
    expect(source.split('(?<!')).toHaveLength(3);
    expect(source.split('(?!')).toHaveLength(3);
  });
});
