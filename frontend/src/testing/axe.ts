import axe from 'axe-core';

/** Returns the violations of WCAG 2.2 AA that axe finds without a layout, as `rule: element`. */
export async function accessibilityFaults(): Promise<readonly string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    // jsdom renders nothing, so the browser specs check contrast.
    rules: { 'color-contrast': { enabled: false } },
    // Without this option, axe also describes every element that passes.
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
