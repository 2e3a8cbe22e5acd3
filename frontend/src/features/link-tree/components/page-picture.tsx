import { useEffect, useRef } from 'react';
import { useSavedChanges } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { pagePath } from '../model/page-address.ts';

const TEXT = EDITOR_TEXT.picture;

/** The page as a visitor with a phone sees it, reloaded after each saved change. */
export function PagePicture({ handle }: { handle: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const saved = useSavedChanges();
  const drawn = useRef(saved);
  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!page || drawn.current === saved) return;
    drawn.current = saved;
    scrolled.current = page.scrollY;
    // Adds no entry to the browser's history, which a new `src` would do.
    page.location.reload();
  }, [saved]);
  return (
    <iframe
      ref={frame}
      title={TEXT.title}
      src={pagePath(handle)}
      // The page has no script. The sandbox also stops its links from leaving or opening windows.
      sandbox="allow-same-origin"
      className="mx-auto block h-[min(44rem,calc(100dvh-var(--banner)-9rem))] w-full max-w-[360px] rounded-[1.75rem] border-4 border-ink/80 bg-surface"
      onLoad={() => {
        const page = frame.current?.contentWindow;
        page?.scrollTo(0, scrolled.current);
        page?.document.addEventListener('click', stay);
      }}
    />
  );
}

/** Stops links, which would lead the preview away from the page. */
const stay = (event: Event): void => {
  event.preventDefault();
};
