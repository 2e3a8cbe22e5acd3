import { useLocation, useNavigate } from '@tanstack/react-router';
import SearchX from 'lucide-react/icons/search-x';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { goToSection } from '#lib/go-to-section.ts';
import { useSectionInSight } from '#lib/section-in-sight.ts';
import { useMedia } from '#lib/use-media.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Part } from './part.tsx';
import { SearchBox } from './search-box.tsx';

/** One section of a long screen. */
export type ScreenSection = Readonly<{
  /** The anchor of the section (`#account`), which is also the id of its heading. */
  id: string;
  title: string;
  /** Additional search words that the section does not contain. */
  also?: string;
  /** True: the code loads separately. The section appears together with all sections below, so that nothing moves. */
  isLate?: boolean;
  content: ReactNode;
}>;

type SectionsProps = Readonly<{
  sections: readonly ScreenSection[];
  text: Readonly<{
    sections: string;
    search: string;
    searchHint: string;
    clear: string;
    found: (count: number) => string;
    nothing: string;
    nothingHint: (words: string) => string;
  }>;
  /** Content below all sections. */
  children?: ReactNode;
}>;

/** A window with space for the table of contents. The `lg:` classes use the same width. */
const WIDE = '(min-width: 64rem)';
export const SEARCH_MAX = 100;

type Found = Readonly<{ words: string; ids: readonly string[] | null }>;
const ALL: Found = { words: '', ids: null };

/** A screen of sections with a search over all sections. Wide windows also show a table of contents. Each section has its own URL. */
export function Sections({ sections, text, children }: SectionsProps) {
  const hash = useLocation({ select: (location) => location.hash });
  const [search, setSearch] = useState({ ...ALL, at: hash });
  // A link to a section ends an earlier search, so that the section is visible.
  const { words, ids } = search.at === hash ? search : ALL;
  const list = useRef<HTMLDivElement>(null);
  const searchFor = (typed: string) => {
    setSearch({ words: typed, ids: list.current && idsOf(typed, sections, list.current), at: hash });
  };
  const isShown = ({ id }: ScreenSection) => ids === null || ids.includes(id);
  const shown = sections.filter(isShown);
  const firstLate = sections.findIndex(({ isLate }) => isLate);
  const late = firstLate < 0 ? sections.length : firstLate;
  const renderSection = (section: ScreenSection) => (
    <Section key={section.id} id={section.id} isNamed={section.id === hash} isHidden={!isShown(section)}>
      {section.content}
    </Section>
  );
  return (
    <div data-sided className="gap-x-8 lg:grid lg:grid-cols-[12rem_minmax(0,1fr)]">
      <div className="max-lg:mb-5 lg:sticky lg:top-[calc(var(--banner)+1.5rem)] lg:max-h-[calc(100dvh-var(--banner)-3rem)] lg:self-start lg:overflow-y-auto lg:p-1 lg:-m-1">
        <SearchBox
          label={text.search}
          hint={text.searchHint}
          clear={text.clear}
          value={words}
          maxLength={SEARCH_MAX}
          onChange={searchFor}
        />
        <p role="status" className="sr-only">
          {ids && text.found(shown.length)}
        </p>
        <SectionList
          label={text.sections}
          sections={shown}
          onGo={(id) => {
            setSearch({ ...ALL, at: id });
          }}
        />
      </div>
      <div ref={list} className="grid grid-cols-1 gap-5">
        {sections.slice(0, late).map(renderSection)}
        {shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={text.nothing}
            actions={
              <Button
                onClick={() => {
                  setSearch({ ...ALL, at: hash });
                }}
              >
                {text.clear}
              </Button>
            }
          >
            {text.nothingHint(words.trim())}
          </EmptyState>
        )}
        <Suspense>
          {sections.slice(late).map(renderSection)}
          {children}
        </Suspense>
      </div>
    </div>
  );
}

type SectionListProps = Readonly<{
  label: string;
  sections: readonly ScreenSection[];
  onGo: (id: string) => void;
}>;

function SectionList({ label, sections, onGo }: SectionListProps) {
  const isWide = useMedia(WIDE);
  const inSight = useSectionInSight(isWide);
  const navigate = useNavigate();
  if (!isWide) return null;
  return (
    <nav aria-label={label} className="mt-3">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            {/* A plain link, because the link of the router would mark each section as the current page. */}
            <a
              href={`#${id}`}
              aria-current={id === inSight ? 'location' : undefined}
              className={classNames(
                'flex min-h-11 items-center rounded-xl px-3 text-sm hover:bg-sunken',
                id === inSight ? 'bg-sunken font-medium text-ink' : 'text-muted',
              )}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                void navigate({ to: '.', search: true, hash: id, resetScroll: false });
                onGo(id);
                // Scrolls even if the URL does not change.
                goToSection(id);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SectionProps = Readonly<{ id: string; isNamed: boolean; isHidden: boolean; children: ReactNode }>;

function Section({ id, isNamed, isHidden, children }: SectionProps) {
  useEffect(() => {
    if (isNamed) goToSection(id);
  }, [isNamed, id]);
  return (
    <div data-section={id} hidden={isHidden}>
      <Part shared>{children}</Part>
    </div>
  );
}

/** Returns the ids of sections whose title, search words and text together contain each typed word. Null: there is no search. */
function idsOf(
  typed: string,
  sections: readonly ScreenSection[],
  list: HTMLElement,
): readonly string[] | null {
  if (typed.trim() === '') return null;
  return sections
    .filter(({ id, title, also = '' }) => {
      const { textContent = '' } = list.querySelector(`[data-section="${id}"]`) ?? {};
      return containsWords(typed, `${title} ${also} ${textContent}`);
    })
    .map(({ id }) => id);
}

/** Whether a text contains each typed word. */
export function containsWords(typed: string, text: string): boolean {
  const all = text.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => all.includes(word));
}
