import { HISTORY_SENTENCES } from '@posthorn/contracts/scheduling/history-sentences';
import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { namedSentences, textOf, type Sentences } from '@posthorn/contracts/shared/said';
import { CHECK_SENTENCES } from '../../messages/checks.en.ts';
import { withLocalTimes } from './times.ts';

const SENTENCES: Sentences = { ...HISTORY_SENTENCES, ...namedSentences('check', CHECK_SENTENCES) };

type Entry = Pick<HistoryEntry, 'summary' | 'said'>;

/** Returns the text of a step in the history, with times in the user's zone. For an unknown code, uses the text of the server. */
export const entryText = ({ summary, said }: Entry, zone: string): string =>
  withLocalTimes(textOf(SENTENCES, said) ?? summary, zone);
