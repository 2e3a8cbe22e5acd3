/** sharp for a drawing process: it uses one thread and keeps nothing in memory. The product itself never decodes a picture. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // A picture uses one thread, and nothing of it stays in memory.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
