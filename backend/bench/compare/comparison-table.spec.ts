import { describe, expect, it } from '@jest/globals';
import { comparisonOf } from './compared.ts';
import { comparisonTable, runLines } from './comparison-table.ts';

const p50 = { name: 'due to call, p50', unit: 'ms', ...comparisonOf([16, 17], [35, 20]) } as const;
const memory = { name: 'idle memory', unit: 'MB', ...comparisonOf([250, 260], [255, 250]) } as const;

/** The table without the spaces that align it. */
const rowsOf = (...figures: Parameters<typeof comparisonTable>[0]) =>
  comparisonTable(figures, 'f445e2da').map((line) => line.trim().replaceAll(/\s{2,}/gu, ' | '));

describe('the lines of a run', () => {
  it('name each value', () => {
    const lines = runLines('f445e2da', [
      { name: 'due to call, p50', unit: 'ms', value: 16.5 },
      { name: 'SQL for a post', unit: 'statements', value: 143 },
    ]);
    expect(lines.map((line) => line.trim().replaceAll(/\s{2,}/gu, ' | '))).toEqual([
      'f445e2da',
      'due to call, p50 | 16.5 ms',
      'SQL for a post | 143 statements',
    ]);
  });
});

describe('the table of a comparison', () => {
  it('has both values, the ratio with its spread and the verdict of each figure', () => {
    expect(rowsOf(p50, memory)).toContain(
      'due to call, p50 | 16.5 ms | 27.5 ms | 1.67 (1.18 – 2.19) | slower than f445e2da',
    );
    expect(rowsOf(p50, memory)).toContain('idle memory | 255 MB | 253 MB | 0.99 (0.96 – 1.02)');
  });

  it('ends with the slower figures, or reports that there are none', () => {
    expect(rowsOf(p50, memory).at(-1)).toBe('Slower than f445e2da: due to call, p50.');
    expect(rowsOf(memory).at(-1)).toBe('Nothing is slower than f445e2da.');
  });
});
