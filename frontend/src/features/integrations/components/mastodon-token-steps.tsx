import { MASTODON_SCOPES } from '@posthorn/contracts/integrations/mastodon-scopes';
import { MASTODON_TEXT } from '../messages/accounts.en.ts';

/** Explains how to create an access token by hand. */
export function TokenSteps() {
  const [before, after] = MASTODON_TEXT.makeApplication;
  return (
    <ol className="list-decimal space-y-1 pl-5 text-sm text-muted marker:text-muted">
      <li>{MASTODON_TEXT.openPreferences}</li>
      <li>
        {before}
        <code className="rounded bg-sunken px-1 py-0.5 text-ink">{MASTODON_SCOPES.join(' ')}</code>
        {after}
      </li>
      <li>{MASTODON_TEXT.copyToken}</li>
    </ol>
  );
}
