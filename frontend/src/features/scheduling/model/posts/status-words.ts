import type { PostView, TargetStatus, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Plug from 'lucide-react/icons/plug';
import Search from 'lucide-react/icons/search';
import Send from 'lucide-react/icons/send';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { Tone } from '#ui/badge.tsx';
import type { Icon } from '#ui/icon.ts';
import { connectionOf, type Connections } from '../connections.ts';
import { STATUS_TEXT } from '../../messages/posts.en.ts';
import { isChecking } from './is-checking.ts';
import { waitsForAccount } from './waits-for-account.ts';

/** `tone`: the look of a badge. `text`: the class with the colour of the word. */
export type StatusWords = Readonly<{ word: string; icon: Icon; tone: Tone; text: string }>;

/** The word and the icon of a status. The colour alone never shows a status. */
const STATUS_WORDS: Readonly<Record<TargetStatus, StatusWords>> = {
  scheduled: { word: STATUS_TEXT.scheduled, icon: Clock, tone: 'scheduled', text: 'text-scheduled' },
  publishing: { word: STATUS_TEXT.publishing, icon: Send, tone: 'primary', text: 'text-primary' },
  posted: { word: STATUS_TEXT.posted, icon: CircleCheck, tone: 'posted', text: 'text-posted' },
  failed: { word: STATUS_TEXT.failed, icon: CircleX, tone: 'failed', text: 'text-failed' },
  unknown: { word: STATUS_TEXT.unknown, icon: CircleQuestionMark, tone: 'attention', text: 'text-attention' },
};

const amber = (word: string, icon: Icon = TriangleAlert): StatusWords => ({
  word,
  icon,
  tone: 'attention',
  text: 'text-attention',
});
const WAITS = amber(STATUS_TEXT.waits, Plug);
/** Neutral colours, because the user need not act. */
const CHECKING: StatusWords = {
  word: STATUS_TEXT.checking,
  icon: Search,
  tone: 'neutral',
  text: 'text-muted',
};

/** The status of one account in its row. */
export const targetWords = (target: TargetView): StatusWords =>
  waitsForAccount(target) ? WAITS : isChecking(target) ? CHECKING : STATUS_WORDS[target.status];

/** The status of the whole post on its card. States that need the user come first. */
export function postWords({ status, publishing, targets }: PostView, connections: Connections): StatusWords {
  const all = targets.length;
  const count = (counted: TargetStatus) => targets.filter((target) => target.status === counted).length;
  const checking = targets.filter(isChecking).length;
  if (count('unknown') > checking) return STATUS_WORDS.unknown;
  if (targets.some(waitsForAccount)) return WAITS;
  const failed = count('failed');
  if (status !== 'scheduled')
    return failed > 0 && count('posted') > 0
      ? amber(STATUS_TEXT.postedOn(count('posted'), all))
      : STATUS_WORDS[status];
  if (failed > 0 && failed < all) return amber(STATUS_TEXT.failedOn(failed, all));
  const lost = targets.filter((target) => isLost(target, connections)).length;
  if (lost > 0)
    return amber(lost < all ? STATUS_TEXT.scheduledOn(all - lost, all) : STATUS_TEXT.disconnected);
  if (checking > 0) return CHECKING;
  return STATUS_WORDS[publishing ? 'publishing' : status];
}

/** Whether the target will fail when due, unless the user connects the account again. */
const isLost = ({ status, accountId }: TargetView, connections: Connections): boolean =>
  status === 'scheduled' && connectionOf(accountId, connections) === 'disconnected';
