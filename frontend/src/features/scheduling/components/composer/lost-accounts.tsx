import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { useChosenAccounts } from '../../hooks/composer/use-chosen-accounts.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { connectionOf, useConnections } from '../../model/connections.ts';
import { ConnectLink } from '../connect-link.tsx';

const TEXT = COMPOSER_TEXT.edit;

/** Warns about accounts on which an existing post would fail or wait when due. Offers to leave these accounts out. */
export function LostAccounts({ targets }: Readonly<{ targets: readonly TargetView[] }>) {
  const connections = useConnections();
  const chosen = useChosenAccounts();
  return targets
    .map((target) => ({ target, connection: connectionOf(target.accountId, connections) }))
    .filter(
      ({ target, connection }) =>
        target.status === 'scheduled' && connection !== 'active' && chosen.has(target.accountId),
    )
    .map(({ target, connection }) => {
      const name = `${target.accountName} (${PLATFORM_NAMES[target.platform]})`;
      const isGone = connection === 'disconnected';
      return (
        <Note key={target.accountId} kind="warning">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-52">
              {(isGone ? TEXT.disconnected : TEXT.needsSignIn)(name)}
            </span>
            <ConnectLink target={target} word={isGone ? TEXT.connect : TEXT.reconnect} />
            <Button
              variant="link"
              size="inline"
              aria-label={TEXT.leaveOutOne(name)}
              onClick={() => {
                chosen.leave([target.accountId]);
              }}
            >
              {TEXT.leaveOut}
            </Button>
          </span>
        </Note>
      );
    });
}
