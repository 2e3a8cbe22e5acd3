import type { CommentView, ReplyState as State, ReplyView } from '@posthorn/contracts/inbox/comments.http';
import { READING_STATE_TEXT } from '@posthorn/contracts/integrations/reading-state-text';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Clock from 'lucide-react/icons/clock';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Send from 'lucide-react/icons/send';
import Sparkles from 'lucide-react/icons/sparkles';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { clockTime } from '#lib/zone-format.ts';
import { Badge, type Tone } from '#ui/badge.tsx';
import type { Icon } from '#ui/icon.ts';
import { Part } from '#ui/part.tsx';
import { isReplied } from '../model/inbox-filter.ts';
import { canAnswer, canAnswerOnPlatformOnly } from '../model/can-answer.ts';
import { COMMENT_TEXT, REPLY_TEXT } from '../messages/inbox.en.ts';
import type { Answering } from '../hooks/use-answering.ts';
import type { OnCommentCommand } from '../hooks/use-comment-commands.ts';
import { CommentAction } from './comment-action.tsx';
import { OpenLink } from './open-link.tsx';
import { PlatformSays } from './platform-says.tsx';
import { AutomaticSaid, ReplyProblemSaid } from './said.ts';

const MendLink = lazyPart(async () => (await import('./mend-link.tsx')).MendLink);
const ReplyInDoubt = lazyPart(async () => (await import('./reply-in-doubt.tsx')).ReplyInDoubt);

type ReplyStateProps = Readonly<{
  comment: CommentView;
  zone: string;
  isBusy: boolean;
  onAnswer: (answering: Answering | null, comment: CommentView) => void;
  onCommand: OnCommentCommand;
}>;

/** The reply to a comment, with its state. Shows "sent" only when the server has confirmed it. */
export function ReplyState(props: ReplyStateProps) {
  const { comment } = props;
  const { reply, replyText } = comment;
  if (reply && reply.state !== 'cancelled') return <OwnReply {...props} reply={reply} />;
  // The user replied on the platform itself.
  if (!isReplied(comment)) return null;
  return (
    <Frame badge={<Badge tone="posted">{REPLY_TEXT.fromPlatform}</Badge>}>
      {replyText !== null && <ReplyText text={replyText} />}
    </Frame>
  );
}

const LOOKS: Readonly<
  Record<Exclude<State, 'sent' | 'cancelled'>, Readonly<{ tone: Tone; icon: Icon; word: string }>>
> = {
  draft: { tone: 'scheduled', icon: Sparkles, word: REPLY_TEXT.draft },
  waiting: { tone: 'neutral', icon: Clock, word: REPLY_TEXT.waiting },
  sending: { tone: 'neutral', icon: Send, word: REPLY_TEXT.sending },
  unknown: { tone: 'attention', icon: CircleQuestionMark, word: REPLY_TEXT.inDoubt },
  failed: { tone: 'failed', icon: TriangleAlert, word: REPLY_TEXT.failed },
};

function OwnReply({
  comment,
  reply,
  zone,
  isBusy,
  onAnswer,
  onCommand,
}: ReplyStateProps & { reply: ReplyView }) {
  const { state, text, kind } = reply;
  if (state === 'cancelled') return null;
  if (state === 'sent') return <Sent comment={comment} reply={reply} />;
  const { tone, icon: Picture, word } = LOOKS[state];
  const edit = canAnswer(comment) && (
    <CommentAction
      icon={Pencil}
      disabled={isBusy}
      onClick={() => {
        onAnswer({ text, ...(kind === 'ai' && { draftId: reply.id }) }, comment);
      }}
    >
      {REPLY_TEXT.edit}
    </CommentAction>
  );
  return (
    <Frame
      badge={
        <Badge tone={tone} role="status">
          <Picture aria-hidden />
          {word}
        </Badge>
      }
    >
      <ReplyText text={text} />
      <Why comment={comment} reply={reply} zone={zone} />
      <div className="-mx-2 flex flex-wrap empty:hidden">
        {state === 'draft' && (
          <>
            <SendDraft comment={comment} reply={reply} isBusy={isBusy} onCommand={onCommand} />
            {edit}
            <CommentAction
              disabled={isBusy}
              onClick={() => {
                onCommand(comment, { do: 'cancel' });
              }}
            >
              {REPLY_TEXT.discard}
            </CommentAction>
          </>
        )}
        {state === 'waiting' && (
          <CommentAction
            disabled={isBusy}
            onClick={() => {
              onCommand(comment, { do: 'cancel' });
            }}
          >
            {REPLY_TEXT.takeBack}
          </CommentAction>
        )}
        {state === 'unknown' && (
          <Part>
            <ReplyInDoubt comment={comment} isBusy={isBusy} onCommand={onCommand} />
          </Part>
        )}
        {state === 'failed' && (
          <>
            <CommentAction
              icon={RotateCcw}
              disabled={isBusy}
              onClick={() => {
                onCommand(comment, { do: 'retry' });
              }}
            >
              {REPLY_TEXT.retry}
            </CommentAction>
            {edit}
          </>
        )}
      </div>
    </Frame>
  );
}

type SendDraftProps = Pick<ReplyStateProps, 'comment' | 'isBusy' | 'onCommand'> & { reply: ReplyView };

/** A button that sends the draft unchanged. If the platform accepts replies only on its own page, links to this page. */
function SendDraft({ comment, reply, isBusy, onCommand }: SendDraftProps) {
  if (canAnswerOnPlatformOnly(comment))
    return (
      <>
        <OpenLink href={comment.openUrl ?? ''}>
          {COMMENT_TEXT.replyOn(PLATFORM_NAMES[comment.platform])}
        </OpenLink>
        <CommentAction
          disabled={isBusy}
          onClick={() => {
            onCommand(comment, { do: 'confirm' });
          }}
        >
          {COMMENT_TEXT.markSent}
        </CommentAction>
      </>
    );
  if (!canAnswer(comment)) return null;
  return (
    <CommentAction
      icon={Send}
      isMain
      disabled={isBusy}
      onClick={() => {
        // The id of the draft is also the reply id, so that two clicks send only one reply.
        onCommand(comment, { do: 'reply', text: reply.text, replyId: reply.id, draftId: reply.id });
      }}
    >
      {REPLY_TEXT.send}
    </CommentAction>
  );
}

/** Explains why the reply waits, is in doubt or has failed. */
function Why({ comment, reply, zone }: { comment: CommentView; reply: ReplyView; zone: string }) {
  const now = useNow();
  const { state, problem, until, stale, reasons, reasonCodes } = reply;
  const platform = PLATFORM_NAMES[comment.platform];
  // Hides a time in the past, because the step is late and its new time is unknown.
  const when = until === null || Date.parse(until) <= now ? null : clockTime(Date.parse(until), zone, now);
  const isLoggedOut = problem?.code === 'reconnect';
  const why =
    isLoggedOut && state !== 'unknown' ? (
      READING_STATE_TEXT.loginEnded
    ) : problem ? (
      <ReplyProblemSaid said={problem} />
    ) : (
      state === 'unknown' && REPLY_TEXT.inDoubtHint(platform)
    );
  const words = [
    when !== null && state === 'unknown' && REPLY_TEXT.looking(when),
    when !== null && state === 'waiting' && REPLY_TEXT.nextTry(when),
    stale && REPLY_TEXT.stale,
  ].filter(Boolean);
  return (
    <>
      {(why !== false || words.length > 0) && (
        <p className="text-sm text-muted">
          {why} {words.join(' ')}
        </p>
      )}
      {isLoggedOut && (
        <Part fallback={<div className="h-11" />}>
          <MendLink mend="reconnect" accountId={comment.accountId} accountName={comment.accountName} />
        </Part>
      )}
      {reasons.length > 0 && state === 'draft' && (
        <div className="text-sm text-muted">
          <p>{REPLY_TEXT.draftWaits}</p>
          <ul className="list-disc pl-5">
            {reasons.map((message, index) => (
              <li key={message}>
                <AutomaticSaid said={{ code: reasonCodes[index] ?? null, message }} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <PlatformSays platform={comment.platform} words={problem?.words} />
    </>
  );
}

function Sent({ comment: { status }, reply }: { comment: CommentView; reply: ReplyView }) {
  const now = useNow();
  const isAi = reply.kind === 'ai' || status === 'ai_reply';
  return (
    <Frame
      badge={
        <>
          <Badge tone="posted">{isAi ? REPLY_TEXT.ai : REPLY_TEXT.yours}</Badge>
          {reply.sentAt !== null && (
            <time dateTime={reply.sentAt} className="text-xs text-muted">
              {relativeTime(reply.sentAt, now)}
            </time>
          )}
          {reply.permalink !== null && (
            // The touch target is high enough for a thumb, while the line keeps the height of its text.
            <OpenLink
              href={reply.permalink}
              className="-my-2.5 -ml-1 px-1.5 text-xs text-muted [&_svg]:size-3.5"
            >
              {REPLY_TEXT.view}
            </OpenLink>
          )}
        </>
      }
    >
      <ReplyText text={reply.text} />
    </Frame>
  );
}

const Frame = ({ badge, children }: { badge: ReactNode; children: ReactNode }) => (
  <div className="mt-1.5 space-y-0.5 border-l-2 pl-3">
    <div className="flex flex-wrap items-center gap-x-2">{badge}</div>
    {children}
  </div>
);

const ReplyText = ({ text }: { text: string }) => (
  <p dir="auto" className="text-sm whitespace-pre-wrap">
    {text}
  </p>
);
