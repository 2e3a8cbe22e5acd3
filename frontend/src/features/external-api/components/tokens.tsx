import {
  API_TOKEN,
  API_TOKEN_TEXT,
  deleteApiToken,
  type ApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { focusAfterDialog } from '#ui/focus-return.ts';
import { Part } from '#ui/part.tsx';
import { useDeleteFromList } from '../api/delete-from-list.ts';
import { tokensQuery } from '../api/tokens.ts';
import { hasEnded } from '../model/has-ended.ts';
import { TOKENS_TEXT as TEXT } from '../messages/tokens.en.ts';
import { rowBeside } from '../model/row-beside.ts';
import { Loaded } from './loaded.tsx';
import { TokenRow } from './token-row.tsx';

const NewTokenDialog = lazyPart(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog);

/** @param zone the zone of the shown times */
export function Tokens({ zone }: { zone: string }) {
  const tokens = useQuery(tokensQuery);
  return (
    <>
      <p className="text-sm text-muted">{TEXT.hint}</p>
      <Loaded query={tokens}>{(list) => <TokenList tokens={list} zone={zone} />}</Loaded>
    </>
  );
}

type Opened = 'new' | ApiTokenView;

function TokenList({ tokens, zone }: { tokens: readonly ApiTokenView[]; zone: string }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const createButton = useRef<HTMLButtonElement>(null);
  const now = useNow();
  const { mutate: remove } = useDeleteFromList({
    list: tokensQuery,
    call: deleteApiToken,
    title: TEXT.deleted,
    failure: { title: TEXT.notDeleted, again: TEXT.notDeletedHint },
  });
  // Expired tokens do not count towards the limit.
  const validCount = tokens.filter((token) => !hasEnded(token, now)).length;
  const isFull = validCount >= API_TOKEN.perUser;
  const close = () => {
    setOpened(null);
  };
  return (
    <>
      <ul ref={list} aria-label={TEXT.list} className="mt-3 divide-y border-y empty:hidden">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} zone={zone} now={now} onDelete={setOpened} />
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        {tokens.length === 0 ? TEXT.none : TEXT.taken(validCount)}{' '}
        {isFull && <span className="font-medium text-ink">{API_TOKEN_TEXT.limitReached}</span>}
      </p>
      <Button
        ref={createButton}
        className="mt-3"
        // A disabled button would lose the focus, so `aria-disabled` marks it instead.
        aria-disabled={isFull}
        onClick={() => {
          if (!isFull) setOpened('new');
        }}
      >
        <Plus aria-hidden />
        {TEXT.create}
      </Button>
      {opened === 'new' && (
        <Part>
          <NewTokenDialog onClose={close} />
        </Part>
      )}
      {opened !== null && opened !== 'new' && (
        <AlertDialog
          open
          onOpenChange={close}
          title={TEXT.ask}
          description={TEXT.askHint(opened.name)}
          confirm={TEXT.delete}
          danger
          onConfirm={() => {
            const row = rowBeside(list.current, tokens.indexOf(opened));
            const next = row?.querySelector('button') ?? createButton.current;
            focusAfterDialog(() => next?.focus());
            remove(opened.id);
          }}
        />
      )}
    </>
  );
}
