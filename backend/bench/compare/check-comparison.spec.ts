import { describe, expect, it } from '@jest/globals';
import { checkComparison } from './check-comparison.ts';

const known = ['publishing', 'start'];

describe('a comparison', () => {
  it('accepts existing parts, or no parts', () => {
    expect(() => {
      checkComparison(['start'], known, 'linux');
      checkComparison([], known, 'linux');
    }).not.toThrow();
  });

  it.each(['sart', 'toString'])('refuses the unknown part %s', (name) => {
    expect(() => {
      checkComparison([name, 'start'], known, 'linux');
    }).toThrow(`Unknown part: ${name}. The parts are: publishing, start.`);
  });

  it.each(['darwin', 'win32'] as const)('refuses the platform %s', (platform) => {
    expect(() => {
      checkComparison([], known, platform);
    }).toThrow('`compare` works on Linux only: it reads /proc.');
  });
});
