import { useEffect, useRef } from 'react';
import { useSavedChanges } from '../api/change-page.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { pagePath } from '../model/page-address.ts';

const TEXT = EDITOR_TEXT.picture;

/** A preview of the page as a visitor with a phone sees it. Reloads after each saved change. */
export function PagePicture({ handle }: { handle: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const saved = useSavedChanges();
  const shownVersion = useRef(saved);
  useEffect(() => {
    const page = frame.current?.contentWindow;
    if (!page || shownVersion.current === saved) return;
    shownVersion.current = saved;
    scrolled.current = page.scrollY;
    // Reloads the frame, because a new `src` would add an entry to the history of the browser.
    page.location.reload();
  }, [saved]);
  return (
    <iframe
      ref={frame}
      title={TEXT.title}
      src={pagePath(handle)}
      // The sandbox forbids scripts and new windows, which the page does not need.
      sandbox="allow-same-origin"
      className="mx-auto block h-[min(44rem,calc(100dvh-var(--banner)-9rem))] w-full max-w-[360px] rounded-[1.75rem] border-4 border-ink/80 bg-surface"
      onLoad={() => {
        const page = frame.current?.contentWindow;
        page?.scrollTo(0, scrolled.current);
        page?.document.addEventListener('click', stopClick);
      }}
    />
  );
}

/** Stops clicks on links, which would lead the preview away from the page. */
const stopClick = (event: Event): void => {
  event.preventDefault();
};
