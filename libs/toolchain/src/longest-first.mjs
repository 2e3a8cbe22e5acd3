import Sequencer from '@jest/test-sequencer';

/** Each of them takes minutes: one that began last would keep a worker while the others have nothing left to do. */
const LONG = [
  'chaos',
  'cover-kills',
  'replies',
  'checkouts',
  'every-screen.browser',
  'erasure',
  'ownership',
  'auto-reply',
  'subscribe.browser',
  'eleven.browser',
];

const isLong = ({ path }) => LONG.some((name) => path.endsWith(`/${name}.e2e.spec.ts`));

/** Where nobody has measured them yet, as on a fresh clone, Jest would go by the size of the files. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
