import { problemText } from '@posthorn/contracts/scheduling/target-problems';
import { expect, it } from '@jest/globals';

it('announces another try only while one is planned', () => {
  expect(problemText('not-there', 'waiting')).toBe('The post did not arrive, so it is sent again.');
  expect(problemText('not-there', 'failed')).toBe('The post did not arrive at the platform.');
  for (const code of ['rate-limit', 'breaker', 'processing', 'upload-lost', 'not-prepared'])
    expect(problemText(code, 'failed')).not.toMatch(/waits|again|anew|asks|still/u);
});

it('mentions that the post may exist only while the outcome is unknown', () => {
  for (const code of ['timeout', 'reset', 'server-error', 'unreadable', 'lost-worker']) {
    expect(problemText(code, 'unknown')).toMatch(/The post may be there\.$/u);
    expect(problemText(code, 'waiting')).not.toMatch(/may be there/u);
  }
});

it('shows a sentence for an unknown code', () => {
  expect(problemText('new', 'failed')).toBe('The post could not be published here.');
  expect(problemText('new', 'waiting')).toBe('Publishing here waits.');
});
