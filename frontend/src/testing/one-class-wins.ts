import { afterEach, expect } from '@jest/globals';
import { extendTailwindMerge } from 'tailwind-merge';

// The names that theme.css adds to Tailwind's own.
const merge = extendTailwindMerge({ extend: { theme: { spacing: ['side', 'thumb'] } } });
const seen = new Set<string>();
let faults: string[] = [];

/** Of two classes that set the same thing the style sheet's order would choose one; `merge` leaves only the later. */
function judge(element: Element): void {
  const names = element.getAttribute('class');
  if (names === null || seen.has(names)) return;
  seen.add(names);
  const all = names.split(/\s+/u).filter((name) => name !== '');
  const kept = merge(names).split(' ');
  const lost = all.filter((name) => !kept.includes(name));
  if (kept.length < all.length) faults.push(`"${lost.join(' ') || 'twice the same'}" in "${names}"`);
}

const observer = new MutationObserver((records) => {
  judgeAll(records);
});
observer.observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });

function judgeAll(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes } of records) {
    if (target instanceof Element) judge(target);
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      judge(node);
      node.querySelectorAll('[class]').forEach(judge);
    }
  }
}

/** After each spec: no element that it has shown had two classes that set the same thing (`lib/class-names.ts`). */
afterEach(() => {
  judgeAll(observer.takeRecords());
  const told = faults;
  faults = [];
  expect(told).toEqual([]);
});
