import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { isComposing } from '#lib/is-composing.ts';
import { useDebounced } from '#lib/debounced.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { exactTime } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Button } from '#ui/button.tsx';
import { commentHistoryQuery } from '../api/comment-history.ts';
import { authorOf } from '../model/author-of.ts';
import { textMissing } from '../model/text-missing.ts';
import { titleOf } from '../model/group-title.ts';
import { MENU_TEXT, PANE_TEXT as TEXT } from '../messages/later.en.ts';
import { CommentMarks } from './comment-marks.tsx';
import { CommentSteps } from './comment-steps.tsx';
import { OpenLink } from './open-link.tsx';

/** While the user moves through the list, the history loads only after a pause. */
const PAUSE_MS = 150;

type CommentPaneProps = Readonly<{ comment: CommentView | undefined; zone: string }>;

/** The selected comment next to the list: its whole text, its post, and its history. */
export function CommentPane({ comment, zone }: CommentPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const id = comment && String(comment.id);
  const loadsHistory = useDebounced(id ?? '', PAUSE_MS) === id;
  useEffect(() => {
    // Another comment starts at the top of the pane.
    if (pane.current) pane.current.scrollTop = 0;
  }, [id]);
  return (
    <section
      ref={pane}
      aria-label={TEXT.label}
      // The pane scrolls separately, and keyboard users scroll it with the arrow keys.
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
        event.preventDefault();
        // Moves the focus back to the selected line.
        document.querySelector<HTMLElement>('[data-row][aria-current]')?.focus();
      }}
      className="sticky top-[calc(var(--banner)+2rem)] h-[calc(100dvh-var(--banner)-6rem)] overflow-y-auto rounded-2xl border bg-surface p-5 pb-24 shadow-card"
    >
      <p role="status" className="sr-only">
        {comment && TEXT.shown}
      </p>
      {comment ? (
        <Details key={comment.id} comment={comment} zone={zone} loadsHistory={loadsHistory} />
      ) : (
        <p className="flex h-full flex-col items-center justify-center gap-1 text-center text-sm text-muted">
          <span>{TEXT.none}</span>
          <span>{TEXT.keys}</span>
        </p>
      )}
    </section>
  );
}

type DetailsProps = Readonly<{ comment: CommentView; zone: string; loadsHistory: boolean }>;

function Details({ comment, zone, loadsHistory }: DetailsProps) {
  const { platform, commenterName, commenterUsername, commentText, createdAt, permalink, gone } = comment;
  const author = authorOf(comment);
  useCurrentHistory(comment);
  return (
    <div className="space-y-5">
      <header className="flex items-center gap-3">
        <AccountAvatar accountId={null} name={author} platform={platform} />
        <div className="min-w-0">
          <h2 className="truncate text-lg font-semibold" title={author}>
            {author}
          </h2>
          <p className="truncate text-sm text-muted">
            {commenterName !== null && `@${commenterUsername} · `}
            <time dateTime={createdAt}>{exactTime(createdAt, zone)}</time>
          </p>
        </div>
      </header>
      {commentText === '' ? (
        <p className="text-sm text-muted italic">{textMissing(comment)}</p>
      ) : (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {commentText}
        </p>
      )}
      <CommentMarks comment={comment} />
      <PostOf comment={comment} />
      {permalink !== null && !gone && (
        <div className="-ml-2.5">
          <OpenLink href={permalink}>{MENU_TEXT.openOn(PLATFORM_NAMES[platform])}</OpenLink>
        </div>
      )}
      <PaneSection heading={TEXT.history}>
        <CommentSteps comment={comment} zone={zone} loadsHistory={loadsHistory} />
      </PaneSection>
    </div>
  );
}

function PostOf({ comment: { postId, group } }: { comment: CommentView }) {
  return (
    <PaneSection heading={TEXT.post}>
      <p dir="auto" className="text-sm wrap-anywhere whitespace-pre-wrap">
        {titleOf(group, postId)}
      </p>
      {postId !== null && (
        <Button asChild variant="quiet" className="-ml-4">
          <Link to="/posts/$postId/history" params={{ postId: String(postId) }}>
            {TEXT.toPost}
          </Link>
        </Button>
      )}
    </PaneSection>
  );
}

/** Reloads the history when the comment has changed. */
function useCurrentHistory(comment: CommentView): void {
  const queryClient = useQueryClient();
  const known = useRef(comment);
  useEffect(() => {
    if (known.current === comment) return;
    known.current = comment;
    void queryClient.invalidateQueries(commentHistoryQuery(comment.id));
  }, [comment, queryClient]);
}

function PaneSection({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h3 id={id} className="text-xs font-semibold text-muted">
        {heading}
      </h3>
      {children}
    </section>
  );
}
