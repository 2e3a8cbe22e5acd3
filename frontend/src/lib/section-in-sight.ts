import { useEffect, useState } from 'react';

/** The assumed reading position, as a fraction of the window height. */
const READING_LINE = 0.35;
const SECTION = '[data-section]:not([hidden])';

/** Returns the id (`data-section`) of the current section while the user scrolls or moves the focus. The focused section is current while
 * its focused element is visible, else the section at the reading position.
 * @param isOn false: the hook adds no listeners
 */
export function useSectionInSight(isOn: boolean): string | null {
  const [section, setSection] = useState<string | null>(null);
  useEffect(() => {
    if (!isOn) return;
    let frame = 0;
    const update = () => {
      frame = 0;
      setSection(sectionInSight());
    };
    const scheduleUpdate = () => {
      frame ||= requestAnimationFrame(update);
    };
    window.addEventListener('scroll', scheduleUpdate, { passive: true });
    window.addEventListener('resize', scheduleUpdate);
    document.addEventListener('focusin', scheduleUpdate);
    scheduleUpdate();
    return () => {
      window.removeEventListener('scroll', scheduleUpdate);
      window.removeEventListener('resize', scheduleUpdate);
      document.removeEventListener('focusin', scheduleUpdate);
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
  // At the end of the page, the last section is current, because a short section cannot reach the reading position.
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
