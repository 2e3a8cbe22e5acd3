import type { SourceView } from '@posthorn/contracts/inbox/comments.http';
import { replyProblemText } from '@posthorn/contracts/inbox/reply-problems';
import { WHY_NOT_READ, type WhyNotRead } from '@posthorn/contracts/inbox/why-texts';
import { COMMENT_READING_TEXT, READS_OWN_POSTS } from '@posthorn/contracts/integrations/comment-reading-text';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { codeSaying, sentenceOf } from '@posthorn/contracts/shared/said';
import { HOST_IS_BUSY, NO_BUDGET, NOT_READABLE, UNLISTED } from './sources.ts';

/** The screen shows delays that are longer than this. */
const LATE_MS = 10 * 60_000;

/** The screen shows a failure after this number of consecutive failures, because a rate limit or an outage ends without an action. */
const SHOWN_AFTER = 3;

/** Failures that end when the user connects the account again with all permissions. */
const RECONNECT = ['reconnect', 'permission-missing', 'account-missing'] as const;

export type ReadingState = Readonly<{
  platform: Platform;
  dueAt: Date;
  trouble: string | null;
  words: string | null;
  failures: number;
}>;
type HowRead = Pick<SourceView, 'state' | 'why' | 'whyCode' | 'mend' | 'notice'>;

/** Describes for the owner whether and how Posthorn now reads the comments of an account. */
export function howRead({ platform, trouble, words, failures, dueAt }: ReadingState, now: number): HowRead {
  const values = { platform: PLATFORM_NAMES[platform] };
  const because = (code: WhyNotRead) => ({
    why: sentenceOf(WHY_NOT_READ, { code }, values) ?? null,
    whyCode: code,
  });
  if (trouble === NOT_READABLE && words === COMMENT_READING_TEXT.reconnect)
    return { state: 'off', ...because('permission-missing'), mend: 'reconnect', notice: 'trouble' };
  if (trouble === NOT_READABLE && words === COMMENT_READING_TEXT.businessGrant)
    return { state: 'off', ...because('business-grant'), mend: 'allow', notice: 'limit' };
  if (trouble === NOT_READABLE || trouble === NO_BUDGET.unset) {
    const whyCode = words && codeSaying(WHY_NOT_READ, words, values);
    return { state: 'off', why: words, whyCode, notice: 'limit' };
  }
  if (trouble === NO_BUDGET.usedUp) return { state: 'waiting', ...because('budget'), notice: 'limit' };
  if (trouble === HOST_IS_BUSY) return { state: 'waiting', ...because('host-is-busy'), notice: null };
  if (trouble === UNLISTED) return { state: 'behind', ...because('unlisted'), notice: 'limit' };
  const toMend = RECONNECT.find((each) => each === trouble);
  if (toMend) return { state: 'off', ...because(toMend), mend: 'reconnect', notice: 'trouble' };
  if (trouble !== null)
    return {
      state: 'waiting',
      why: replyProblemText(trouble),
      whyCode: trouble,
      notice: failures < SHOWN_AFTER ? null : 'trouble',
    };
  if (now - dueAt.getTime() > LATE_MS) return { state: 'behind', ...because('behind'), notice: 'trouble' };
  if (!READS_OWN_POSTS.has(platform)) return { state: 'reading', why: null, whyCode: null, notice: null };
  return { state: 'reading', ...because('own-posts-only'), notice: 'limit' };
}
