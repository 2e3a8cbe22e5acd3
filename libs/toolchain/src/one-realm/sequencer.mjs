import { createHash } from 'node:crypto';
import Sequencer from '@jest/test-sequencer';

/** The spec files of a worker share one realm (ADR 32), and must not depend on their order: each value of `SPEC_ORDER=7 npm run jest` gives another order. */
export default class FilesInAnyOrder extends Sequencer {
  sort(tests) {
    const { SPEC_ORDER } = process.env;
    if (SPEC_ORDER === undefined) return super.sort(tests);
    const place = ({ path }) => createHash('sha256').update(`${SPEC_ORDER} ${path}`).digest('hex');
    return [...tests].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}
