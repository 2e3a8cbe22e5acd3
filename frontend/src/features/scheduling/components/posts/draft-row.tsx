import { useQuery } from '@tanstack/react-query';
import Trash2 from 'lucide-react/icons/trash-2';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { deviceName } from '#lib/device-name.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Button } from '#ui/button.tsx';
import type { ListedDraft } from '../../hooks/drafts/use-draft-list.ts';
import { DRAFTS_TEXT as TEXT } from '../../messages/drafts.en.ts';
import { draftName } from '../../model/drafts/draft-name.ts';
import { FirstMedia } from './media-strip.tsx';

const AVATARS = 3;

type Props = Readonly<{
  draft: ListedDraft;
  zone: string;
  onOpen: (id: string) => void;
  onRemove: (id: string) => void;
}>;

/** One draft, with a button that opens it and a button that deletes it. */
export function DraftRow({ draft: { line, isHere }, zone, onOpen, onRemove }: Props) {
  const now = useNow();
  const { id, content, title, plannedFor, changedAt, device, deviceSaid, accountIds, mediaFiles } = line;
  const name = draftName(line);
  return (
    <article
      aria-label={name}
      className="relative flex flex-wrap gap-2 rounded-2xl border bg-surface px-3 py-2 pr-12 shadow-card"
    >
      <div className="min-w-0 flex-[1_1_9rem] space-y-0.5">
        <p className="text-xs text-muted">
          <span className={plannedFor ? 'font-semibold text-ink' : undefined}>
            {plannedFor ? TEXT.planned(dayAndTime(plannedFor, zone, now)) : TEXT.notPlanned}
          </span>
        </p>
        {/* A click anywhere in the row opens the draft. The keyboard and screen readers find this button. */}
        <button
          type="button"
          className="block min-h-11 w-full text-left text-sm after:absolute after:inset-0 after:rounded-2xl"
          onClick={() => {
            onOpen(id);
          }}
        >
          <span className="sr-only">{TEXT.open} </span>
          {title && (
            <span dir="auto" className="block truncate text-start font-semibold">
              {title}
            </span>
          )}
          <span dir="auto" className="line-clamp-2 text-start wrap-break-word">
            {content || (!title && TEXT.noText)}
          </span>
        </button>
        <Accounts ids={accountIds} />
        <p className="text-xs text-muted">
          {isHere
            ? TEXT.hereOnly
            : TEXT.changed(relativeTime(changedAt, now), deviceName(device, deviceSaid))}
        </p>
      </div>
      <FirstMedia files={mediaFiles} />
      <Button
        variant="quiet"
        size="icon"
        className="absolute top-0.5 right-0.5 z-10"
        aria-label={TEXT.delete(name)}
        title={TEXT.delete(name)}
        onClick={() => {
          onRemove(id);
        }}
      >
        <Trash2 aria-hidden />
      </Button>
    </article>
  );
}

function Accounts({ ids }: { ids: readonly number[] }) {
  const { data = [] } = useQuery(accountsQuery);
  const accounts = data.filter(({ id }) => ids.includes(id));
  if (accounts.length === 0) return null;
  const names = accounts.map(({ accountName }) => accountName).join(', ');
  return (
    <p className="flex items-center gap-2 text-xs text-muted">
      <span className="flex shrink-0 gap-1.5">
        {accounts.slice(0, AVATARS).map(({ id, accountName, platform }) => (
          <AccountAvatar key={id} accountId={id} name={accountName} platform={platform} />
        ))}
      </span>
      <span className="min-w-0 truncate" title={names}>
        {names}
      </span>
    </p>
  );
}
