import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { tokensQuery } from '../api/tokens.ts';
import { DOCUMENTATION_TEXT as TEXT } from '../messages/documentation.en.ts';
import { SCOPE_TEXT } from '../messages/tokens.en.ts';
import { mcpAddress, mcpSettings, sampleCalls, type SampleCall } from '../model/sample-calls.ts';
import { CopyButton } from './copy-button.tsx';

/** A code sample with a title and a copy button. A long line wraps on the screen, but is copied as one line. */
const CodeSample = ({ title, code }: Readonly<{ title: string; code: string }>) => (
  <figure className="mt-2 overflow-hidden rounded-xl border bg-sunken">
    <figcaption className="flex flex-wrap items-center justify-between gap-x-2 border-b pl-3">
      <code className="min-w-0 text-xs">{title}</code>
      <CopyButton variant="quiet" className="ml-auto" text={code} of={title} />
    </figcaption>
    <pre className="p-3 text-xs wrap-anywhere whitespace-pre-wrap">
      <code>{code}</code>
    </pre>
  </figure>
);

/** The full reference, a page of the server outside the app. */
const REFERENCE = '/docs/api';

/** The calls with which most users begin, ready to copy, and a link to the full reference. */
export function Documentation() {
  const { data: tokens = [] } = useQuery(tokensQuery);
  const { data: accounts = [] } = useQuery(accountsQuery);
  const now = useNow();
  const { origin } = window.location;
  const platform = accounts.find(({ status }) => status === 'active')?.platform ?? 'mastodon';
  return (
    <div className="space-y-5">
      <p className="text-sm text-muted">{TEXT.intro}</p>
      {sampleCalls({ tokens, platform, origin, now }).map((call) => (
        <Call key={call.name} call={call} />
      ))}
      <Button asChild>
        <a href={REFERENCE} target="_blank" rel="noopener">
          {TEXT.reference}
          <ExternalLink aria-hidden />
          <span className="sr-only">{TEXT.newTab}</span>
        </a>
      </Button>
      <section aria-labelledby="mcp" className="border-t pt-4">
        <h3 id="mcp" className="text-sm font-semibold">
          {TEXT.mcp}
        </h3>
        <p className="text-sm text-muted">{TEXT.mcpHint}</p>
        <CodeSample title={TEXT.mcpAddress} code={mcpAddress(origin)} />
        <CodeSample title={TEXT.mcpSettings} code={mcpSettings(tokens, origin, now)} />
      </section>
    </div>
  );
}

function Call({ call: { name, address, scope, curl } }: { call: SampleCall }) {
  const { title, hint } = TEXT.calls[name];
  return (
    <section aria-labelledby={`call-${name}`}>
      <h3 id={`call-${name}`} className="text-sm font-semibold">
        {title}
      </h3>
      <p className="text-sm text-muted">{hint}</p>
      {scope !== null && <p className="text-sm text-muted">{TEXT.needs(SCOPE_TEXT[scope].line)}</p>}
      <CodeSample title={address} code={curl} />
    </section>
  );
}
