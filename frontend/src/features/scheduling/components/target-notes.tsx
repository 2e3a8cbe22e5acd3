import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { Link } from '@tanstack/react-router';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { waitsForAccount } from '../waits-for-account.ts';
import { PlatformSays } from './platform-says.tsx';

/** What is to be known of a target beside its status: a warning, what it waits for, and what became of deleting it. */
export function TargetNotes({ target }: { target: TargetView }) {
  const { warning, problem, platform, remoteDeletion } = target;
  return (
    <>
      {warning && (
        <Caution target={target} reconnect={warning.code === 'reconnect'}>
          {warning.message}
        </Caution>
      )}
      {waitsForAccount(target) && (
        <>
          <Caution target={target} reconnect>
            {problem?.message}
          </Caution>
          <div className="pb-2 text-sm text-muted empty:hidden">
            <PlatformSays platform={platform} words={problem?.words} />
          </div>
        </>
      )}
      {remoteDeletion && <Deletion target={target} />}
    </>
  );
}

type CautionProps = Readonly<{ target: TargetView; reconnect: boolean; children: ReactNode }>;

/** Why it does not go on, or would not: told by word and icon, with the way out where there is one. */
function Caution({ target, reconnect, children }: CautionProps) {
  return (
    <p className="flex items-start gap-2 pb-2 text-sm">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
      <span className="min-w-0">
        <span className="sr-only">Warning: </span>
        {children}
        {reconnect && (
          <>
            {' '}
            <Link to="/settings" className="font-medium text-primary underline underline-offset-4">
              Connect again
              <span className="sr-only">
                {' '}
                ({PLATFORM_NAMES[target.platform]}, {target.accountName})
              </span>
            </Link>
          </>
        )}
      </span>
    </p>
  );
}

/** What became of the wish to delete the post where it was published. */
function Deletion({ target }: { target: TargetView }) {
  const { remoteDeletion, remoteDeletionProblem: problem, platform } = target;
  const name = PLATFORM_NAMES[platform];
  if (remoteDeletion === 'deleted')
    return (
      <p className="flex items-start gap-2 pb-2 text-sm text-muted">
        <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0" />
        Deleted from {name}.
      </p>
    );
  if (remoteDeletion === 'requested' && problem?.code !== 'reconnect')
    return (
      <div className="pb-2 text-sm text-muted">
        <p>
          Being deleted from {name}. {problem?.message}
        </p>
        <PlatformSays platform={platform} words={problem?.words} />
      </div>
    );
  return (
    <div>
      <Caution target={target} reconnect={problem?.code === 'reconnect'}>
        {remoteDeletion === 'failed' ? `Not deleted from ${name}.` : `Deleting from ${name} waits.`}{' '}
        {problem?.message}
      </Caution>
      <div className="pb-2 text-sm text-muted empty:hidden">
        <PlatformSays platform={platform} words={problem?.words} />
      </div>
    </div>
  );
}
