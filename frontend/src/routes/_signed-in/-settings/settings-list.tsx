import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useState } from 'react';
import { LegalLinks } from '#features/identity/components/legal-links.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { SEARCH_MAX, containsWords, type ScreenSection } from '#ui/sections.tsx';
import { SETTINGS_SCREEN_TEXT as TEXT } from './messages.en.ts';
import { pathOfSection } from './section-path.ts';

/** Settings on a phone: a list of sections, each with its own screen. */
export function SettingsList({ sections }: { sections: readonly ScreenSection[] }) {
  const [words, setWords] = useState('');
  const shown = sections.filter(({ title, also = '' }) => containsWords(words, `${title} ${also}`));
  return (
    <>
      <SearchBox
        label={TEXT.search}
        hint={TEXT.searchHint}
        clear={TEXT.clear}
        value={words}
        maxLength={SEARCH_MAX}
        onChange={setWords}
      />
      <p role="status" className={shown.length > 0 ? 'sr-only' : 'text-muted'}>
        {words.trim() !== '' && (shown.length > 0 ? TEXT.found(shown.length) : TEXT.nothing)}
      </p>
      <nav aria-label={TEXT.sections}>
        <ul className="divide-y overflow-hidden rounded-2xl border bg-surface shadow-card empty:hidden">
          {shown.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="/settings/$section"
                params={{ section: pathOfSection(id) }}
                className="flex min-h-12 items-center justify-between gap-3 px-side py-2 -outline-offset-2 hover:bg-sunken"
              >
                {title}
                <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LegalLinks />
    </>
  );
}
