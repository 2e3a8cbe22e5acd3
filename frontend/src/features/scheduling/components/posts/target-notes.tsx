import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { say } from '#lib/saying.tsx';
import { dayAndTime } from '#lib/zone-format.ts';
import { isSolvedByReconnecting, type ShownConnection } from '../../model/connections.ts';
import { PROBLEM_SENTENCES } from '../../messages/target-problems.en.ts';
import { REMOTE_TEXT, TROUBLE_TEXT } from '../../messages/targets.en.ts';
import { waitsForAccount } from '../../model/posts/waits-for-account.ts';
import { ConnectLink } from '../connect-link.tsx';
import { PlatformSays } from './platform-says.tsx';
import { SaidByCheck } from './said-by-check.tsx';

type TargetNotesProps = Readonly<{
  postId: number;
  target: TargetView;
  connection: ShownConnection;
  zone: string;
}>;

/** Notes below the status of a target: a lost connection, a warning, a missing cover, and the state of its deletion. */
export function TargetNotes({ postId, target, connection, zone }: TargetNotesProps) {
  const { warning, problem, platform, status, remoteDeletion, coverProblem } = target;
  const waits = waitsForAccount(target);
  const isOpen = status === 'scheduled' || status === 'publishing';
  const isCut = isOpen && (waits || connection !== 'active');
  return (
    <>
      {isCut && (
        <>
          <Caution
            postId={postId}
            target={target}
            connect={connection === 'disconnected' ? TROUBLE_TEXT.connect : TROUBLE_TEXT.reconnect}
          >
            {waits ? (
              <WaitsSince target={target} zone={zone} isLost={connection === 'disconnected'} />
            ) : (
              TROUBLE_TEXT[connection === 'disconnected' ? 'disconnected' : 'needsReconnect']
            )}
          </Caution>
          <div className="pb-2 text-sm text-muted empty:hidden">
            <PlatformSays platform={platform} words={problem?.words} />
          </div>
        </>
      )}
      {warning && !(isCut && isSolvedByReconnecting(warning)) && (
        <Caution
          postId={postId}
          target={target}
          connect={isSolvedByReconnecting(warning) ? TROUBLE_TEXT.reconnect : null}
        >
          {warning.values ? (
            <SaidByCheck said={warning} values={warning.values} />
          ) : (
            say(PROBLEM_SENTENCES.warning, warning, { platform: PLATFORM_NAMES[platform] })
          )}
        </Caution>
      )}
      {coverProblem && remoteDeletion !== 'deleted' && (
        <div>
          <Caution postId={postId} target={target} connect={null}>
            {TROUBLE_TEXT.noCover(PLATFORM_NAMES[platform])} {say(PROBLEM_SENTENCES.cover, coverProblem)}
          </Caution>
          <div className="pb-2 text-sm text-muted empty:hidden">
            <PlatformSays platform={platform} words={coverProblem.words} />
          </div>
        </div>
      )}
      {remoteDeletion && <Deletion postId={postId} target={target} isAccountMentioned={isCut} />}
    </>
  );
}

type WaitsSinceProps = Readonly<{ target: TargetView; zone: string; isLost: boolean }>;

function WaitsSince({ target: { waitsSince }, zone, isLost }: WaitsSinceProps) {
  const now = useNow();
  if (waitsSince === null) return null;
  const since = `${dayAndTime(waitsSince, zone, now)} (${relativeTime(waitsSince, now)})`;
  const why = isLost ? [TROUBLE_TEXT.disconnectedToo] : [];
  return [TROUBLE_TEXT.since(since), ...why, TROUBLE_TEXT.goesOn].join(' ');
}

type CautionProps = Readonly<{
  postId: number;
  target: TargetView;
  /** The text of the link, if connecting the account solves the problem. */
  connect: 'Connect' | 'Reconnect' | null;
  children: ReactNode;
}>;

/** A warning with an icon, and the link to a solution, if there is one. */
function Caution({ postId, target, connect, children }: CautionProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-2 text-sm">
      <p className="flex min-w-0 flex-1 basis-60 flex-wrap items-start gap-x-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
        <span className="min-w-0 flex-[1_1_12rem]">
          <span className="sr-only">{TROUBLE_TEXT.warning} </span>
          <span>{children}</span>
        </span>
      </p>
      {connect && <ConnectLink target={target} word={connect} postId={postId} />}
    </div>
  );
}

type DeletionProps = Readonly<{ postId: number; target: TargetView; isAccountMentioned: boolean }>;

/** The state of a requested deletion on the platform. */
function Deletion({ postId, target, isAccountMentioned }: DeletionProps) {
  const { remoteDeletion, remoteDeletionProblem: problem, platform } = target;
  const name = PLATFORM_NAMES[platform];
  const why = problem && say(PROBLEM_SENTENCES.deletion, problem);
  if (remoteDeletion === 'deleted')
    return (
      <p className="flex items-start gap-2 pb-2 text-sm text-muted">
        <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0" />
        {REMOTE_TEXT.deleted(name)}
      </p>
    );
  if (remoteDeletion === 'requested' && problem?.code !== 'reconnect')
    return (
      <div className="pb-2 text-sm text-muted">
        <p>{[REMOTE_TEXT.beingDeleted(name), why].filter(Boolean).join(' ')}</p>
        <PlatformSays platform={platform} words={problem?.words} />
      </div>
    );
  return (
    <div>
      <Caution
        postId={postId}
        target={target}
        connect={isSolvedByReconnecting(problem) && !isAccountMentioned ? TROUBLE_TEXT.reconnect : null}
      >
        {remoteDeletion === 'failed' ? REMOTE_TEXT.notDeleted(name) : REMOTE_TEXT.waits(name)} {why}
      </Caution>
      <div className="pb-2 text-sm text-muted empty:hidden">
        <PlatformSays platform={platform} words={problem?.words} />
      </div>
    </div>
  );
}
