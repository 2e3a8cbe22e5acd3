import { API_SCOPES, type ApiScope, type ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { relativeTime } from '#lib/relative-time.ts';
import { dateOf, dayAndTime, exactTime } from '#lib/zone-format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { hasEnded } from '../model/has-ended.ts';
import { SCOPE_TEXT, TOKENS_TEXT as TEXT } from '../messages/tokens.en.ts';

type TokenRowProps = Readonly<{
  token: ApiTokenView;
  zone: string;
  now: number;
  onDelete: (token: ApiTokenView) => void;
}>;

export function TokenRow({ token, zone, now, onDelete }: TokenRowProps) {
  const { name, tokenPreview, scopes, lastUsedAt, expiresAt, createdAt } = token;
  const isExpired = hasEnded(token, now);
  return (
    <li className="flex items-start gap-x-3 py-3">
      <div className="min-w-0 flex-1 space-y-0.5 text-sm">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span dir="auto" className="font-medium">
            {name}
          </span>
          <code className="text-xs text-muted">{tokenPreview}</code>
        </p>
        <p className="text-muted first-letter:uppercase">{scopesText(scopes)}</p>
        <p className="text-muted">
          <span title={lastUsedAt === null ? undefined : exactTime(lastUsedAt, zone)}>
            {lastUsedAt === null ? TEXT.neverUsed : TEXT.used(relativeTime(lastUsedAt, now))}
          </span>
          {' · '}
          {!isExpired && `${expiresAt === null ? TEXT.endless : TEXT.ends(dateOf(expiresAt, zone, now))} · `}
          {TEXT.made(dateOf(createdAt, zone, now))}
        </p>
        {isExpired && expiresAt !== null && (
          <Badge tone="attention">
            <TriangleAlert aria-hidden />
            {TEXT.ended(dayAndTime(expiresAt, zone, now))}
          </Badge>
        )}
      </div>
      <Button
        variant="quiet"
        className="-mr-2 max-sm:w-11 max-sm:px-0"
        aria-label={TEXT.deleteOf(name)}
        onClick={() => {
          onDelete(token);
        }}
      >
        <Trash2 aria-hidden className="sm:hidden" />
        <span className="max-sm:hidden">{TEXT.delete}</span>
      </Button>
    </li>
  );
}

const scopesText = (scopes: readonly ApiScope[]): string =>
  scopes.length === API_SCOPES.length
    ? TEXT.allScopes
    : scopes.map((scope) => SCOPE_TEXT[scope].short).join(', ');
