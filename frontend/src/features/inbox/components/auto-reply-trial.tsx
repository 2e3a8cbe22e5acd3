import type { AutoReplyDryRun } from '@posthorn/contracts/inbox/ai.http';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, type Tone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { autoReplyTrialQuery } from '../api/auto-reply-trial.ts';
import { summaryQuery } from '../api/comments.ts';
import { NO_FILTER } from '../model/inbox-filter.ts';
import { postGroups } from '../model/post-groups.ts';
import { TRIAL_TEXT as TEXT } from '../messages/settings.en.ts';
import { AutomaticSaid } from './said.ts';

type TrialComment = AutoReplyDryRun['comments'][number];
const TONES: Readonly<Record<TrialComment['outcome'], Tone>> = {
  reply: 'posted',
  draft: 'scheduled',
  skip: 'neutral',
};

/** Shows what automatic replies would have done for each comment of a post. */
export function AutoReplyTrial({ onClose }: { onClose: () => void }) {
  const { data: summary, isError, refetch } = useQuery(summaryQuery(NO_FILTER));
  const posts = postGroups(summary?.groups ?? []).flatMap(({ postId, title }) =>
    postId === null ? [] : [{ value: String(postId), label: title }],
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const post = chosen ?? posts[0]?.value;
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.title} description={TEXT.hint}>
      <DialogBody className="space-y-4">
        {!summary && !isError && <Skeleton className="h-24" />}
        {!summary && isError && <Failed onAgain={() => void refetch()} />}
        {summary && post === undefined && <p className="text-sm text-muted">{TEXT.noPosts}</p>}
        {post !== undefined && (
          <>
            <Select data-autofocus label={TEXT.post} value={post} options={posts} onValueChange={setChosen} />
            <Outcomes postId={Number(post)} />
          </>
        )}
      </DialogBody>
    </Dialog>
  );
}

function Outcomes({ postId }: { postId: number }) {
  const { data, isError, refetch } = useQuery(autoReplyTrialQuery(postId));
  if (!data) return isError ? <Failed onAgain={() => void refetch()} /> : <Skeleton className="h-24" />;
  if (data.comments.length === 0) return <p className="text-sm text-muted">{TEXT.noComments}</p>;
  return (
    <ul aria-label={TEXT.list} className="divide-y">
      {data.comments.map(({ commentId, commenterUsername, commentText, outcome, reason, reasonCode }) => (
        <li key={commentId} className="space-y-0.5 py-2.5 text-sm first:pt-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="max-w-full truncate font-semibold">{commenterUsername}</span>
            <Badge tone={TONES[outcome]}>{TEXT.outcome[outcome]}</Badge>
          </p>
          <p dir="auto" className="line-clamp-3">
            {commentText}
          </p>
          <p className="text-muted">
            {reason === null ? (
              TEXT.ifChecked
            ) : (
              <AutomaticSaid said={{ code: reasonCode, message: reason }} />
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}

const Failed = ({ onAgain }: { onAgain: () => void }) => (
  <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
    <p>{TEXT.failed}</p>
    <Button onClick={onAgain}>{TEXT.again}</Button>
  </div>
);
