import { afterEach, expect } from '@jest/globals';
import { extendTailwindMerge } from 'tailwind-merge';

// The names that theme.css adds to Tailwind's own.
const merge = extendTailwindMerge({ extend: { theme: { spacing: ['side', 'thumb'] } } });
const seen = new Set<string>();
let faults: string[] = [];

/** When two classes set the same property, the order in the style sheet decides. `merge` keeps only the last, so a lost class is a conflict. */
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

/** After each spec, fails if any rendered element had two classes that set the same property (`lib/class-names.ts`). */
afterEach(() => {
  judgeAll(observer.takeRecords());
  const found = faults;
  faults = [];
  expect(found).toEqual([]);
});
