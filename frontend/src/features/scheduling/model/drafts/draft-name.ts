import type { DraftLine } from '@posthorn/contracts/scheduling/drafts.http';
import { DRAFTS_TEXT } from '../../messages/drafts.en.ts';

const LONGEST = 60;

/** Returns the beginning of a draft as a short name. */
export function draftName({ title, content }: Pick<DraftLine, 'title' | 'content'>): string {
  const [line = ''] = (title?.trim() || content.trim()).split('\n');
  const points = Array.from(line);
  if (points.length === 0) return DRAFTS_TEXT.noText;
  return points.length > LONGEST ? `${points.slice(0, LONGEST - 1).join('')}…` : line;
}
