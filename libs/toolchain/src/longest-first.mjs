import Sequencer from '@jest/test-sequencer';

/**
 * The first files of the queue. Each takes minutes: if one began last, it would use one worker while the others are idle.
 * The chaos specs (`chaos`, `replies`, `checkouts`) must not run at the same time. Each starts so many processes that calls of the others would
 * come too late. So other files stand between them: one chaos spec has ended before a worker reaches the next.
 */
const FIRST = [
  'every-screen.browser',
  'chaos',
  'erasure',
  'ownership',
  'projections',
  'auto-reply',
  'doctor',
  'subscribe.browser',
  'replies',
  'deploys',
  'inbox-everywhere.browser',
  'object-store',
  'eleven.browser',
  'connect-everything.browser',
  'read-your-writes',
  'log-copy',
  'restore',
  'checkouts',
];

const place = ({ path }) => FIRST.findIndex((name) => path.endsWith(`/${name}.e2e.spec.ts`));

/** In a fresh temporary folder Jest has no times of earlier runs, and would sort by file size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const first = sorted.filter((test) => place(test) >= 0);
    return [
      ...first.sort((one, other) => place(one) - place(other)),
      ...sorted.filter((test) => place(test) < 0),
    ];
  }
}
