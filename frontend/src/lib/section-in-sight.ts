import { useEffect, useState } from 'react';

/** The assumed reading position, as a fraction of the window's height. */
const READING_LINE = 0.35;
const SECTION = '[data-section]:not([hidden])';

/**
 * The id (`data-section`) of the current section while the user scrolls or moves the focus. It is the focused section while that is visible,
 * else the one at the reading position.
 * @param isOn false: adds no listeners
 */
export function useSectionInSight(isOn: boolean): string | null {
  const [section, setSection] = useState<string | null>(null);
  useEffect(() => {
    if (!isOn) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      setSection(sectionInSight());
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    window.addEventListener('scroll', soon, { passive: true });
    window.addEventListener('resize', soon);
    document.addEventListener('focusin', soon);
    soon();
    return () => {
      window.removeEventListener('scroll', soon);
      window.removeEventListener('resize', soon);
      document.removeEventListener('focusin', soon);
      cancelAnimationFrame(frame);
    };
  }, [isOn]);
  return section;
}

function sectionInSight(): string | null {
  const focused = document.activeElement;
  const around = focused?.closest<HTMLElement>(SECTION);
  if (focused && around && isInWindow(focused)) return nameOf(around);
  const all = [...document.querySelectorAll<HTMLElement>(SECTION)];
  const { scrollHeight } = document.documentElement;
  // The last sections may be too short to reach the reading position.
  if (window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2)
    return nameOf(all.at(-1));
  const line = window.innerHeight * READING_LINE;
  return nameOf(all.findLast((section) => section.getBoundingClientRect().top <= line) ?? all[0]);
}

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}

const nameOf = (section: HTMLElement | undefined): string | null => section?.dataset['section'] ?? null;
