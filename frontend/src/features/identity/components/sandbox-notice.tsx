import FlaskConical from 'lucide-react/icons/flask-conical';
import { SANDBOX_TEXT as TEXT } from '../messages/sandbox.en.ts';

/** The notice on every screen while the sandbox is on. `url`: the page with the posts on the simulated platforms. */
export const SandboxNotice = ({ url }: { url: string | null }) => (
  <div
    data-banner
    className="z-20 flex min-h-11 md:sticky md:top-0 md:h-(--banner) flex-wrap content-center items-center justify-center gap-x-2 border-b bg-sunken px-side text-center text-xs font-medium text-ink"
  >
    <FlaskConical aria-hidden className="size-4 shrink-0 text-attention" />
    <span>{TEXT.nothingLeaves}</span>
    {url !== null && (
      <a
        href={url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center px-1 text-primary underline underline-offset-4"
      >
        {TEXT.arrived}
      </a>
    )}
  </div>
);
