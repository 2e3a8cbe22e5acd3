import FlaskConical from 'lucide-react/icons/flask-conical';
import { useQuery } from '@tanstack/react-query';
import { appStateQuery } from '../api/app-state.ts';

/** While the sandbox is on, every screen says so. */
export function SandboxBanner() {
  const { data } = useQuery(appStateQuery);
  if (!data?.sandbox) return null;
  return (
    <div
      data-banner
      className="z-20 flex min-h-11 md:sticky md:top-0 md:h-(--banner) flex-wrap content-center items-center justify-center gap-x-2 pt-1 sm:pt-0 border-b bg-sunken px-4 text-center text-xs font-medium text-ink"
    >
      <FlaskConical aria-hidden className="size-4 shrink-0 text-attention" />
      <span>Sandbox: nothing leaves this machine</span>
      {data.sandboxUrl && (
        <a
          href={data.sandboxUrl}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center px-1 text-primary underline underline-offset-4"
        >
          See what arrived
        </a>
      )}
    </div>
  );
}
