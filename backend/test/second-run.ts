import { describe, it } from '@jest/globals';

/** Whether this spec runs for the second time, on the EventStoreDB client (`second-log.json`). */
export const isSecondRun = process.env['POSTHORN_TEST_SECOND_RUN'] === '1';

/** For tests to which the log makes no difference: undefined in the second run. */
export const itOnce = isSecondRun ? undefined : it;
export const describeOnce = isSecondRun ? undefined : describe;
