import { HISTORY_SENTENCES } from '@posthorn/contracts/scheduling/history-sentences';
import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { textOf } from '@posthorn/contracts/shared/said';
import { withLocalTimes } from './times.ts';

type Entry = Pick<HistoryEntry, 'summary' | 'said'>;

/** Returns the text of a step in the history, with times in the user's zone. For an unknown code, uses the text of the server. */
export const entryText = ({ summary, said }: Entry, zone: string): string =>
  withLocalTimes(textOf(HISTORY_SENTENCES, said) ?? summary, zone);
