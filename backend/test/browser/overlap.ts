import type { Locator } from 'playwright-core';

type Box = Readonly<{ x: number; y: number; width: number; height: number }>;

/** @throws Error when the element is not visible */
export async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator.toString()} is not visible.`);
  return box;
}

/** Whether two boxes overlap. @param one an element, or its box if the element may disappear before `other` is measured */
export async function overlap(one: Locator | Box, other: Locator): Promise<boolean> {
  const a = 'x' in one ? one : await boxOf(one);
  const b = await boxOf(other);
  return a.y < b.y + b.height && b.y < a.y + a.height && a.x < b.x + b.width && b.x < a.x + a.width;
}
