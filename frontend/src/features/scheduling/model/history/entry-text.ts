import { HISTORY_SENTENCES } from '@posthorn/contracts/scheduling/history-sentences';
import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { textOf } from '@posthorn/contracts/shared/said';
import { onTheirClock } from './times.ts';

type Entry = Pick<HistoryEntry, 'summary' | 'said'>;

/** What a step of the history says, with its times on the clock of the user. The server's text where a code is unknown. */
export const entryText = ({ summary, said }: Entry, zone: string): string =>
  onTheirClock(textOf(HISTORY_SENTENCES, said) ?? summary, zone);
