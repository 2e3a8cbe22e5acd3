import Sequencer from '@jest/test-sequencer';

/** Each of these takes minutes. If one began last, it would use one worker while the others are idle. */
const LONG = [
  'every-screen.browser',
  'replies',
  'chaos',
  'checkouts',
  'erasure',
  'auto-reply',
  'ownership',
  'billing',
  'subscribe.browser',
  'eleven.browser',
];

const place = ({ path }) => LONG.findIndex((name) => path.endsWith(`/${name}.e2e.spec.ts`));

/** In a fresh temporary folder Jest has no times of earlier runs, and would sort by file size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const long = sorted.filter((test) => place(test) >= 0);
    return [
      ...long.sort((one, other) => place(one) - place(other)),
      ...sorted.filter((test) => place(test) < 0),
    ];
  }
}
