import Archive from 'lucide-react/icons/archive';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDot from 'lucide-react/icons/circle-dot';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import CircleX from 'lucide-react/icons/circle-x';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import ImageUp from 'lucide-react/icons/image-up';
import MessageSquare from 'lucide-react/icons/message-square';
import PackageCheck from 'lucide-react/icons/package-check';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Plug from 'lucide-react/icons/plug';
import Reply from 'lucide-react/icons/reply';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Search from 'lucide-react/icons/search';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Undo2 from 'lucide-react/icons/undo-2';
import Users from 'lucide-react/icons/users';
import type { Icon } from '#ui/icon.ts';

type Look = Readonly<{ icon: Icon; text: string }>;

/** The icon and colour of each event in the timeline. */
const LOOKS: Readonly<Record<string, Look>> = {
  PostScheduled: { icon: CalendarClock, text: 'text-scheduled' },
  PostEdited: { icon: Pencil, text: 'text-ink' },
  PublishedPostEdited: { icon: Pencil, text: 'text-ink' },
  PostTargetsChanged: { icon: Users, text: 'text-ink' },
  PostRescheduled: { icon: CalendarClock, text: 'text-ink' },
  ScheduleRecomputed: { icon: CalendarClock, text: 'text-attention' },
  PostCancelled: { icon: Trash2, text: 'text-muted' },
  PostArchived: { icon: Archive, text: 'text-muted' },
  PostRestored: { icon: Undo2, text: 'text-ink' },
  PostPublishingStarted: { icon: Send, text: 'text-primary' },
  PublishPrepared: { icon: PackageCheck, text: 'text-muted' },
  PublishAttemptStarted: { icon: Send, text: 'text-primary' },
  PublishAccepted: { icon: Clock, text: 'text-primary' },
  PlatformPublished: { icon: CircleCheck, text: 'text-posted' },
  PublicIdAssigned: { icon: CircleCheck, text: 'text-posted' },
  PublicIdSearchEnded: { icon: Search, text: 'text-muted' },
  DuplicateDetected: { icon: Copy, text: 'text-attention' },
  DuplicateSearchEnded: { icon: Search, text: 'text-muted' },
  PlatformPublishFailed: { icon: CircleX, text: 'text-failed' },
  PlatformPublishUnknown: { icon: CircleHelp, text: 'text-attention' },
  PublishLookedUp: { icon: Search, text: 'text-muted' },
  PublishPostponed: { icon: Clock, text: 'text-attention' },
  PublishAttemptNotStarted: { icon: Clock, text: 'text-muted' },
  PublishRetryRequested: { icon: RotateCcw, text: 'text-ink' },
  PublicationCancelled: { icon: Trash2, text: 'text-muted' },
  PublicationWarned: { icon: TriangleAlert, text: 'text-attention' },
  PublicationResumed: { icon: Plug, text: 'text-ink' },
  RemoteDeletionRequested: { icon: Trash2, text: 'text-ink' },
  RemoteDeletionAttempted: { icon: Trash2, text: 'text-primary' },
  RemotePostDeleted: { icon: Trash2, text: 'text-muted' },
  RemoteDeletionFailed: { icon: CircleX, text: 'text-failed' },
  CoverRequested: { icon: ImageUp, text: 'text-ink' },
  CoverAttempted: { icon: ImageUp, text: 'text-primary' },
  CoverSet: { icon: ImageUp, text: 'text-posted' },
  RemoteDeletionPostponed: { icon: Clock, text: 'text-attention' },
  CommentReceived: { icon: MessageSquare, text: 'text-ink' },
  CommentEdited: { icon: Pencil, text: 'text-ink' },
  CommentDeleted: { icon: Trash2, text: 'text-muted' },
  CommentExpired: { icon: Trash2, text: 'text-muted' },
  CommentModerationRequested: { icon: EyeOff, text: 'text-ink' },
  CommentModerationAttempted: { icon: EyeOff, text: 'text-primary' },
  CommentModerationPostponed: { icon: Clock, text: 'text-attention' },
  CommentModerationFailed: { icon: CircleX, text: 'text-failed' },
  CommentModerationResumed: { icon: Plug, text: 'text-ink' },
  CommentHidden: { icon: EyeOff, text: 'text-muted' },
  CommentUnhidden: { icon: Eye, text: 'text-ink' },
  CommentRemoved: { icon: Trash2, text: 'text-muted' },
  OwnReplySeen: { icon: Reply, text: 'text-posted' },
  AiReplyDrafted: { icon: Pencil, text: 'text-muted' },
  AiReplySkipped: { icon: Reply, text: 'text-muted' },
  AiReplyDraftDiscarded: { icon: Trash2, text: 'text-muted' },
  ReplyRequested: { icon: Reply, text: 'text-ink' },
  ReplyPrepared: { icon: PackageCheck, text: 'text-muted' },
  ReplyAttemptStarted: { icon: Send, text: 'text-primary' },
  ReplyAttemptNotStarted: { icon: Clock, text: 'text-muted' },
  ReplyAccepted: { icon: Clock, text: 'text-primary' },
  ReplySent: { icon: CircleCheck, text: 'text-posted' },
  ReplyDuplicateDetected: { icon: Copy, text: 'text-attention' },
  ReplyFailed: { icon: CircleX, text: 'text-failed' },
  ReplyUnknown: { icon: CircleHelp, text: 'text-attention' },
  ReplyLookedUp: { icon: Search, text: 'text-muted' },
  ReplyPostponed: { icon: Clock, text: 'text-attention' },
  ReplyRetryRequested: { icon: RotateCcw, text: 'text-ink' },
  ReplyResumed: { icon: Plug, text: 'text-ink' },
  ReplyCancelled: { icon: Undo2, text: 'text-muted' },
};

/** For other actions on a published post, by the last word of the event type. A failure is amber, because the post stays published. */
const LOOKS_OF_ACTIONS: Readonly<Record<string, Look>> = {
  Requested: { icon: CircleDot, text: 'text-ink' },
  Attempted: { icon: Send, text: 'text-primary' },
  Set: { icon: CircleCheck, text: 'text-posted' },
  Failed: { icon: CircleX, text: 'text-attention' },
  Postponed: { icon: Clock, text: 'text-muted' },
};

export function lookOf(type: string): Look {
  const [ending = ''] = /[A-Z][a-z]+$/u.exec(type) ?? [];
  return LOOKS[type] ?? LOOKS_OF_ACTIONS[ending] ?? { icon: CircleDot, text: 'text-muted' };
}
