import { afterAll, afterEach, expect } from '@jest/globals';
import { extendTailwindMerge } from 'tailwind-merge';

// These names are defined by `theme.css`, not by Tailwind.
const merge = extendTailwindMerge({ extend: { theme: { spacing: ['side', 'thumb'] } } });
const checkedNames = new Set<string>();
let faults: string[] = [];

/**
 * Notes classes that set the same property, because only the order in the style sheet decides between them.
 * `merge` keeps only the last of them.
 */
function checkClasses(element: Element): void {
  const names = element.getAttribute('class');
  if (names === null || checkedNames.has(names)) return;
  checkedNames.add(names);
  const all = names.split(/\s+/u).filter((name) => name !== '');
  const kept = merge(names).split(' ');
  const overridden = all.filter((name) => !kept.includes(name));
  if (kept.length < all.length)
    faults.push(`"${overridden.join(' ') || 'the same class twice'}" in "${names}"`);
}

const observer = new MutationObserver((records) => {
  checkRecords(records);
});
observer.observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });

function checkRecords(records: readonly MutationRecord[]): void {
  for (const { target, addedNodes } of records) {
    if (target instanceof Element) checkClasses(target);
    for (const node of addedNodes) {
      if (!(node instanceof Element)) continue;
      checkClasses(node);
      node.querySelectorAll('[class]').forEach(checkClasses);
    }
  }
}

/** After each spec, fails if any rendered element had two classes that set the same property (`lib/class-names.ts`). */
afterEach(() => {
  checkRecords(observer.takeRecords());
  const found = faults;
  faults = [];
  expect(found).toEqual([]);
});
afterAll(() => {
  observer.disconnect();
});
