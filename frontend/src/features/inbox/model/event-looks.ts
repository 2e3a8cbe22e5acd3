import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Mail from 'lucide-react/icons/mail';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import Sparkles from 'lucide-react/icons/sparkles';
import Trash2 from 'lucide-react/icons/trash-2';
import type { Icon } from '#ui/icon.ts';

type Look = Readonly<{ icon: Icon; text: string }>;

/** The icon and colour of each event in the history of a comment. */
const LOOKS: Readonly<Record<string, Look>> = {
  CommentReceived: { icon: Mail, text: 'text-primary' },
  CommentEdited: { icon: Pencil, text: 'text-ink' },
  CommentDeleted: { icon: Trash2, text: 'text-muted' },
  CommentRemoved: { icon: Trash2, text: 'text-muted' },
  CommentHidden: { icon: EyeOff, text: 'text-ink' },
  CommentUnhidden: { icon: Eye, text: 'text-ink' },
  CommentModerationFailed: { icon: CircleX, text: 'text-failed' },
  OwnReplySeen: { icon: CircleCheck, text: 'text-posted' },
  AiReplyDrafted: { icon: Sparkles, text: 'text-primary' },
  ReplyAttemptStarted: { icon: Send, text: 'text-primary' },
  ReplySent: { icon: CircleCheck, text: 'text-posted' },
  ReplyFailed: { icon: CircleX, text: 'text-failed' },
  ReplyUnknown: { icon: CircleHelp, text: 'text-attention' },
  ReplyPostponed: { icon: Clock, text: 'text-attention' },
};

export const lookOf = (type: string): Look => LOOKS[type] ?? { icon: CircleDot, text: 'text-muted' };
