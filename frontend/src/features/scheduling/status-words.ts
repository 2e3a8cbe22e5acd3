import type { PostView, TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Send from 'lucide-react/icons/send';
import type { Tone } from '#ui/badge.tsx';
import type { Icon } from '#ui/icon.ts';

type StatusWords = Readonly<{ word: string; icon: Icon; tone: Tone; text: string }>;

/** A status is told by word and icon; the colour only helps. */
export const STATUS_WORDS: Readonly<Record<TargetStatus, StatusWords>> = {
  scheduled: { word: 'Scheduled', icon: Clock, tone: 'scheduled', text: 'text-scheduled' },
  publishing: { word: 'Publishing', icon: Send, tone: 'primary', text: 'text-primary' },
  posted: { word: 'Posted', icon: CircleCheck, tone: 'posted', text: 'text-posted' },
  failed: { word: 'Failed', icon: CircleX, tone: 'failed', text: 'text-failed' },
  unknown: { word: 'Check needed', icon: CircleQuestionMark, tone: 'attention', text: 'text-attention' },
};

/** What the card says of the whole post: the thing to act on comes first. */
export function postStatus({ attention, publishing, status }: PostView): TargetStatus {
  if (attention) return 'unknown';
  return publishing ? 'publishing' : status;
}
