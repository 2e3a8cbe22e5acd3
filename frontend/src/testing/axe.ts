import axe from 'axe-core';

/** Faults against WCAG 2.2 AA that can be seen without a layout, as `rule: element`. */
export async function accessibilityFaults(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    // jsdom paints nothing; contrast is judged in the browser suite.
    rules: { 'color-contrast': { enabled: false } },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
