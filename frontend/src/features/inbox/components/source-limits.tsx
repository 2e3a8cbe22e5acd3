import ChevronDown from 'lucide-react/icons/chevron-down';
import { LIMITS_TEXT } from '../messages/later.en.ts';
import { SourceLines, type SourcesProps } from './source-notes.tsx';

/** Lists accounts whose comments Posthorn cannot read, or only later. The note is below the list, because the user cannot change this. */
export function SourceLimits({ sources: limited }: SourcesProps) {
  return (
    <details className="group px-1 text-sm text-muted">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2">
        {LIMITS_TEXT.title(limited.length)}
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <SourceLines sources={limited} />
    </details>
  );
}
